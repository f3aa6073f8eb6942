import type { Rendering } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'
import type { Pane } from './pane.ts'

export interface Bench {
  /** The visible panes, in order. */
  shown(): Pane[]
  /** The toggles, one per pane. */
  readonly toggles: readonly HTMLButtonElement[]
  /** Called with the names of the visible panes when they change. */
  onChange(changed: (names: string[]) => void): void
  /** Whether anything has been shown yet. */
  isFilled(): boolean
  show(rendering: Rendering): void
  /** Shows all panes again after one was shown alone. */
  showAll(): void
  /** Shows the current rendering again. */
  showAgain(): void
  mark(paths: readonly string[], how: { scroll: boolean }): void
}

/** The panes side by side, and their toggles. */
export function createBench(panes: readonly Pane[], names: readonly string[]): Bench {
  const toggles = byId('pane-toggles')
  const on = new Set(names)
  let alone: string | undefined
  let last: Rendering | undefined
  let changed: (names: string[]) => void = () => {}
  const buttons = panes.map(({ name, label }, index) => {
    const button = make(
      'button.toggle',
      { type: 'button', 'data-pane': name, 'aria-keyshortcuts': String(index + 1) },
      label,
    )
    button.addEventListener('click', () => toggle(name))
    return button
  })
  toggles.replaceChildren(...buttons)
  byId('panes').replaceChildren(...panes.map(({ element }) => element))
  byId('panes').addEventListener('click', event => {
    const name = (event.target as HTMLElement).closest('.alone')?.closest<HTMLElement>('.pane')?.dataset.pane
    if (name === undefined) return
    alone = alone === name ? undefined : name
    arrange()
  })

  const isShown = (name: string) => (alone === undefined ? on.has(name) : alone === name)

  function arrange(): void {
    for (const [index, { name, element }] of panes.entries()) {
      buttons[index]!.setAttribute('aria-pressed', String(on.has(name)))
      const comes = element.hidden && isShown(name)
      element.hidden = !isShown(name)
      element.querySelector('.alone')!.setAttribute('aria-pressed', String(alone === name))
      if (comes && last) panes[index]!.show(last)
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

  for (const { element } of panes) element.hidden = true
  arrange()

  return {
    shown: () => panes.filter(({ name }) => isShown(name)),
    toggles: buttons,
    onChange(hear) {
      changed = hear
    },
    isFilled: () => last !== undefined,
    showAll() {
      if (alone === undefined) return
      alone = undefined
      arrange()
    },
    show,
    showAgain() {
      if (last) show(last)
    },
    mark(paths, { scroll }) {
      for (const pane of panes) {
        pane.mark(paths)
        if (scroll && isShown(pane.name)) pane.scrollToMark()
      }
    },
  }
}
