import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reach } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { chunksOf, idsOf, isOneOf, receiptsBy } from '../../database/rows.ts'
import type { Cursor } from '../page.ts'
import { requestsOf } from '../signed-amounts.ts'
import { addressWords, wordsIn } from './terms.ts'

/** Most receipts that are read for what they list: what lies beyond needs a day or another clue. */
export const maxReceiptsRead = 20_000

/** Rows per query: few enough to keep the embedded database, and with it the process, busy for milliseconds only. */
const step = 500

/** Where to look, and for how many. */
export interface GoodsQuery extends Reach {
  /** First and last instant, inclusive, milliseconds since 1970. */
  from: number
  to: number
  /** Where the search begins, and which way it goes. Default: from the newest on. */
  start?: Cursor | undefined
  /** Finds that end the search. */
  enough: number
}

/**
 * Finds receipts whose goods, with the name in the customer's address, have all of some words. Goods have no index: it would double what
 * a receipt of twenty lines weighs. The receipts' lists are read instead, with pauses for other work.
 *
 * @param words as `wordsOf` gives them
 * @returns the receipts with their dates, and the date of the last one read if not all were
 */
export async function findGoods(
  db: Database,
  words: readonly string[],
  { merchantId, from, to, stores, start, enough }: GoodsQuery,
): Promise<{ found: Map<string, number>; readTo?: number }> {
  const only = stores?.length === 1 ? stores[0] : undefined
  const has = matcher(words)
  const order = start?.way === 'prev' ? 'asc' : 'desc'
  const found = new Map<string, number>()
  let after: { date: number; id: string } | undefined = start
  for (let read = 0; read < maxReceiptsRead; read += step) {
    let query = (only === undefined ? db.selectFrom('receipts') : receiptsBy(db, 'store_id'))
      .select(columns)
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', order === 'asc' && after ? after.date : from)
      .where('receipt_date', '<=', order === 'desc' && after ? after.date : to)
      .orderBy('receipt_date', order)
      .orderBy('id', order)
      .limit(step)
    if (stores !== null)
      query = only === undefined ? query.where(isOneOf('store_id', stores)) : query.where('store_id', '=', only)
    if (after) {
      const { date, id } = after
      const sign = order === 'desc' ? '<' : '>'
      query = query.where(({ eb, or }) => or([eb('receipt_date', sign, date), eb('id', sign, id)]))
    }
    const rows = await query.execute()
    const requests = await returnsOf(db, rows)
    for (const row of rows) if (has(row, requests.get(row.id))) found.set(row.id, row.receipt_date)
    const last = rows.at(-1)
    if (!last || rows.length < step || found.size >= enough) return { found }
    after = { date: last.receipt_date, id: last.id }
    await nextTurn()
  }
  return { found, ...(after && { readTo: after.date }) }
}

/** Which of some receipts have all of the words. */
export async function haveGoods(db: Database, words: readonly string[], ids: readonly string[]): Promise<Set<string>> {
  const has = matcher(words)
  const found = new Set<string>()
  for (const some of chunksOf(ids)) {
    const rows = await db.selectFrom('receipts').select(columns).where('id', 'in', some).execute()
    const requests = await returnsOf(db, rows)
    for (const row of rows) if (has(row, requests.get(row.id))) found.add(row.id)
  }
  return found
}

const columns = ['id', 'receipt_date', 'transaction_type', 'items', 'email_address'] as const

interface GoodsRow {
  id: string
  receipt_date: number
  transaction_type: string
  items: string | null
  email_address: string | null
}

/** The requests of returns: lists don't hold what was returned. */
function returnsOf(db: Database, rows: readonly GoodsRow[]): Promise<Map<string, string>> {
  const returns = rows.filter(({ transaction_type }) => /return/i.test(transaction_type))
  return requestsOf(db, idsOf(returns))
}

/** Says whether a receipt has all words. A shop's receipts name the same goods again and again: each name is compared once. */
function matcher(words: readonly string[]): (row: GoodsRow, request: string | undefined) => boolean {
  const all = 2 ** words.length - 1
  const known = new Map<string, number>()
  const bitsOf = (name: string) => {
    const bits = known.get(name) ?? wordsIn(name, words)
    if (known.size < 10_000) known.set(name, bits)
    return bits
  }
  return ({ items, email_address }, request) => {
    let bits = email_address === null ? 0 : wordsIn(addressWords(email_address).join(' '), words)
    for (const name of namesOf(items, request)) bits |= bitsOf(name)
    return bits === all
  }
}

function namesOf(items: string | null, request: string | undefined): string[] {
  const listed = items === null ? [] : (JSON.parse(items) as { itemName?: string }[]).map(({ itemName }) => itemName)
  const { returns } = JSON.parse(request ?? '{}') as { returns?: unknown }
  const returned = Array.isArray(returns) ? returns.flatMap(each => each?.items ?? []).map(item => item?.name) : []
  return [...listed, ...returned].filter(name => typeof name === 'string')
}
