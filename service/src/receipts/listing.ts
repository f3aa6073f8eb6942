import { isMeasure } from 'counterfoil/internal'
import { type Reach, reaches } from '../basics/reach.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import { idsOf } from '../database/rows.ts'
import type { DeliveryStatus } from '../database/tables.ts'
import type { ListedReceipt } from './page.ts'
import { type FitKind, fitsOf } from './search/fits.ts'
import { requestsOf, type SignedReceipt, signedAmount } from './signed-amounts.ts'

/** A receipt in a list, with what its columns don't hold. */
export type Listing = SignedReceipt & {
  /** The goods, each once, in the receipt's order. */
  goods: { name: string; pieces: number }[]
  /** What the customer wanted, as sent. */
  receiptType: string | undefined
  /** The last mail; undefined without any. */
  mail: { status: DeliveryStatus | 'bounced'; emailAddress: string } | undefined
  /** As what the number that was searched for fits it. */
  fits?: FitKind[]
}

/** A number that was searched for, and whether it may be a card's or an amount, too. */
interface Searched {
  number: string
  isAny: boolean
}

/** Reads the rest of a page of receipts: goods, signed amounts, and how their last mails stand; and as what a number fits them. */
export async function listingsOf(
  db: Database,
  rows: readonly ListedReceipt[],
  searched?: Searched,
): Promise<Listing[]> {
  const ids = idsOf(rows)
  const [requests, mails] = await Promise.all([requestsOf(db, ids), lastMails(db, ids)])
  return rows.map(row => {
    const request = requests.get(row.id)
    const sent = JSON.parse(request ?? '{}') as SentGoods & { receiptType?: unknown }
    return {
      ...row,
      amount: signedAmount(row, request),
      goods: goodsOf(sent),
      receiptType: typeof sent.receiptType === 'string' ? sent.receiptType : undefined,
      mail: mails.get(row.id),
      ...(searched && { fits: fitsOf(row, sent, searched.number, searched.isAny) }),
    }
  })
}

async function lastMails(db: Database, ids: readonly string[]): Promise<Map<string, NonNullable<Listing['mail']>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select(['receipt_id', 'status', 'email_address', 'bounced_at'])
    .where('receipt_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ receipt_id, status, email_address, bounced_at }) => [
      receipt_id,
      { status: bounced_at === null ? status : 'bounced', emailAddress: email_address },
    ]),
  )
}

/** A request as it was sent, of which nothing is certain. */
interface SentGoods {
  items?: unknown
  orders?: unknown
  returns?: unknown
}

interface SentItem {
  name?: unknown
  quantity?: { value?: unknown; units?: unknown; unitOfMeasureCode?: unknown } | null
}

/** A request's goods, each once: those sold, ordered and brought back. */
export function goodsOf({ items, orders, returns }: SentGoods): { name: string; pieces: number }[] {
  const pieces = new Map<string, number>()
  const parts = [...listOf(orders), ...listOf(returns)] as ({ items?: unknown } | null)[]
  for (const item of [...listOf(items), ...parts.flatMap(part => listOf(part?.items))] as (SentItem | null)[]) {
    const name = typeof item?.name === 'string' ? item.name.trim() : ''
    if (item && name !== '') pieces.set(name, (pieces.get(name) ?? 0) + piecesOf(item))
  }
  return [...pieces].map(([name, count]) => ({ name, pieces: count }))
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What is weighed or measured is one piece, as in the statistics. */
function piecesOf({ quantity }: SentItem): number {
  const { value, units, unitOfMeasureCode: unit } = quantity ?? {}
  const count = Math.abs(Number(value ?? units ?? 1))
  return Number.isInteger(count) && count <= 1e6 && !(typeof unit === 'string' && isMeasure(unit)) ? count : 1
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

/** The stores within reach that receipts came from, by name, at most a minute out of date. */
export async function listStores(db: Database, reach: Reach): Promise<Store[]> {
  const all = await allStores(db, reach.merchantId)
  return all.filter(({ id }) => reaches(reach, id))
}

function allStores(db: Database, merchantId: string): Promise<Store[]> {
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
