import { type ComponentChildren, render } from 'preact'
import type { Rendering } from '../../../studio/server/api.ts'
import { byId, elementOf, one } from '../../parts/dom.tsx'

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

/** A pane's element: a title with controls, a short note and a "show alone" button, above the body. */
export function paneOf(name: string, label: string, body: ComponentChildren, controls?: ComponentChildren) {
  const element = elementOf<HTMLElement>(
    <section class="pane" data-pane={name} aria-label={label}>
      <div class="title">
        <h2>{label}</h2>
        {controls}
        <span class="words" />
        <button class="alone" type="button" aria-pressed="false" aria-label={`${label} alone`} title="Show alone" />
      </div>
      {body}
    </section>,
  )
  return {
    element,
    tell(text: string) {
      one(element, '.words').textContent = text
    },
  }
}

/** The panes side by side, and their toggles. */
export function createBench(panes: readonly Pane[], names: readonly string[]) {
  const on = new Set(names)
  let alone: string | undefined
  let last: Rendering | undefined
  let changed: (names: string[]) => void = () => {}

  const isShown = (name: string) => (alone === undefined ? on.has(name) : alone === name)

  function arrange(): void {
    const toggles = panes.map(({ name, label }, index) => (
      <button
        key={name}
        class="toggle"
        type="button"
        data-pane={name}
        aria-keyshortcuts={String(index + 1)}
        aria-pressed={on.has(name)}
        onClick={() => toggle(name)}
      >
        {label}
      </button>
    ))
    render(toggles, byId('pane-toggles'))
    for (const pane of panes) {
      const { name, element } = pane
      const comes = element.hidden && isShown(name)
      element.hidden = !isShown(name)
      one(element, '.alone').setAttribute('aria-pressed', String(alone === name))
      if (comes && last) pane.show(last)
    }
    changed([...on])
  }

  function toggle(name: string): void {
    alone = undefined
    if (!on.delete(name)) on.add(name)
    arrange()
  }

  function show(rendering: Rendering): void {
    last = rendering
    for (const pane of panes) if (isShown(pane.name)) pane.show(rendering)
  }

  byId('panes').replaceChildren(...panes.map(({ element }) => element))
  byId('panes').addEventListener('click', event => {
    const name = (event.target as HTMLElement).closest('.alone')?.closest<HTMLElement>('.pane')?.dataset.pane
    if (name === undefined) return
    alone = alone === name ? undefined : name
    arrange()
  })
  for (const { element } of panes) element.hidden = true
  arrange()

  return {
    /** The visible panes, in order. */
    visible: () => panes.filter(({ name }) => isShown(name)),
    /** The toggles, one per pane. */
    toggles: [...byId('pane-toggles').querySelectorAll('button')],
    /** Called with the names of the visible panes when they change. */
    onChange(hear: (names: string[]) => void) {
      changed = hear
    },
    /** Whether anything has been shown yet. */
    isFilled: () => last !== undefined,
    /** Shows all panes again after one was shown alone. */
    showAll() {
      if (alone === undefined) return
      alone = undefined
      arrange()
    },
    show,
    /** Shows the current rendering again. */
    showAgain() {
      if (last) show(last)
    },
    mark(paths: readonly string[], { scroll }: { scroll: boolean }) {
      for (const pane of panes) {
        pane.mark(paths)
        if (scroll && isShown(pane.name)) pane.scrollToMark()
      }
    },
  }
}

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
  let content: Pick<Rendering, 'text' | 'textPlaces'> = { text: '', textPlaces: [] }
  let marked: readonly string[] = []

  text.addEventListener('click', event => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-view]')
    if (place && getSelection()?.isCollapsed !== false) picked([place.dataset.view ?? ''])
  })

  /** The text with an element around each place. Places can be nested. */
  function draw(): void {
    let at = 0
    const pieces = content.textPlaces.flatMap(({ path, start, end }) => {
      if (start < at) return []
      const before = content.text.slice(at, start)
      at = end
      return [
        before,
        <span key={start} class={marked.includes(path) ? 'marked' : undefined} data-view={path} title={path}>
          {content.text.slice(start, end)}
        </span>,
      ]
    })
    render([...pieces, content.text.slice(at)], text)
  }

  return {
    name,
    label,
    element,
    show(rendering) {
      content = rendering
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
