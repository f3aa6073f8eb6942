import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { partNote } from '../parts/part-note.ts'
import { addressOf } from '../parts/router.ts'
import { moment } from '../parts/time.ts'
import { known, t } from '../parts/words.ts'
import type { Part } from './settings.ts'

interface Entry {
  id: string
  at: string
  actor: string
  action: string
  target?: string
  detail: Record<string, unknown>
}

/** Who did what, newest first. */
export const trailPart: Part = async (_session, signal) => {
  const { acts, hasMore } = await ask<{ acts: Entry[]; hasMore: boolean }>('/trail', { signal })
  const rows = acts.map(({ at, actor, action, target, detail }) =>
    make(
      'tr',
      {},
      make('td.date', {}, moment(at)),
      make('td', {}, make('bdi', {}, actor)),
      make('td', {}, known(`trail.act.${action}`) ?? action, detailOf(detail)),
      make('td', {}, targetOf(action, target)),
    ),
  )
  return [
    make('p.hint', {}, t('trail.hint')),
    make(
      'table.rows.stacked',
      {},
      make('caption.unseen', {}, t('settings.trail')),
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...(['when', 'who', 'what', 'where'] as const).map(each => make('th', { scope: 'col' }, t(`trail.${each}`))),
        ),
      ),
      make('tbody', {}, ...rows),
    ),
    ...(hasMore ? partNote(acts.length) : []),
  ]
}

function detailOf(detail: Record<string, unknown>): HTMLElement | undefined {
  const parts = Object.entries(detail).map(([name, value]) => `${name} ${String(value)}`)
  return parts.length === 0 ? undefined : make('code.under', { dir: 'ltr' }, parts.join(', '))
}

/** A receipt is a link; it may be erased by now. */
function targetOf(action: string, target = ''): Node {
  if (!target || !/Receipt/.test(action)) return make('bdi', {}, target)
  return make('a', { href: addressOf(['receipts', target]) }, t('trail.receipt'))
}
