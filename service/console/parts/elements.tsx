import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { SilentTill, Store } from '../answers.ts'
import { Choice, Field } from './form.tsx'
import { amountWords, t, timeText } from './words.ts'

/** Drawn on a grid of 20 by 20, in the text's color. */
const pictures = {
  receipt: 'M4 2h12v16l-2-1.500-2 1.500-2-1.500-2 1.500-2-1.500-2 1.500zM7 6.500h6M7 10h6',
  search: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.500 13.500 17.500 17.500',
  chart: 'M3 17h14M5 14v-4M9 14V5M13 14V8M17 14v-2',
  warning: 'M10 3 18 16.500H2zM10 8v4M10 14.200v.1',
  till: 'M4.500 9.500 6 4h8l1.500 5.500M2.500 9.500h15v7h-15zM7.500 6.800h5M8 13h4',
  sum: 'M15 6V3.500H5L10.500 10 5 16.500h10V14',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 4v4M9 12v4M13 4.500v3M5 12.500v3',
  mail: 'M2.500 4.500h15v11h-15zM2.500 5.500 10 11l7.500-5.500',
  print: 'M5.500 7V2.500h9V7M5.500 14h-3V7h15v7h-3M5.500 11.500h9v6h-9z',
  download: 'M10 2.500v10M6 9l4 4 4-4M3 17h14',
  trash: 'M3.500 5.500h13M8 5V3h4v2M5.500 5.500l.8 12h7.400l.8-12M8.500 9v5M11.500 9v5',
  check: 'M4 10.500 8 14.500 16 6',
  clock: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM10 6v4.500l3 2',
  cross: 'M5 5l10 10M15 5 5 15',
} as const

/** Name of an icon. */
export type Picture = keyof typeof pictures

/** The picture of each state of a mail. */
export const mailPictures = {
  sent: 'check',
  queued: 'clock',
  held: 'clock',
  failed: 'warning',
  bounced: 'warning',
  complained: 'warning',
  canceled: 'cross',
  withheld: 'cross',
} as const satisfies Record<string, Picture>

/** A small picture beside words, which say the same. */
export function Icon({ name }: { name: Picture }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" class="icon">
      <path d={pictures[name]} />
    </svg>
  )
}

/** A moment on this device's clock, as an element that programs can read. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      <bdi>{timeText(iso)}</bdi>
    </time>
  )
}

/** Names a till by its store and register; without a register, all of the store's. */
export function TillName({ storeId, storeName, register }: Pick<SilentTill, 'storeId' | 'storeName' | 'register'>) {
  return (
    <>
      <bdi>{storeName || storeId}</bdi>
      {' · '}
      <span class="together">
        {register === undefined ? t('problems.allRegisters') : t('problems.register', { register })}
      </span>
    </>
  )
}

/** The heads of a table's columns. */
export function TableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map(words => (
          <th key={words} scope="col">
            {words}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Says that a list has only the first of all there are; nothing if it has all. @param total undefined: more, which nobody counted */
export function PartNote({ shown, total }: { shown: number; total?: number | undefined }) {
  if (total === undefined) return <p class="hint">{t('list.more', { shown })}</p>
  return shown < total ? <p class="hint">{t('list.part', { shown, total })}</p> : null
}

/** A section of the page with its title. */
export function Card(props: { title: ComponentChildren; kind?: string; children: ComponentChildren }) {
  const { title, kind, children } = props
  const titleId = useId()
  return (
    <section class={kind === undefined ? 'card' : `card ${kind}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

/** Text of another language, and perhaps another direction, in a table's cell. */
export function TextCell({ kind, text }: { kind?: string; text: string }) {
  return (
    <td class={kind}>
      <bdi>{kind === 'amount' ? amountWords(text) : text}</bdi>
    </td>
  )
}

interface DayFieldsProps {
  from?: string
  to?: string
  /** Whether each must have a day. */
  required?: boolean
  put: (changes: { from?: string; to?: string }) => void
}

/** The first and the last day. */
export function DayFields({ from = '', to = '', required = false, put }: DayFieldsProps) {
  return Object.entries({ from, to }).map(([kind, day]) => (
    <Field key={kind} label={t(`find.${kind as 'from' | 'to'}`)}>
      <input
        type="date"
        defaultValue={day}
        required={required}
        onChange={({ currentTarget: { validity, value } }) => validity.valid && put({ [kind]: value })}
      />
    </Field>
  ))
}

interface StoreFieldProps {
  stores: readonly Store[]
  store: string | undefined
  put: (changes: { store: string }) => void
}

/** A store, or any. */
export function StoreField({ stores, store = '', put }: StoreFieldProps) {
  const options = stores.map(({ id, name }) => [id, name] as const)
  return (
    <Field label={t('find.store')}>
      <Choice
        value={store}
        options={[['', t('find.anyStore')], ...options]}
        changed={chosen => put({ store: chosen })}
      />
    </Field>
  )
}

/** Filters, folded on phones, so that what they filter is on the first screen. @param isOpen there, too */
export function Folded({ words, isOpen = false, children }: FoldedProps) {
  return (
    <details class="folded" open={isOpen || matchMedia('(min-width: 761px)').matches}>
      <summary>{words}</summary>
      <div class="filters">{children}</div>
    </details>
  )
}

interface FoldedProps {
  /** What to press, or what is chosen. */
  words: ComponentChildren
  isOpen?: boolean
  children: ComponentChildren
}

interface Toggle {
  words: string
  isOn: boolean
  work: () => void
}

/** Buttons of which one is on. */
export function Toggles({ label, buttons }: { label: string; buttons: readonly Toggle[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another layout
    <div class="quick" role="group" aria-label={label}>
      {buttons.map(({ words, isOn, work }) => (
        <button key={words} class="toggle" type="button" aria-pressed={isOn} onClick={work}>
          {words}
        </button>
      ))}
    </div>
  )
}
