interface SectionRowProps {
  name: string
  label: string
  /** Its place among those that are shown, from 0. */
  place: number
  count: number
  isOut: boolean
  isEmpty: boolean
  /** Where a dragged one would go, as a class. */
  line: string
  /** Begins a drag. */
  start: (event: PointerEvent & { currentTarget: HTMLElement }) => void
  move: (place: number) => void
  /** Leaves it out, or shows it again. */
  toggle: () => void
  /** Opens its text, if it is one that the studio has written. */
  edit: (() => void) | undefined
  /** Adds a text below it. */
  add: () => void
}

/** A section in the list: a handle, its name in words, and what can be done with it. */
export function SectionRow(props: SectionRowProps) {
  const { name, label, place, count, isOut, isEmpty, line, start, move, toggle, edit, add } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }
  return (
    <li
      data-entry={isOut ? `-${name}` : name}
      class={[isOut && 'out', isEmpty && 'empty', line].filter(Boolean).join(' ')}
      onPointerDown={start}
    >
      <button
        class="grip"
        type="button"
        aria-label={`Move: ${label}`}
        title="Drag, or press an arrow key"
        onKeyDown={onKeyDown}
      />
      <span class="label" title={isEmpty ? 'Nothing in this receipt' : undefined}>
        <span class="words">{label}</span>
        {label.toLowerCase() !== name && <small>{name}</small>}
      </span>
      <Act label={`Up: ${label}`} sign="↑" work={() => move(place - 1)} disabled={place === 0} />
      <Act label={`Down: ${label}`} sign="↓" work={() => move(place + 1)} disabled={place === count - 1} />
      {edit && <Act label={`Edit: ${label}`} sign="Edit" work={edit} />}
      <Act
        label={`${isOut ? 'Show' : edit ? 'Remove' : 'Leave out'}: ${label}`}
        sign={isOut ? '○' : '×'}
        work={toggle}
      />
      <Act label={`Add text below: ${label}`} sign="+" work={add} isAdding />
    </li>
  )
}

interface ActProps {
  label: string
  sign: string
  work: () => void
  disabled?: boolean
  isAdding?: boolean
}

function Act({ label, sign, work, disabled = false, isAdding = false }: ActProps) {
  return (
    <button
      class={isAdding ? 'plain add' : 'plain round'}
      type="button"
      aria-label={label}
      title={label.replace(/:.*/, '')}
      disabled={disabled}
      onClick={work}
    >
      {sign}
    </button>
  )
}
