import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { addressKey } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import { dateOrInstant, spanOf } from '../instant.ts'

/** A chosen receipt, with all its deliveries, or a single delivery of a receipt that isn't chosen. */
export interface ChosenRecord {
  kind: 'receipt' | 'delivery'
  id: string
  /** Where the search goes on after it. */
  position: Position
}

/** How far a search has come: receipts by time and id, then deliveries by id. */
export type Position = readonly ['receipt', number, string] | readonly ['delivery', string]

/** Rows per query: few enough to keep the embedded database, and with it the process, busy for milliseconds only. */
const step = 200

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
): AsyncGenerator<ChosenRecord> {
  if ('receiptId' in choice) {
    const { receiptId: id } = choice
    if (!after && (await isThere(db, merchantId, id))) yield { kind: 'receipt', id, position: ['receipt', 0, id] }
  } else if ('from' in choice) {
    yield* receiptsOf(db, { merchantId, time: 'receipt_date', ...choice }, after)
  } else {
    const key = addressKey(choice.emailAddress)
    if (after?.[0] !== 'delivery')
      yield* receiptsOf(db, { merchantId, time: 'received_at', from: 0, to: maxTime, key }, after)
    yield* mailsTo(db, merchantId, key, after?.[0] === 'delivery' ? after[1] : '')
  }
}

async function isThere(db: Database, merchantId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('receipts').select('id').where('id', '=', id).where('merchant_id', '=', merchantId)
  return (await query.executeTakeFirst()) !== undefined
}

/** The last time that a date can be. */
const maxTime = 8.64e15

interface Within {
  merchantId: string
  time: 'receipt_date' | 'received_at'
  from: number
  to: number
  /** Only receipts of the customer with this address. */
  key?: string
}

async function* receiptsOf(
  db: Database,
  { merchantId, time, from, to, key }: Within,
  after: Position | undefined,
): AsyncGenerator<ChosenRecord> {
  let [at, lastId] = after?.[0] === 'receipt' ? [after[1], after[2]] : [from, '']
  for (;;) {
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'receipt_date', 'received_at', 'email_address'])
      .$if(key !== undefined, query =>
        query.select(({ eb }) =>
          eb.case().when('email_address', 'is', null).then(eb.ref('api_request')).end().as('api_request'),
        ),
      )
      .where('merchant_id', '=', merchantId)
      .where(time, '>=', at)
      .where(time, '<=', to)
      .where(({ eb, or }) => or([eb(time, '>', at), eb('id', '>', lastId)]))
      .orderBy(time)
      .orderBy('id')
      .limit(step)
      .execute()
    for (const row of rows)
      if (key === undefined || customerKey(row) === key)
        yield { kind: 'receipt', id: row.id, position: ['receipt', row[time], row.id] }
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    at = last[time]
    lastId = last.id
    await nextTurn()
  }
}

/** The mails to an address of receipts that aren't its customer's. */
async function* mailsTo(db: Database, merchantId: string, key: string, after: string): AsyncGenerator<ChosenRecord> {
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

interface Sent {
  email_address: string | null
  api_request?: string | null
}

/** The customer's address, which a request may hold even if the receipt wasn't mailed. */
function customerKey({ email_address, api_request }: Sent): string | undefined {
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

/** Which receipts and mails of a merchant are erased or exported. */
export type Choice =
  /** The receipts of the customer with this address, and the mails of other receipts to it. */
  | { emailAddress: string }
  | { receiptId: string }
  /** The receipts dated so, inclusive, milliseconds since 1970. */
  | { from: number; to: number }

/** The fields of a choice, for the API and the commands. */
export const choiceFields = {
  emailAddress: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('The customer’s receipts, in any case of letters, and the mails of other receipts to this address.'),
  receiptId: z.string().min(1).max(100).optional().describe('One receipt and its mails.'),
  from: dateOrInstant
    .optional()
    .describe('Receipts dated from then on; only with `to`. Without an offset, by the merchant’s clock.'),
  to: dateOrInstant
    .optional()
    .describe('Receipts dated until then; without a time, the whole day. Without an offset, by the merchant’s clock.'),
}

type Fields = z.output<z.ZodObject<typeof choiceFields>>

/** Whether exactly one choice is made. */
export function isOneChoice({ emailAddress, receiptId, from, to }: Fields): boolean {
  return [emailAddress, receiptId, from ?? to].filter(part => part !== undefined).length === 1 && !from === !to
}

/** What a schema says if not. */
export const notOneChoice = {
  message: 'must have one of emailAddress, receiptId, and from with to',
  path: ['emailAddress'],
}

/**
 * The choice that such fields make.
 *
 * @param timeZone the merchant's
 */
export function choiceOf({ emailAddress, receiptId, from = '', to = '' }: Fields, timeZone: string): Choice {
  if (emailAddress !== undefined) return { emailAddress }
  if (receiptId !== undefined) return { receiptId }
  return spanOf(from, to, timeZone)
}

/** The choice as the audit trail keeps it: without the address. */
export function toldChoice(choice: Choice): Record<string, unknown> {
  if ('emailAddress' in choice) return { by: 'emailAddress' }
  if ('receiptId' in choice) return { by: 'receiptId', receiptId: choice.receiptId }
  return { by: 'date', from: new Date(choice.from).toISOString(), to: new Date(choice.to).toISOString() }
}

/** What an operator may note about a person's request. */
export const reference = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^@]*$/, 'must be a number or name of the request, without an address')
  .optional()
  .describe('Your number of the person’s request, for the audit trail, which keeps no address.')
