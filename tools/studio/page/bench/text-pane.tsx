import { render } from 'preact'
import type { Rendering } from '../../server/api.ts'
import { one } from '../parts/dom.tsx'
import { type Pane, type PlacePicked, paneOf } from './bench.tsx'

/** The plain-text part of the mail, 64 columns. */
export function createTextPane(name: string, label: string, picked: PlacePicked): Pane {
  const { element, tell } = paneOf(
    name,
    label,
    <div class="body">
      <div class="columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is reached by keyboard, and then named */}
        <pre class="text" tabIndex={0} aria-label="The receipt as plain text" />
      </div>
    </div>,
  )
  const text = one(element, 'pre')
  let shown: Pick<Rendering, 'text' | 'textPlaces'> = { text: '', textPlaces: [] }
  let marked: readonly string[] = []

  text.addEventListener('click', event => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-view]')
    if (place && getSelection()?.isCollapsed !== false) picked([place.dataset.view!])
  })

  /** The text with an element around each place. Places can be nested. */
  function draw(): void {
    let at = 0
    const pieces = shown.textPlaces.flatMap(({ path, start, end }) => {
      if (start < at) return []
      const before = shown.text.slice(at, start)
      at = end
      return [
        before,
        <span key={start} class={marked.includes(path) ? 'marked' : undefined} data-view={path} title={path}>
          {shown.text.slice(start, end)}
        </span>,
      ]
    })
    render([...pieces, shown.text.slice(at)], text)
  }

  return {
    name,
    label,
    element,
    show(rendering) {
      shown = rendering
      draw()
      tell(`${rendering.text.split('\n').length - 1} lines`)
    },
    mark(paths) {
      marked = paths
      draw()
    },
    scrollToMark() {
      text.querySelector('.marked')?.scrollIntoView({ block: 'nearest' })
    },
  }
}
