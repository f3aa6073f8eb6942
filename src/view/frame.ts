import type { Messages } from '../locale/words/messages.ts'
import type { ItemData } from '../receipt/data/item-data.ts'
import { withoutIsolates } from './direction.ts'
import type { ViewContext } from './presenting.ts'
import type { HeadingView } from './receipt-view.ts'

/** Language, title, subject and preheader. */
export function presentFrame(p: ViewContext, heading: Pick<HeadingView, 'kind' | 'amount' | 'outcome' | 'date'>) {
  const { receipt, t, f, kind } = p
  const { name: store } = receipt.workstation.store
  const number = receipt.transactionNumber
  const word = (words: Messages) => words(`document.${kind}`)
  const subjectWord = p.ledger.isRefund ? (words: Messages) => words('heading.refund') : word
  const subject = heading.amount
    ? t('document.subjectWithAmount', { kind: subjectWord, store, amount: heading.amount, number })
    : t('document.subject', { kind: word, store, number })
  return {
    lang: f.tag,
    ...(p.languages && p.languages.length > 1 && { languages: p.languages }),
    dir: f.dir,
    kind,
    title: withoutIsolates(`${t('document.titleWithNumber', { kind: word, number })} · ${store}`),
    subject: forInbox(subject),
    preheader: forInbox(presentPreheader(p, heading)),
    ...(receipt.receiptDateTime && { issued: receipt.receiptDateTime }),
    pageNumber: pageNumberIn(t),
  }
}

/** Text for an inbox: plain spaces, one at a time. */
function forInbox(text: string): string {
  const plain = withoutIsolates(text).replaceAll('\u00a0', ' ')
  return (otherSpace.test(plain) ? plain.replaceAll(otherSpaces, ' ') : plain).trim()
}

/** Anything but a single plain space. */
const otherSpace = /\s{2,}|[^\S ]/
const otherSpaces = new RegExp(otherSpace, 'g')

/** What goes around a page's number and how many there are, in each wording. */
const pageNumbers = new WeakMap<Messages, PageNumber>()

type PageNumber = Record<'before' | 'between' | 'after', string>

function pageNumberIn(t: Messages): PageNumber {
  const known = pageNumbers.get(t)
  if (known) return { ...known }
  const [before = '', between = '', after = ''] = t('document.pageOf', { page: mark, pages: mark }).split(mark)
  pageNumbers.set(t, { before, between, after })
  return { before, between, after }
}

/** Marks a number's place in a message; locale files never contain this character. */
const mark = '\u0000'

/** How many items are named; an inbox shows about a hundred letters. */
const named = 3
/** Longer names are cut. */
const maxNameLength = 60

/**
 * What an inbox shows after the subject (which has kind, store and amount): how it was paid, and the items; the date if there
 * is neither.
 */
function presentPreheader(p: ViewContext, heading: Pick<HeadingView, 'kind' | 'outcome' | 'date'>): string {
  const { receipt, t } = p
  const goods = itemsOf(receipt.orders ? [receipt, ...receipt.orders] : [receipt])
  const returned = itemsOf(receipt.returns)
  return (
    inTurn([
      heading.outcome,
      listed(p, goods),
      returned.length > 0 ? t('document.returned', { goods: listed(p, returned) }) : undefined,
    ]) || inTurn([heading.kind, heading.date])
  )
}

function itemsOf(holders: readonly { items?: readonly ItemData[] }[] = []): readonly ItemData[] {
  const [first] = holders
  return holders.length < 2 ? (first?.items ?? []) : holders.flatMap(({ items = [] }) => items)
}

/** Separated by dots, because names contain commas. */
function listed({ t }: ViewContext, items: readonly ItemData[]): string {
  const names = new Set<string>()
  for (const { name } of items) names.add(name)
  // Naming one more takes no more room than "1 more".
  const maxShown = names.size > named + 1 ? named : names.size
  const shown: string[] = []
  for (const name of names) {
    if (shown.length === maxShown) break
    shown.push(cut(name))
  }
  if (names.size > maxShown) shown.push(t('document.more', { count: names.size - maxShown }))
  return inTurn(shown)
}

/** Without what keeps values whole elsewhere: an inbox shows one line. */
function inTurn(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part).join(' · ')
}

function cut(name: string): string {
  if (name.length <= maxNameLength) return name
  const letters = [...name]
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength).join('').trimEnd()}…` : name
}
