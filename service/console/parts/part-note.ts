import { make } from './dom.ts'
import { t } from './words.ts'

/** Says that a list has only the first of all there are; empty if it has all. @param total undefined: more, which nobody counted */
export function partNote(shown: number, total?: number): HTMLElement[] {
  if (total === undefined) return [make('p.hint', {}, t('list.more', { shown }))]
  return shown < total ? [make('p.hint', {}, t('list.part', { shown, total }))] : []
}
