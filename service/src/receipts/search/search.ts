import { createDatabaseCache } from '../../database/cache.ts'
import type { Database } from '../../database/database.ts'
import { type Cursor, type Filters, type Page, pageOfReceipts, type SignedReceipt, withSignedAmounts } from '../page.ts'
import { addressTerm, cardTerm, numberTerm, type SearchKey } from './terms.ts'

/** What someone knows of a receipt. All of it must fit. */
export interface SearchCriteria {
  /** First and last day that the receipt says, inclusive, days since 1970. */
  fromDay?: number
  toDay?: number
  storeId?: string
  /** In any spelling. */
  number?: string
  /** The customer's, or one it was sent to. */
  emailAddress?: string
  last4Digits?: string
  /** Exact, of a sale or a return. */
  amount?: number
}

/** Most receipts that share a term or amount, newest first: what lies beyond needs another clue. */
const mostAlike = 1000

const day = 86_400_000

/** Zones are at most 14 hours ahead of UTC, and 12 behind it. */
const widestOffset = 14 * 3_600_000

/** Finds one page of receipts by what people know of them, newest first. */
export async function searchReceipts(
  { db, searchKey }: { db: Database; searchKey: SearchKey },
  merchantId: string,
  criteria: SearchCriteria,
  size: number,
  start: Cursor | number,
): Promise<Omit<Page, 'receipts'> & { receipts: SignedReceipt[] }> {
  const { fromDay, toDay, storeId, amount } = criteria
  const from = fromDay === undefined ? -8.64e15 : fromDay * day - widestOffset
  const to = toDay === undefined ? 8.64e15 : (toDay + 1) * day + widestOffset
  const filters: Filters = {
    merchantId,
    from,
    to,
    transactionNumbers: [],
    ...((fromDay !== undefined || toDay !== undefined) && { days: { from: fromDay ?? -1e8, to: toDay ?? 1e8 } }),
    ...(storeId !== undefined && { storeId }),
  }
  const within = { merchantId, from, to }
  const sets = await Promise.all([
    ...termsFor(searchKey, merchantId, criteria).map(term => withTerm(db, term, within)),
    ...(amount === undefined ? [] : [withAmounts(db, [amount, -amount], within)]),
  ])
  if (sets.length > 0) {
    const [first = new Map<string, number>(), ...others] = sets
    const found = [...first].filter(([id]) => others.every(other => other.has(id)))
    if (found.length === 0) return { receipts: [], hasPrevious: false, hasNext: false }
    // The store and the day are with the receipts, so then all are read.
    const isOrdered = storeId === undefined && filters.days === undefined
    filters.among = (isOrdered ? around(found, start, size) : found).map(([id]) => id)
  }
  const page = await pageOfReceipts(db, filters, size, start)
  return { ...page, receipts: await withSignedAmounts(db, page.receipts) }
}

function termsFor(key: SearchKey, merchantId: string, { emailAddress, last4Digits, number }: SearchCriteria): string[] {
  return [
    ...(emailAddress === undefined ? [] : [addressTerm(key, merchantId, emailAddress)]),
    ...(last4Digits === undefined ? [] : [cardTerm(last4Digits)]),
    ...(number === undefined ? [] : [numberTerm(number)]),
  ]
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

async function withTerm(db: Database, term: string, within: Within): Promise<Map<string, number>> {
  const query = db.selectFrom('receipt_terms').select(['receipt_id', 'receipt_date']).where('term', '=', term)
  const rows = await newestIn(query, within).orderBy('receipt_id', 'desc').execute()
  return new Map(rows.map(({ receipt_id, receipt_date }) => [receipt_id, receipt_date]))
}

type Found = readonly [id: string, date: number]

/** Those of a page and its neighbors, in the order of pages: all others needn't be read. */
function around(found: readonly Found[], start: Cursor | number, size: number): readonly Found[] {
  const sorted = found.toSorted(newestFirst)
  if (typeof start === 'number') return sorted.slice(0, start * size + 1)
  const cursor: Found = [start.id, start.date]
  const isNext = start.way === 'next'
  const at = sorted.findIndex(each => (isNext ? newestFirst(each, cursor) > 0 : newestFirst(each, cursor) >= 0))
  const edge = at === -1 ? sorted.length : at
  return isNext
    ? sorted.slice(Math.max(0, edge - 1), edge + size + 1)
    : sorted.slice(Math.max(0, edge - size - 1), edge)
}

function newestFirst([id, date]: Found, [otherId, otherDate]: Found): number {
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
    .limit(mostAlike)
}

/** A store that has receipts. */
export interface Store {
  id: string
  /** As on the newest receipt of the store. */
  name: string
}

/** Most stores listed. */
const maxStores = 500

const known = createDatabaseCache<Store[]>(1000, 60_000)

/** The stores that a merchant's receipts came from, by name, at most a minute out of date. */
export function listStores(db: Database, merchantId: string): Promise<Store[]> {
  return known.get(db, merchantId, async () => {
    const stores: Store[] = []
    // Skips from one store to the next in the index, so it costs as much as there are stores, however many receipts they have.
    for (let last: string | undefined; stores.length < maxStores; ) {
      const id = await nextAfter(db, merchantId, last)
      if (id === undefined) break
      stores.push({ id, name: await nameOf(db, merchantId, id) })
      last = id
    }
    return stores.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  })
}

async function nextAfter(db: Database, merchantId: string, last: string | undefined): Promise<string | undefined> {
  let query = db.selectFrom('receipts').select('store_id').where('merchant_id', '=', merchantId)
  if (last !== undefined) query = query.where('store_id', '>', last)
  return (await query.orderBy('store_id').limit(1).executeTakeFirst())?.store_id
}

async function nameOf(db: Database, merchantId: string, storeId: string): Promise<string> {
  const { store_name } = await db
    .selectFrom('receipts')
    .select('store_name')
    .where('merchant_id', '=', merchantId)
    .where('store_id', '=', storeId)
    .orderBy('receipt_date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return store_name
}
