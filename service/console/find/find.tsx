import type { FoundReceipt, FoundReceipts, Store } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Icon, mailPictures, TextCell } from '../parts/elements.tsx'
import { addressOf, type Page, type Route } from '../parts/router.ts'
import { clockText, number as count, dayText, known, language, shortDay, t } from '../parts/words.ts'
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
          <Nothing hasCriteria={Object.keys(criteria).length > 0} readTo={found.readTo} />
        )}
      </>
    ),
  }
}

function criteriaOf({ query, secret }: Route): UrlCriteria {
  const criteria: UrlCriteria = {}
  for (const kind of ['from', 'to', 'store', 'number', 'card', 'amount', 'reason'] as const) {
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
  return (
    <section aria-label={t('find.results')}>
      <Rows receipts={receipts} />
      <nav class="pager" aria-label={t('find.pages')}>
        {isLater && previous !== undefined && (
          <a class="quiet" href={placeOf(criteria, previous)} rel="prev">
            {t('find.newer')}
          </a>
        )}
        {next !== undefined && (
          <a class="quiet" href={placeOf(criteria, next)} rel="next">
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
  const words = readCriteria(text, new Date(), language).unread.join(' ')
  return (
    <div class="empty" role="alert">
      <p>{t('find.unread', { words })}</p>
      <p class="hint">{t('find.unreadHint')}</p>
    </div>
  )
}

function Nothing({ hasCriteria, readTo }: { hasCriteria: boolean; readTo: string | undefined }) {
  return (
    <div class="empty" role="status">
      <p>{t(hasCriteria ? 'find.none' : 'find.noneYet')}</p>
      <p class="hint">{t(hasCriteria ? 'find.noneHint' : 'find.noneYetHint')}</p>
      <ReadTo iso={readTo} />
      {hasCriteria && (
        <a class="quiet" href={placeOf({})}>
          {t('find.all')}
        </a>
      )}
    </div>
  )
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
