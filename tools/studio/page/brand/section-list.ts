import { make } from '../parts/dom.ts'

/** The order of the sections, to be changed. */
export interface SectionList {
  element: HTMLElement
  /** Shows the order in `brand.json`, or the package's. */
  show(order: readonly string[] | undefined): void
}

/**
 * The sections as a list with buttons that move one up or down, or leave it out.
 *
 * @param usual the names of all sections, in the package's order
 * @param changed called with the whole new order, or `null` for the package's
 */
export function createSectionList(usual: readonly string[], changed: (order: string[] | null) => void): SectionList {
  const rows = make('ol.sections')
  const reset = make('button.plain', { type: 'button' }, 'Usual order')
  const element = make(
    'details.order',
    {},
    make('summary', {}, 'Order of sections'),
    make('p.hint', {}, 'For mail, paper and text.'),
    rows,
    reset,
  )
  let order: string[] = []

  function move(index: number, by: number): void {
    const next = [...order]
    const [entry] = next.splice(index, 1)
    next.splice(index + by, 0, entry!)
    change(next)
  }

  /** Shows the new order at once, so that the next press counts from it. */
  function change(next: string[]): void {
    draw(next)
    changed(next)
  }

  /** The focus stays on the button that was pressed, though its section has moved. */
  function draw(next: string[]): void {
    if (next.join() === order.join()) return
    order = next
    const pressed = document.activeElement?.getAttribute('aria-label')
    rows.replaceChildren(...order.map(rowOf))
    if (pressed) rows.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed)}"]`)?.focus()
  }

  function rowOf(entry: string, index: number): HTMLElement {
    const name = entry.replace(/^-/, '')
    const isOut = entry.startsWith('-')
    const button = (label: string, sign: string, work: () => void, disabled = false) => {
      const made = make(
        'button.plain.round',
        { type: 'button', 'aria-label': `${label}: ${name}`, title: label, disabled },
        sign,
      )
      made.addEventListener('click', work)
      return made
    }
    const toggle = () => change(order.map(each => (each === entry ? (isOut ? name : `-${name}`) : each)))
    return make(
      isOut ? 'li.out' : 'li',
      {},
      make('span', {}, name),
      button('Up', '↑', () => move(index, -1), index === 0),
      button('Down', '↓', () => move(index, 1), index === order.length - 1),
      button(isOut ? 'Show' : 'Leave out', isOut ? '+' : '×', toggle),
    )
  }

  reset.addEventListener('click', () => changed(null))
  return {
    element,
    show(given) {
      const named = (given ?? []).map(entry => entry.replace(/^-/, ''))
      reset.hidden = given === undefined
      draw(given ? [...given, ...usual.filter(name => !named.includes(name))] : [...usual])
    },
  }
}
