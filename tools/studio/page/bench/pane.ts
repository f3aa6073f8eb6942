import type { Rendering } from '../calls/api.ts'
import { make } from '../parts/dom.ts'

/** One of the panes side by side. */
export interface Pane {
  name: string
  label: string
  element: HTMLElement
  /** Shows a receipt. */
  show(rendering: Rendering): void
  /** Marks the places that show these view fields. */
  mark(paths: readonly string[]): void
  scrollToMark(): void
}

/** Called with the view paths that a place shows. */
export type PlacePicked = (paths: readonly string[]) => void

/** A title with controls, a short note and a "show alone" button, above the body. */
export function frameOf(name: string, label: string, body: HTMLElement, ...controls: HTMLElement[]) {
  const words = make('span.words')
  const alone = make('button.alone', {
    type: 'button',
    'aria-pressed': 'false',
    'aria-label': `${label} alone`,
    title: 'Show alone',
  })
  const element = make(
    'section.pane',
    { 'data-pane': name, 'aria-label': label },
    make('div.title', {}, make('h2', {}, label), ...controls, words, alone),
    body,
  )
  return {
    element,
    tell(text: string) {
      words.textContent = text
    },
  }
}
