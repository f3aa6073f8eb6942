import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { reasons } from '../../src/basics/reasons.ts'
import type { Store } from '../answers.ts'
import { DayFields, Folded, Icon, StoreField, Toggles } from '../parts/elements.tsx'
import { go } from '../parts/router.ts'
import { language, t } from '../parts/words.ts'
import { ReasonField } from '../receipt/reason-field.tsx'
import { readAmount } from './amounts.ts'
import { type Criterion, placeOf, readCriteria, type UrlCriteria } from './criteria.ts'
import { before } from './days.ts'

/** What to find receipts by: typed into a box, or chosen. */
export function Finder({ criteria: { unread, ...criteria }, stores }: FinderProps) {
  return (
    <section class="finder" aria-label={t('find.label')}>
      <Box criteria={criteria} typed={unread ?? ''} />
      <Filters criteria={criteria} stores={stores} />
    </section>
  )
}

interface FinderProps {
  criteria: UrlCriteria
  stores: readonly Store[]
}

function open(criteria: UrlCriteria): void {
  go(placeOf(criteria))
}

/**
 * The box to type criteria into, with what was understood so far. The slash leads to it, wherever nothing is typed. What can't be read
 * stays in it, to be changed.
 */
function Box({ criteria, typed }: { criteria: UrlCriteria; typed: string }) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  // Before the page is painted: who sees the box may type.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches('input, select, textarea, dialog *')) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const find = (event: Event) => {
    event.preventDefault()
    const text = input.current?.value ?? ''
    const { readings, unread } = readCriteria(text, new Date(), language)
    open(unread.length > 0 ? { ...criteria, unread: text.trim() } : readings.reduce(withReading, criteria))
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: Safari knows no search element yet, and this one sends its box */}
      <form class="box" role="search" onSubmit={find}>
        <Icon name="search" />
        {(['words', 'email', 'any', 'number', 'card', 'amount'] as const).map(kind => (
          <Chip key={kind} criteria={criteria} kind={kind} />
        ))}
        <input
          ref={input}
          type="search"
          defaultValue={typed}
          aria-label={t('find.box')}
          aria-describedby={hintId}
          aria-keyshortcuts="/"
          placeholder={t('find.placeholder')}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
        />
      </form>
      <p class="hint" id={hintId}>
        {t('find.hint')}
      </p>
    </div>
  )
}

function withReading(criteria: UrlCriteria, { kind, value }: Criterion): UrlCriteria {
  const [from = '', to = from] = value.split('/')
  if (kind === 'days') return { ...criteria, from, to }
  return { ...criteria, [kind]: kind === 'words' && criteria.words ? `${criteria.words} ${value}` : value }
}

const textKinds = ['any', 'number', 'card', 'amount', 'words'] as const

/** A clue with its kind, which can be another for the same text, and a way to drop it. */
function Chip({ criteria, kind }: { criteria: UrlCriteria; kind: (typeof textKinds)[number] | 'email' }) {
  const { [kind]: value, ...others } = criteria
  if (value === undefined) return null
  const kinds = kind === 'email' ? [] : textKinds.filter(other => fits(other, value))
  return (
    <span class="chip">
      {kinds.length < 2 ? (
        <span class="kind">{t(`find.kind.${kind}`)}</span>
      ) : (
        <label>
          <span class="unseen">{t('find.kindOf', { clue: value })}</span>
          <select
            class="kind"
            onChange={event => open(withReading(others, readingAs(event.currentTarget.value, value)))}
          >
            {kinds.map(other => (
              <option key={other} value={other} selected={other === kind}>
                {t(`find.kind.${other}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <bdi>{kind === 'card' ? `•••• ${value}` : value}</bdi>
      <button type="button" aria-label={t('find.drop', { clue: value })} onClick={() => open(others)}>
        <Icon name="cross" />
      </button>
    </span>
  )
}

function readingAs(kind: string, value: string): Criterion {
  return { kind: kind as Criterion['kind'], value }
}

function fits(kind: (typeof textKinds)[number], value: string): boolean {
  if (kind === 'words') return true
  if (kind === 'any') return /^\d{1,9}$/.test(value)
  if (kind === 'card') return /^\d{4}$/.test(value)
  return kind === 'number'
    ? /^\S*\d\S*$/.test(value)
    : readAmount(value, language) !== undefined || /^\d{1,9}$/.test(value)
}

const quickDays = [
  ['find.today', 0, 0],
  ['find.yesterday', 1, 1],
  ['find.week', 6, 0],
] as const

/** Days, store and what became of the mail, to choose instead of typing. */
function Filters({ criteria, stores }: { criteria: UrlCriteria; stores: readonly Store[] }) {
  const { from, to, ...rest } = criteria
  const { store, reason } = rest
  const isListed = store === undefined || stores.some(({ id }) => id === store)
  const listed = isListed ? stores : [...stores, { id: store, name: store }]
  const put = (changes: UrlCriteria) =>
    open(Object.fromEntries(Object.entries({ ...criteria, ...changes }).filter(([, value]) => value !== '')))
  const quick = quickDays.map(([word, first, last]) => {
    const days = { from: before(new Date(), first), to: before(new Date(), last) }
    const isOn = from === days.from && to === days.to
    return { words: t(word), isOn, work: () => open(isOn ? rest : { ...rest, ...days }) }
  })
  return (
    <Folded words={t('problems.filters')} isOpen={[from, to, store, reason].some(each => each !== undefined)}>
      <DayFields {...criteria} put={put} />
      {(stores.length > 1 || store !== undefined) && <StoreField stores={listed} store={store} put={put} />}
      <ReasonField label={t('find.reason')} any={t('find.anyReason')} reasons={reasons} reason={reason} put={put} />
      <Toggles label={t('find.days')} buttons={quick} />
    </Folded>
  )
}
