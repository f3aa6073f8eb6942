import { Fragment } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { BrandState, OwnText } from '../../../studio/server/api.ts'
import { languagesToWrite, type TextActs, TextForm } from './own-text.tsx'
import { sectionLabel } from './section-labels.ts'
import { type Drag, placed, useDragging } from './section-moves.ts'

interface SectionListProps {
  state: BrandState
  /** The sections that have something to show in the receipt; `undefined` until that is known. */
  filled: readonly string[] | undefined
  /** The language of the mail that is shown, and all there are. */
  language: string
  locales: readonly string[]
  /** Saves the whole new order, or `null` for the package's; whether it was taken. */
  save: (order: string[] | null) => Promise<boolean>
  texts: TextActs
}

/** The sections as a list: drag one, or move it with the arrow keys; leave it out; write a text below it. */
export function SectionList({ state: saved, filled, language, locales, save, texts }: SectionListProps) {
  const [order, setOrder] = useState(saved.order)
  const [showsAll, setShowsAll] = useState(false)
  const [writes, setWrites] = useState<Writing>()
  const [announcement, announce] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const pressed = useRef<string | undefined>(undefined)
  const { drag, start } = useDragging(({ entry, place }) => move(entry, place))

  useEffect(() => setOrder(saved.order), [saved.order.join()])
  // The focus stays on the button that was pressed, though its section has moved.
  useLayoutEffect(() => {
    if (pressed.current !== undefined)
      rows.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed.current)}"]`)?.focus()
    pressed.current = undefined
  })

  const isEmpty = (entry: string) =>
    filled !== undefined && !filled.includes(entry) && !saved.own.includes(entry) && !entry.startsWith('-')
  const visible = order.filter(entry => showsAll || !isEmpty(entry))
  const emptyCount = order.filter(isEmpty).length
  const textOf = (name: string) => saved.texts.find(text => text.name === name)
  const labelOf = (name: string) => {
    const text = textOf(name)
    return text ? `“${wordsOf(text, language)}”` : sectionLabel(name)
  }

  /** Shows the new order at once, so that the next press counts from it. */
  function change(next: string[]): void {
    pressed.current = document.activeElement?.getAttribute('aria-label') ?? undefined
    setOrder(next)
    void save(next).then(isTaken => isTaken || setOrder(saved.order))
  }

  function move(entry: string, place: number): void {
    const next = placed(order, visible, { entry, place })
    if (String(next) === String(order)) return
    announce(`${labelOf(nameOf(entry))}: ${Math.max(place, 0) + 1} of ${visible.length}`)
    change(next)
  }

  /** Leaves a section of the package's out, or shows it again; takes one of the folder's out of the list. */
  function toggle(entry: string): void {
    const name = nameOf(entry)
    if (textOf(name)) void texts.remove(name)
    else if (saved.own.includes(name)) change(order.filter(each => each !== name))
    else change(order.map(each => (each === entry ? (entry === name ? `-${name}` : name) : each)))
  }

  const form = (writing: Writing) => (
    <li class="writing">
      <TextForm
        text={textOf(writing.name ?? '')}
        below={writing.below}
        title={writing.name === undefined ? `Your text below ${labelOf(writing.below ?? '')}` : 'Your text'}
        languages={languagesToWrite(language, saved.languages, locales)}
        all={locales}
        acts={texts}
        close={() => setWrites(undefined)}
      />
    </li>
  )

  return (
    <details class="order" open>
      <summary>Sections</summary>
      <p class="hint">Drag them, or press arrow keys on the dots. For mail, paper and text.</p>
      <label class="check">
        <input type="checkbox" id="sections-all" checked={showsAll} onChange={() => setShowsAll(!showsAll)} />
        {`Show ${emptyCount} more, empty in this receipt`}
      </label>
      <ol class={drag ? 'sections dragging' : 'sections'} ref={rows}>
        {visible.map((entry, index) => {
          const name = nameOf(entry)
          return (
            <Fragment key={name}>
              <SectionRow
                {...{ name, label: labelOf(name), place: index, count: visible.length }}
                {...{ isOut: entry !== name, isEmpty: isEmpty(entry), line: lineAt(drag, entry, visible) }}
                start={event => start(event, entry)}
                move={place => move(entry, place)}
                toggle={() => toggle(entry)}
                edit={textOf(name) && (() => setWrites({ name }))}
                add={() => setWrites({ below: name })}
              />
              {(writes?.below === name || writes?.name === name) && form(writes)}
            </Fragment>
          )
        })}
      </ol>
      {saved.alsoMoved.length > 0 && (
        <p class="hint">
          {`One list orders all pages, so on paper or in the text this also moves ${saved.alsoMoved.map(sectionLabel).join(', ')}.`}
        </p>
      )}
      <button
        class="plain"
        type="button"
        id="sections-reset"
        hidden={saved.settings.sections === undefined}
        onClick={() => void save(null)}
      >
        Usual order
      </button>
      <p class="unseen" aria-live="polite">
        {announcement}
      </p>
    </details>
  )
}

/** The text that is written: one there is, or a new one below a section. */
interface Writing {
  name?: string
  below?: string
}

function nameOf(entry: string): string {
  return entry.replace(/^-/, '')
}

function wordsOf({ words }: OwnText, language: string): string {
  const base = language.split('-')[0] ?? language
  return words[language] ?? words[base] ?? words.en ?? Object.values(words)[0] ?? ''
}

/** Which side of a row shows where the dragged one would go. */
function lineAt(drag: Drag | undefined, entry: string, visible: readonly string[]): string {
  if (!drag) return ''
  if (drag.entry === entry) return 'dragged'
  const others = visible.filter(each => each !== drag.entry)
  const place = others.indexOf(entry)
  if (place === drag.place) return 'line-above'
  return place === others.length - 1 && drag.place === others.length ? 'line-below' : ''
}

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
function SectionRow(props: SectionRowProps) {
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
