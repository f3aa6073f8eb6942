import type { FoundReceipt, FoundReceipts, Store, TakenMatches } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Icon, mailPictures, TextCell } from '../parts/elements.tsx'
import { addressOf, type Page, type Route } from '../parts/router.ts'
import { clockText, number as count, dayText, known, language, shortDay, t } from '../parts/words.ts'
import { rememberList } from '../receipt/steps.tsx'
import { placeOf, readCriteria, type UrlCriteria } from './criteria.ts'
import { Finder } from './finder.tsx'

/** Finds receipts by what a customer knows of them. Everything but addresses, names and goods is in the link. */
export const findPage: Page = async (place, _session, signal) => {
  const criteria = criteriaOf(place)
  const cursor = place.query.get('at') ?? undefined
  const { unread, amount, ...clues } = criteria
  const body = { ...clues, cursor, ...(amount && { amount: Number(amount) }) }
  const [found, stores] = await Promise.all([
    unread === undefined && ask<FoundReceipts>('/receipts/find', { body, signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  return {
    title: t('find.title'),
    content: (
      <>
        <Finder criteria={criteria} stores={stores} />
        {!found ? (
          <Unread text={unread ?? ''} />
        ) : found.receipts.length > 0 ? (
          <Results found={found} criteria={criteria} isLater={cursor !== undefined} />
        ) : (
          <Nothing criteria={criteria} stores={stores} found={found} />
        )}
      </>
    ),
  }
}

function criteriaOf({ query, secret }: Route): UrlCriteria {
  const criteria: UrlCriteria = {}
  for (const kind of ['from', 'to', 'store', 'any', 'number', 'card', 'amount', 'reason'] as const) {
    const value = query.get(kind)
    if (value) criteria[kind] = value
  }
  for (const kind of ['email', 'words', 'unread'] as const) {
    const value = secret.get(kind)
    if (value) criteria[kind] = value
  }
  return criteria
}

function Results(props: { found: FoundReceipts; criteria: UrlCriteria; isLater: boolean }) {
  const { found, criteria, isLater } = props
  const { receipts, next, previous, readTo } = found
  const newer = isLater && previous !== undefined ? placeOf(criteria, previous) : undefined
  const older = next === undefined ? undefined : placeOf(criteria, next)
  rememberList({ ids: receipts.map(({ id }) => id), newer, older })
  return (
    <section aria-label={t('find.results')}>
      <TakenAs criteria={criteria} taken={found.taken} />
      <Rows receipts={receipts} />
      <nav class="pager" aria-label={t('find.pages')}>
        {newer !== undefined && (
          <a class="quiet" href={newer} rel="prev">
            {t('find.newer')}
          </a>
        )}
        {older !== undefined && (
          <a class="quiet" href={older} rel="next">
            {t('find.older')}
          </a>
        )}
      </nav>
      <ReadTo iso={readTo} />
    </section>
  )
}

/** Says that goods weren't looked for in all receipts, and how to look further back; nothing if they were. */
function ReadTo({ iso }: { iso: string | undefined }) {
  return iso === undefined ? null : <p class="hint">{t('find.readTo', { date: dayText(iso.slice(0, 10)) })}</p>
}

/** Says what can't be read of a search, and what to type instead. Nothing is listed: it would look like what was found. */
function Unread({ text }: { text: string }) {
  const { unread } = readCriteria(text, new Date(), language)
  return (
    <div class="empty" role="alert">
      <p>{t('find.unread', { words: unread.map(each => each.text).join(' ') })}</p>
      <ul class="taken">
        {unread.map(({ text: words, as }) => (
          <li key={words}>{t(`find.unreadAs.${as}`, { words })}</li>
        ))}
      </ul>
      <p class="hint">{t('find.unreadHint')}</p>
    </div>
  )
}

/** Says as what a number was looked for, with how many there are of each, and leads to those alone. */
function TakenAs({ criteria: { any, ...others }, taken }: { criteria: UrlCriteria; taken: TakenMatches | undefined }) {
  if (any === undefined || !taken) return null
  const isCounted = Object.keys(others).length === 0
  const kinds = (['number', 'card', 'amount'] as const).filter(kind => kind !== 'card' || any.length === 4)
  const many = (found: number) => (found >= mostCounted ? `${count(mostCounted)}+` : count(found))
  return (
    <p class="taken-as" role="status">
      {t('find.takenAs', { number: any })}{' '}
      {kinds.map(kind => (
        <span key={kind}>
          {taken[kind] > 0 ? (
            <a href={placeOf({ ...others, [kind]: any })}>{t(`find.kind.${kind}`)}</a>
          ) : (
            t(`find.kind.${kind}`)
          )}
          {isCounted && <span class="hint"> {many(taken[kind])}</span>}
        </span>
      ))}
    </p>
  )
}

/** So many are looked at of each. */
const mostCounted = 1000

/** Says that nothing fits, what each clue was taken for, and how to go on. */
function Nothing(props: { criteria: UrlCriteria; stores: readonly Store[]; found: FoundReceipts }) {
  const { criteria, stores, found } = props
  const clues = cluesOf(criteria, stores)
  const hasCriteria = clues.length > 0
  return (
    <div class="empty" role="status">
      <p>{t(hasCriteria ? 'find.none' : 'find.noneYet')}</p>
      {hasCriteria && (
        <ul class="taken">
          {clues.map(([kind, value]) => (
            <li key={kind}>
              {kind} <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p class="hint">{t(hasCriteria ? 'find.noneHint' : 'find.noneYetHint')}</p>
      <ReadTo iso={found.readTo} />
      {hasCriteria && (
        <a class="quiet" href={placeOf({})}>
          {t('find.all')}
        </a>
      )}
    </div>
  )
}

/** What each clue was taken for, and the clue. */
function cluesOf(
  { from, to, store, reason, ...clues }: UrlCriteria,
  stores: readonly Store[],
): (readonly [string, string])[] {
  const kinds = ['words', 'email', 'any', 'number', 'card', 'amount'] as const
  const typed = kinds.flatMap(kind => {
    const value = clues[kind]
    return value === undefined ? [] : [[`${t(`find.kind.${kind}`)}:`, value] as const]
  })
  const days = [from, to].filter(day => day !== undefined).map(dayText)
  const name = stores.find(({ id }) => id === store)?.name ?? store
  return [
    ...typed,
    ...(days.length > 0 ? [[`${t('find.days')}:`, [...new Set(days)].join(' – ')] as const] : []),
    ...(name === undefined ? [] : [[`${t('find.store')}:`, name] as const]),
    ...(reason === undefined ? [] : [[`${t('find.reason')}:`, known(`mail.why.${reason}`) ?? reason] as const]),
  ]
}

const columns = ['date', 'number', 'store', 'what', 'mailed', 'amount'] as const

/** The list of receipts. Arrow keys go from one to the next. */
function Rows({ receipts }: { receipts: readonly FoundReceipt[] }) {
  return (
    <table class="rows receipts" onKeyDown={step}>
      <caption class="unseen">{t('find.results')}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} class={column} scope="col">
              {t(`find.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt, index) => {
          const above = receipts[index - 1]
          return <Row key={receipt.id} {...receipt} isNewDay={!above || dayOf(above) !== dayOf(receipt)} />
        })}
      </tbody>
    </table>
  )
}

/** A receipt, in a column of days that says each once. */
function Row(receipt: FoundReceipt & { isNewDay: boolean }) {
  const { id, number, date, at, isNewDay, amount, type, store } = receipt
  const kind = known(`type.${type}`)
  return (
    <tr class={isNewDay ? 'new-day' : undefined}>
      <td class="date">
        <time datetime={at} title={date}>
          <span class="day">{shortDay(dayOf(receipt))}</span> <span>{clockText(at)}</span>
        </time>
      </td>
      <td class="number">
        <a href={addressOf(['receipts', id])}>
          <bdi>{number}</bdi>
        </a>
        <Fits {...receipt} />
      </td>
      <TextCell kind="store" text={store} />
      <td class="what">
        <span>
          {kind !== undefined && <span class="badge">{kind}</span>}
          <bdi>{contentsOf(receipt)}</bdi>
        </span>
      </td>
      <td class="mailed">
        <MailState {...receipt} />
      </td>
      <TextCell kind="amount" text={amount} />
    </tr>
  )
}

/** As what the number that was typed fits, where that isn't the receipt's own. */
function Fits({ fits = [] }: FoundReceipt) {
  const others = fits.filter(kind => kind !== 'number')
  if (others.length === 0) return null
  return <span class="fits">{others.map(kind => t(`find.fits.${kind}`)).join(', ')}</span>
}

/** The day that a receipt says. */
function dayOf({ at }: FoundReceipt): string {
  return at.slice(0, 10)
}

/** The first goods, with how many of each; without goods, how it was paid. */
function contentsOf({ items, more, payment }: FoundReceipt): string {
  const goods = items.map(({ name, pieces }) => (pieces > 1 ? `${count(pieces)}\u00a0× ${name}` : name))
  return goods.length === 0 ? payment || '–' : [...goods, ...(more > 0 ? [`+${count(more)}`] : [])].join(' · ')
}

/** How the last mail stands: its address once it is sent, else in words; without a mail, what the customer wanted. */
function MailState({ mail, receiptType }: FoundReceipt) {
  if (!mail) return <span class="none">{known(`receiptType.${receiptType}`) ?? '–'}</span>
  const { status, emailAddress } = mail
  const words = t(`find.mail.${status}`)
  return (
    <span class={`mail-state ${status}`} title={`${words} · ${emailAddress}`}>
      <Icon name={mailPictures[status]} />
      {status === 'sent' ? (
        <>
          <span class="unseen">{words} </span>
          <bdi>{emailAddress}</bdi>
        </>
      ) : (
        words
      )}
    </span>
  )
}

function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = by === undefined ? undefined : links[at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
