import type { Rendering } from './api.ts'
import { make } from './dom.ts'

/** One of the views side by side. */
export interface Pane {
  name: string
  label: string
  element: HTMLElement
  /** Shows a receipt. */
  show(rendering: Rendering): void
  /** Marks the places that show these fields of the view. */
  mark(paths: readonly string[]): void
  scrollToMark(): void
}

/** Called with the paths of the view that a place shows. */
export type PlacePicked = (paths: readonly string[]) => void

/** A title above the body, with a few words beside it and a button that shows this pane alone. */
export function frameOf(name: string, label: string, body: HTMLElement) {
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
    make('div.title', {}, make('h2', {}, label), words, alone),
    body,
  )
  return {
    element,
    tell(text: string) {
      words.textContent = text
    },
  }
}
