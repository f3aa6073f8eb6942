import { type Reach, storesAsked } from '../basics/reach.ts'
import type { Database, ExpressionBuilder } from '../database/database.ts'
import { isOneOf, receiptsBy } from '../database/rows.ts'
import type { ReceiptTable, Tables } from '../database/tables.ts'

/** Which receipts to list; all conditions hold. */
export interface Filters extends Reach {
  /** First and last instant, inclusive, milliseconds. */
  from: number
  to: number
  storeId?: string
  storeName?: string
  transactionNumbers: readonly string[]
  /** First and last day that receipts say, inclusive, days since 1970. */
  days?: { from: number; to: number }
  /** Only these receipts, by id. */
  among?: readonly string[]
}

/** The columns that lists show. */
export type ListedReceipt = Omit<ReceiptTable, 'api_request' | 'offers' | 'statistics_place'>

/** Part of a list, and whether there is more on either side. */
export interface ReceiptPage {
  receipts: ListedReceipt[]
  hasPrevious: boolean
  hasNext: boolean
}

const columns = [
  'id',
  'merchant_id',
  'received_at',
  'receipt_date',
  'receipt_date_text',
  'store_id',
  'store_name',
  'store_city',
  'store_zip_code',
  'store_territory',
  'transaction_number',
  'transaction_amount',
  'transaction_type',
  'payment_type',
  'email_address',
  'items',
  'engine_version',
  'merchant_version',
  'api_version',
  'currency',
  'local_day',
  'locale',
] as const satisfies readonly (keyof ListedReceipt)[]

/**
 * One page of receipts, newest first; receipts with the same date are sorted by id.
 *
 * With a cursor, the page starts after (or ends before) that receipt, so that new receipts shift nothing and every depth costs
 * the same. Page numbers count from the newest receipt.
 *
 * @param start a cursor or a page number, from 1
 */
export async function pageOfReceipts(
  db: Database,
  filters: Filters,
  size: number,
  start: Cursor | number,
): Promise<ReceiptPage> {
  const stores = storesAsked(filters, filters.storeId)
  const only = stores?.length === 1 ? stores[0] : undefined
  if (typeof start === 'number') {
    const rows = await matching('next')
      .limit(size + 1)
      .offset((start - 1) * size)
      .execute()
    const hasPrevious = start > 1 && (rows.length > 0 || (await beginsBefore((start - 1) * size)))
    return { receipts: rows.slice(0, size), hasPrevious, hasNext: rows.length > size }
  }
  const rows = await beyond(start)
    .limit(size + 1)
    .execute()
  const receipts = rows.slice(0, size)
  const more = rows.length > size
  if (start.way === 'prev') receipts.reverse()
  const back = await canGoBack(start, receipts)
  return start.way === 'next'
    ? { receipts, hasPrevious: back, hasNext: more }
    : { receipts, hasPrevious: more, hasNext: back }

  function matching(way: Cursor['way'], { from = filters.from, to = filters.to } = {}) {
    const order = way === 'next' ? 'desc' : 'asc'
    let query = source()
      .select(columns)
      .where('merchant_id', '=', filters.merchantId)
      .where('receipt_date', '>=', from)
      .where('receipt_date', '<=', to)
      .orderBy('receipt_date', order)
      .orderBy('id', order)
    if (stores !== null)
      query = only === undefined ? query.where(isOneOf('store_id', stores)) : query.where('store_id', '=', only)
    if (filters.storeName !== undefined) query = query.where('store_name', '=', filters.storeName)
    const { days } = filters
    if (days) query = query.where(eb => eb.between(dayOf(eb), days.from, days.to))
    for (const number of filters.transactionNumbers) query = query.where('transaction_number', '=', number)
    return query
  }

  /**
   * All receipts, by the index of the filter that fits the fewest; or the few wanted ones, with a limit, because else databases
   * would rather read all by date to find them.
   */
  function source() {
    const { among, transactionNumbers, storeName } = filters
    if (!among) {
      if (transactionNumbers.length > 0) return receiptsBy(db, 'transaction_number')
      if (only !== undefined) return receiptsBy(db, 'store_id')
      if (storeName !== undefined) return receiptsBy(db, 'store_name')
      return db.selectFrom('receipts')
    }
    // Its type is a derived table's; its name is the table's own, and its columns are all that is read.
    return db.selectFrom(from =>
      from.selectFrom('receipts').select(columns).where('id', 'in', among).limit(among.length).as('receipts'),
    ) as unknown as ReturnType<typeof db.selectFrom<'receipts'>>
  }

  function beyond({ way, date, id }: Cursor) {
    const sign = way === 'next' ? '<' : '>'
    // The extra bound on the date lets the database enter the index right at the cursor.
    return matching(
      way,
      way === 'next' ? { to: Math.min(filters.to, date) } : { from: Math.max(filters.from, date) },
    ).where(({ eb, or }) => or([eb('receipt_date', sign, date), eb('id', sign, id)]))
  }

  /** Whether there are receipts on the side the reader came from. */
  async function canGoBack({ way, date, id }: Cursor, [first]: readonly ListedReceipt[]): Promise<boolean> {
    if (way === 'prev') return true
    const from = first ? { date: first.receipt_date, id: first.id } : { date: date - 1, id }
    return (
      (
        await beyond({ way: 'prev', ...from })
          .limit(1)
          .execute()
      ).length > 0
    )
  }

  async function beginsBefore(offset: number): Promise<boolean> {
    const before = await matching('next')
      .limit(1)
      .offset(Math.max(0, offset - size))
      .execute()
    return before.length > 0
  }
}

/** The day that a receipt says; for older ones, the UTC day of its date. */
function dayOf(eb: ExpressionBuilder<Tables, 'receipts'>) {
  return eb.fn.coalesce('local_day', eb.cast<number>(eb('receipt_date', '/', 86_400_000), 'integer'))
}

/** Where a page starts: after (`next`) or before (`prev`) the receipt with this date (ms) and id. */
export interface Cursor {
  way: 'next' | 'prev'
  date: number
  id: string
}

/** Encodes a cursor for a URL. */
export function writeCursor({ way, date, id }: Cursor): string {
  return Buffer.from(`${way === 'next' ? 'n' : 'p'}.${date}.${id}`).toString('base64url')
}

/** Decodes what `writeCursor` encoded; undefined for anything else. */
export function readCursor(text: string): Cursor | undefined {
  if (text.length > 100) return undefined
  const match = /^([np])\.(-?\d{1,16})\.([0-9a-f]{32})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!match) return undefined
  const [, way, date, id = ''] = match
  return { way: way === 'n' ? 'next' : 'prev', date: Number(date), id }
}
