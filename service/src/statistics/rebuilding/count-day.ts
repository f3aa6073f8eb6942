import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import type { ReceiptTable } from '../../database/tables.ts'
import { readChange } from '../counting/change.ts'
import { readPlace, writePlace } from '../counting/place.ts'
import { recountMails, recountReceipt } from '../counting/recount.ts'
import { createTally, mostTallied, type Tally } from '../folding/tally.ts'

/** A day of a merchant, counted from its receipts as of one moment. */
export interface DayCount {
  tallies: Tally[]
  receipts: number
  /** The changes that are counted with it, by id. */
  pending: number[]
  /** Receipts that had no place yet, or one that an earlier version decided. */
  placed: { id: string; before: string | null; place: string }[]
}

const hour = 3_600_000

/** Clocks differ from UTC by less than so much. */
const widest = 15 * hour

/** Receipts at once, with their requests: a service that counts beside its work answers in between. */
const step = 100

/** Counts a day: its receipts with their mails, and changes of erased ones that wait for being folded. */
export async function countDay(snapshot: Database, merchantId: string, day: number): Promise<DayCount> {
  const counted: DayCount = { tallies: [], receipts: 0, pending: [], placed: [] }
  let tally = createTally()
  counted.tallies.push(tally)
  let size = 0
  const add = (place: string, change: ReturnType<typeof readChange>) => {
    if (size >= mostTallied) {
      tally = createTally()
      counted.tallies.push(tally)
      size = 0
    }
    size += 1
    tally.add(merchantId, 0, place, change)
  }

  const deltas = await snapshot
    .selectFrom('statistics_deltas')
    .select(['id', 'kept', 'place', 'body'])
    .where('merchant_id', '=', merchantId)
    .execute()
  for (const { id, kept, place, body } of deltas) {
    if (readPlace(place).day !== day) continue
    const change = readChange(body)
    if (kept === 1) add(place, change)
    else if (change.isEvent !== true) counted.pending.push(id)
  }

  for await (const receipts of receiptsNear(snapshot, merchantId, day)) {
    const there = receipts.flatMap(receipt => {
      const found = recountReceipt(receipt)
      return found.place.day === day ? { receipt, place: writePlace(found.place), change: found.change } : []
    })
    for (const { receipt, place, change } of there) {
      add(place, change)
      const before = receipt.statistics_place
      if (before !== place) counted.placed.push({ id: receipt.id, before, place })
    }
    counted.receipts += there.length
    const places = new Map(there.map(({ receipt, place }) => [receipt.id, place]))
    if (places.size === 0) continue
    const deliveries = await snapshot
      .selectFrom('deliveries')
      .selectAll()
      .where('receipt_id', 'in', [...places.keys()])
      .execute()
    for (const [{ receipt_id }, change] of await recountMails(snapshot, deliveries))
      add(places.get(receipt_id) ?? '', change)
  }
  return counted
}

async function* receiptsNear(snapshot: Database, merchantId: string, day: number): AsyncGenerator<ReceiptTable[]> {
  let [at, last] = [day * 24 * hour - widest, '']
  const end = (day + 1) * 24 * hour + widest
  for (;;) {
    const rows = await snapshot
      .selectFrom('receipts')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', at)
      .where('receipt_date', '<', end)
      .where(({ eb, or }) => or([eb('receipt_date', '>', at), eb('id', '>', last)]))
      .orderBy('receipt_date')
      .orderBy('id')
      .limit(step)
      .execute()
    if (rows.length > 0) yield rows
    await nextTurn()
    const final = rows.at(-1)
    if (!final || rows.length < step) return
    at = final.receipt_date
    last = final.id
  }
}
