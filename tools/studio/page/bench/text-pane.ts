import type { Rendering, TextPlace } from '../calls/api.ts'
import { make } from '../parts/dom.ts'
import { frameOf, type Pane, type PlacePicked } from './pane.ts'

/** The plain-text part of the mail, 64 columns. */
export function createTextPane(name: string, label: string, picked: PlacePicked): Pane {
  const text = make('pre.text', { tabindex: '0', 'aria-label': 'The receipt as plain text' })
  const body = make('div.body', {}, make('div.columns', {}, text))
  const { element, tell } = frameOf(name, label, body)
  let marked: readonly string[] = []

  function mark(paths: readonly string[]): void {
    marked = paths
    for (const place of text.querySelectorAll<HTMLElement>('[data-view]'))
      place.classList.toggle('marked', paths.includes(place.dataset.view!))
  }

  text.addEventListener('click', event => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-view]')
    if (place && getSelection()?.isCollapsed !== false) picked([place.dataset.view!])
  })

  return {
    name,
    label,
    element,
    show(rendering: Rendering) {
      text.replaceChildren(...pieces(rendering.text, rendering.textPlaces))
      tell(`${rendering.text.split('\n').length - 1} lines`)
      mark(marked)
    },
    mark,
    scrollToMark() {
      text.querySelector('.marked')?.scrollIntoView({ block: 'nearest' })
    },
  }
}

/** The text with an element around each place. Places can be nested. */
function pieces(text: string, places: readonly TextPlace[]): (Node | string)[] {
  const result: (Node | string)[] = []
  let at = 0
  for (const { path, start, end } of places) {
    if (start < at) continue
    result.push(text.slice(at, start), make('span', { 'data-view': path, title: path }, text.slice(start, end)))
    at = end
  }
  return [...result, text.slice(at)]
}
