import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressKey } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import type { ReceiptTable } from '../../database/tables.ts'
import type { Choice } from './choice.ts'

/** A chosen receipt, with all its deliveries, or a single delivery of a receipt that isn't chosen. */
export interface Found {
  kind: 'receipt' | 'delivery'
  id: string
  /** Where the search goes on after it. */
  position: Position
}

/** How far a search has come: receipts by time and id, then deliveries by id. */
export type Position = readonly ['receipt', number, string] | readonly ['delivery', string]

/** Rows per query: few enough to keep the embedded database, and with it the process, busy for milliseconds only. */
const step = 500

/**
 * Finds what a choice means, in a fixed order. An address has no index, because it would make every receipt slower for the
 * sake of a rare question: all of the merchant's receipts and deliveries are read, with pauses for other work.
 *
 * @param after where an earlier search stopped
 */
export async function* findChosen(
  db: Database,
  merchantId: string,
  choice: Choice,
  after?: Position,
): AsyncGenerator<Found> {
  if ('receiptId' in choice) {
    const { receiptId: id } = choice
    if (!after && (await isThere(db, merchantId, id))) yield { kind: 'receipt', id, position: ['receipt', 0, id] }
  } else if ('from' in choice) {
    yield* datedReceipts(db, merchantId, choice, after)
  } else {
    const key = addressKey(choice.emailAddress)
    if (after?.[0] !== 'delivery') yield* customersReceipts(db, merchantId, key, after)
    yield* mailsTo(db, merchantId, key, after?.[0] === 'delivery' ? after[1] : '')
  }
}

async function isThere(db: Database, merchantId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('receipts').select('id').where('id', '=', id).where('merchant_id', '=', merchantId)
  return (await query.executeTakeFirst()) !== undefined
}

async function* datedReceipts(
  db: Database,
  merchantId: string,
  { from, to }: { from: number; to: number },
  after: Position | undefined,
): AsyncGenerator<Found> {
  let [at, lastId] = after?.[0] === 'receipt' ? [after[1], after[2]] : [from, '']
  for (;;) {
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'receipt_date'])
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', at)
      .where('receipt_date', '<=', to)
      .where(({ eb, or }) => or([eb('receipt_date', '>', at), eb('id', '>', lastId)]))
      .orderBy('receipt_date')
      .orderBy('id')
      .limit(step)
      .execute()
    for (const { id, receipt_date } of rows) yield { kind: 'receipt', id, position: ['receipt', receipt_date, id] }
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    at = last.receipt_date
    lastId = last.id
    await nextTurn()
  }
}

async function* customersReceipts(
  db: Database,
  merchantId: string,
  key: string,
  after: Position | undefined,
): AsyncGenerator<Found> {
  let [at, lastId] = after?.[0] === 'receipt' ? [after[1], after[2]] : [0, '']
  for (;;) {
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'received_at', 'email_address'])
      .select(({ eb }) =>
        eb.case().when('email_address', 'is', null).then(eb.ref('api_request')).end().as('api_request'),
      )
      .where('merchant_id', '=', merchantId)
      .where('received_at', '>=', at)
      .where(({ eb, or }) => or([eb('received_at', '>', at), eb('id', '>', lastId)]))
      .orderBy('received_at')
      .orderBy('id')
      .limit(step)
      .execute()
    for (const row of rows) {
      if (customerKey(row) === key)
        yield { kind: 'receipt', id: row.id, position: ['receipt', row.received_at, row.id] }
    }
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    at = last.received_at
    lastId = last.id
    await nextTurn()
  }
}

/** The mails to an address of receipts that aren't its customer's. */
async function* mailsTo(db: Database, merchantId: string, key: string, after: string): AsyncGenerator<Found> {
  for (let lastId = after; ; await nextTurn()) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'receipt_id', 'email_address'])
      .where('merchant_id', '=', merchantId)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(step)
      .execute()
    for (const { id, receipt_id, email_address } of rows) {
      if (addressKey(email_address) !== key) continue
      const receipt = await db
        .selectFrom('receipts')
        .select(['email_address', 'api_request'])
        .where('id', '=', receipt_id)
        .executeTakeFirst()
      if (!receipt || customerKey(receipt) !== key) yield { kind: 'delivery', id, position: ['delivery', id] }
    }
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    lastId = last.id
  }
}

/** The customer's address, which a request may hold even if the receipt wasn't mailed. */
function customerKey({
  email_address,
  api_request,
}: Pick<ReceiptTable, 'email_address'> & { api_request: string | null }): string | undefined {
  if (email_address !== null) return addressKey(email_address)
  const { customer } = JSON.parse(api_request ?? '{}') as { customer?: { emailAddress?: unknown } | null }
  const address = customer?.emailAddress
  return typeof address === 'string' ? addressKey(address) : undefined
}

/** Encodes where a search stopped. */
export function writePosition(position: Position): string {
  return Buffer.from(position.join('.')).toString('base64url')
}

/** Decodes what `writePosition` encoded; undefined for anything else. */
export function readPosition(text: string): Position | undefined {
  if (text.length > 100) return undefined
  const match = /^(?:receipt\.(-?\d{1,16})|delivery)\.([0-9a-f]{32})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  )
  if (!match) return undefined
  const [, at, id = ''] = match
  return at === undefined ? ['delivery', id] : ['receipt', Number(at), id]
}
