import { type Reach, storesAsked } from '../../basics/reach.ts'
import type { Reason } from '../../basics/reasons.ts'
import type { Database } from '../../database/database.ts'
import { withMailReason } from '../../database/problems/receipts.ts'
import { type Cursor, type Filters, pageOfReceipts, type ReceiptPage } from '../page.ts'
import { findGoods, type GoodsQuery, haveGoods } from './goods.ts'
import { addressTerm, cardTerm, membershipTerm, nameTerm, numberTerm, type SearchKey, wordsOf } from './terms.ts'

/** What someone knows of a receipt. All of it must fit. */
interface SearchCriteria {
  /** First and last day that the receipt says, inclusive, days since 1970. */
  fromDay?: number
  toDay?: number
  storeId?: string
  /** Of the receipt, an order, goods, a payment or a membership; in any spelling. */
  number?: string
  /** As `number`, a card's last four digits, or an amount without decimals: whatever fits. Up to nine digits. */
  any?: string
  /** Of the customer's name or of goods, in any order. */
  words?: string
  /** The customer's, or one it was sent to. */
  emailAddress?: string
  last4Digits?: string
  /** Exact, of a sale or a return. */
  amount?: number
  /** Why one of its mails didn't arrive, or not yet. */
  reason?: Reason
}

/** Most receipts that share a term or amount, newest first: what lies beyond needs another clue. */
const maxAlike = 1000

const day = 86_400_000

/** Zones are at most 14 hours ahead of UTC, and 12 behind it. */
const widestOffset = 14 * 3_600_000

/** Finds one page of receipts by what people know of them, newest first. */
export async function searchReceipts(
  context: SearchContext,
  reach: Reach,
  criteria: SearchCriteria,
  size: number,
  start: Cursor | number,
): Promise<FoundPage> {
  const { fromDay, toDay, storeId } = criteria
  const from = fromDay === undefined ? -8.64e15 : fromDay * day - widestOffset
  const to = toDay === undefined ? 8.64e15 : (toDay + 1) * day + widestOffset
  const { merchantId } = reach
  const stores = storesAsked(reach, storeId)
  const filters: Filters = {
    merchantId,
    stores,
    from,
    to,
    transactionNumbers: [],
    ...((fromDay !== undefined || toDay !== undefined) && { days: { from: fromDay ?? -1e8, to: toDay ?? 1e8 } }),
  }
  const isOrdered = stores === null && filters.days === undefined
  const query = {
    ...{ merchantId, from, to, stores },
    ...(typeof start === 'object' && { start }),
    // Which days receipts say is looked at later.
    enough: filters.days ? maxAlike : typeof start === 'number' ? start * size + 1 : size + 1,
  }
  const fit = await fitting(context, criteria, query)
  if (fit) {
    // The store and the day are with the receipts, so then all are read.
    filters.among = (isOrdered ? around(fit.found, start, size) : fit.found).map(([id]) => id)
  }
  const progress = { ...(fit?.readTo !== undefined && { readTo: fit.readTo }), ...(fit?.taken && { taken: fit.taken }) }
  if (fit?.found.length === 0) return { receipts: [], hasPrevious: false, hasNext: false, ...progress }
  const page = await pageOfReceipts(context.db, filters, size, start)
  return { ...page, ...progress }
}

/** A page of what was found. */
interface FoundPage extends ReceiptPage {
  /** Goods were looked for as far back as this date, milliseconds since 1970; undefined if in all receipts. */
  readTo?: number
  /** How many receipts `any` fits as what, whatever the other clues, store and days say; at most a thousand each. */
  taken?: TakenMatches
}

/** How many receipts a number fits, by what it is taken for. */
export type TakenMatches = Record<'number' | 'card' | 'amount', number>

interface SearchContext {
  db: Database
  searchKey: SearchKey
}

/** Most words that are looked for. */
const maxWords = 12

/** The receipts that all clues fit but days and store; undefined without such clues. */
async function fitting(
  context: SearchContext,
  { amount, any, reason, words, ...clues }: SearchCriteria,
  query: GoodsQuery,
): Promise<Fit | undefined> {
  const { db, searchKey } = context
  const anyway = any === undefined ? undefined : await withAnyNumber(context, any, query)
  const exact = await Promise.all([
    ...termsFor(searchKey, query.merchantId, clues).map(terms => withAnyTerm(db, terms, query)),
    ...(amount === undefined ? [] : [withAmounts(db, [amount, -amount], query)]),
    ...(reason === undefined ? [] : [withMailReason(db, reason, { ...query, most: maxAlike })]),
  ])
  const [first, ...others] = [...exact, ...(anyway ? [anyway.found] : [])]
  const among = first && [...first].filter(([id]) => others.every(other => other.has(id)))
  if (words === undefined) return among && { found: among, taken: anyway?.taken }
  return { ...(await withWords(context, wordsOf(words), query, among)), taken: anyway?.taken }
}

interface Fit {
  found: readonly FoundId[]
  readTo?: number | undefined
  taken?: TakenMatches | undefined
}

/** Receipts that a number fits in any way, and how many in which. */
async function withAnyNumber({ db, searchKey }: SearchContext, any: string, query: GoodsQuery) {
  const { merchantId } = query
  // All of them: what is counted isn't only what a page shows.
  const number = await withAnyTerm(db, [numberTerm(any), membershipTerm(searchKey, merchantId, any)], query)
  const card = any.length === 4 ? await withAnyTerm(db, [cardTerm(any)], query) : new Map<string, number>()
  const amount = await withAmounts(db, [Number(any), -Number(any)], query)
  const taken: TakenMatches = { number: number.size, card: card.size, amount: amount.size }
  return { found: new Map([...number, ...card, ...amount]), taken }
}

/** Terms of which a receipt has one, for each clue. */
function termsFor(key: SearchKey, merchantId: string, clues: SearchCriteria): string[][] {
  const { emailAddress, last4Digits, number } = clues
  return [
    ...(emailAddress === undefined ? [] : [[addressTerm(key, merchantId, emailAddress)]]),
    ...(last4Digits === undefined ? [] : [[cardTerm(last4Digits)]]),
    ...(number === undefined ? [] : [[numberTerm(number), membershipTerm(key, merchantId, number)]]),
  ]
}

/** Receipts of people by that name, by the index, and those that list such goods. @param among only these, found by other clues */
async function withWords(
  { db, searchKey }: SearchContext,
  all: readonly string[],
  query: GoodsQuery,
  among: readonly FoundId[] | undefined,
): Promise<{ found: readonly FoundId[]; readTo?: number }> {
  const words = [...new Set(all)].slice(0, maxWords)
  if (words.length === 0 || among?.length === 0) return { found: [] }
  const terms = words.map(word => nameTerm(searchKey, query.merchantId, word))
  const people = await withAllTerms(db, terms, query)
  if (among) {
    const goods = await haveGoods(
      db,
      words,
      among.map(([id]) => id),
    )
    return { found: among.filter(([id]) => goods.has(id) || people.has(id)) }
  }
  const { start } = query
  const { found, readTo } = await findGoods(db, words, query)
  // What the page goes on from is on this side of it.
  if (start) found.set(start.id, start.date)
  for (const [id, date] of people) found.set(id, date)
  return { found: [...found], ...(readTo !== undefined && start?.way !== 'prev' && { readTo }) }
}

/** One by one, because for several at once a database would rather read all receipts by date. */
async function withAmounts(db: Database, amounts: readonly number[], within: Within): Promise<Map<string, number>> {
  const found = await Promise.all(
    amounts.map(amount => {
      const query = db.selectFrom('receipts').select(['id', 'receipt_date']).where('transaction_amount', '=', amount)
      return newestIn(query, within).orderBy('id', 'desc').execute()
    }),
  )
  return new Map(found.flat().map(({ id, receipt_date }) => [id, receipt_date]))
}

async function withAnyTerm(db: Database, terms: readonly string[], within: Within): Promise<Map<string, number>> {
  const found = await Promise.all(terms.map(term => withAllTerms(db, [term], within)))
  return new Map(found.flatMap(each => [...each]))
}

/** The newest that have all of some terms, of which each may be of many more. */
async function withAllTerms(db: Database, terms: readonly string[], within: Within): Promise<Map<string, number>> {
  const [first = '', ...others] = terms
  let query = db.selectFrom('receipt_terms').select(['receipt_id', 'receipt_date']).where('term', '=', first)
  for (const term of others)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_terms as other')
          .select('other.term')
          .whereRef('other.merchant_id', '=', 'receipt_terms.merchant_id')
          .where('other.term', '=', term)
          .whereRef('other.receipt_date', '=', 'receipt_terms.receipt_date')
          .whereRef('other.receipt_id', '=', 'receipt_terms.receipt_id'),
      ),
    )
  const rows = await newestIn(query, within).orderBy('receipt_id', 'desc').execute()
  return new Map(rows.map(({ receipt_id, receipt_date }) => [receipt_id, receipt_date]))
}

type FoundId = readonly [id: string, date: number]

/** Those of a page and its neighbors, in the order of pages: all others needn't be read. */
function around(found: readonly FoundId[], start: Cursor | number, size: number): readonly FoundId[] {
  const sorted = found.toSorted(newestFirst)
  if (typeof start === 'number') return sorted.slice(0, start * size + 1)
  const cursor: FoundId = [start.id, start.date]
  const isNext = start.way === 'next'
  const at = sorted.findIndex(each => (isNext ? newestFirst(each, cursor) > 0 : newestFirst(each, cursor) >= 0))
  const edge = at === -1 ? sorted.length : at
  return isNext
    ? sorted.slice(Math.max(0, edge - 1), edge + size + 1)
    : sorted.slice(Math.max(0, edge - size - 1), edge)
}

function newestFirst([id, date]: FoundId, [otherId, otherDate]: FoundId): number {
  return otherDate - date || (id < otherId ? 1 : id > otherId ? -1 : 0)
}

/** A merchant's receipts of some time, milliseconds since 1970, inclusive. */
interface Within {
  merchantId: string
  from: number
  to: number
}

/** A query of a table that has receipts' merchants and dates. */
interface Dated<Query> {
  where(column: 'merchant_id', operator: '=', id: string): Query
  where(column: 'receipt_date', operator: '>=' | '<=', date: number): Query
  orderBy(column: 'receipt_date', order: 'desc'): Query
  limit(most: number): Query
}

function newestIn<Query extends Dated<Query>>(query: Query, { merchantId, from, to }: Within): Query {
  return query
    .where('merchant_id', '=', merchantId)
    .where('receipt_date', '>=', from)
    .where('receipt_date', '<=', to)
    .orderBy('receipt_date', 'desc')
    .limit(maxAlike)
}
