import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface SectionListProps {
  /** The names of all sections, in the package's order. */
  usual: readonly string[]
  /** The order in `brand.json`, if it has one; a section left out begins with a hyphen. */
  given: readonly string[] | undefined
  /** Called with the whole new order, or `null` for the package's. */
  changed: (order: string[] | null) => void
}

/** The sections as a list with buttons that move one up or down, or leave it out. */
export function SectionList({ usual, given, changed }: SectionListProps) {
  const named = (given ?? []).map(nameOf)
  const saved = given ? [...given, ...usual.filter(name => !named.includes(name))] : [...usual]
  const [order, setOrder] = useState(saved)
  const rows = useRef<HTMLOListElement>(null)
  const pressed = useRef<string | undefined>(undefined)

  useEffect(() => setOrder(saved), [saved.join()])
  // The focus stays on the button that was pressed, though its section has moved.
  useLayoutEffect(() => {
    if (pressed.current !== undefined)
      rows.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed.current)}"]`)?.focus()
    pressed.current = undefined
  })

  /** Shows the new order at once, so that the next press counts from it. */
  function change(next: string[]): void {
    pressed.current = document.activeElement?.getAttribute('aria-label') ?? undefined
    setOrder(next)
    changed(next)
  }

  function move(index: number, by: number): void {
    const next = [...order]
    next.splice(index + by, 0, ...next.splice(index, 1))
    change(next)
  }

  return (
    <details class="order">
      <summary>Order of sections</summary>
      <p class="hint">For mail, paper and text.</p>
      <ol class="sections" ref={rows}>
        {order.map((entry, index) => {
          const name = nameOf(entry)
          const isOut = entry.startsWith('-')
          const toggled = order.map(each => (each === entry ? (isOut ? name : `-${name}`) : each))
          return (
            <li key={name} class={isOut ? 'out' : undefined}>
              <span>{name}</span>
              <Act label="Up" name={name} sign="↑" work={() => move(index, -1)} disabled={index === 0} />
              <Act
                label="Down"
                name={name}
                sign="↓"
                work={() => move(index, 1)}
                disabled={index === order.length - 1}
              />
              <Act
                label={isOut ? 'Show' : 'Leave out'}
                name={name}
                sign={isOut ? '+' : '×'}
                work={() => change(toggled)}
              />
            </li>
          )
        })}
      </ol>
      <button class="plain" type="button" hidden={given === undefined} onClick={() => changed(null)}>
        Usual order
      </button>
    </details>
  )
}

function nameOf(entry: string): string {
  return entry.replace(/^-/, '')
}

function Act(props: { label: string; name: string; sign: string; work: () => void; disabled?: boolean }) {
  const { label, name, sign, work, disabled = false } = props
  return (
    <button
      class="plain round"
      type="button"
      aria-label={`${label}: ${name}`}
      title={label}
      disabled={disabled}
      onClick={work}
    >
      {sign}
    </button>
  )
}
