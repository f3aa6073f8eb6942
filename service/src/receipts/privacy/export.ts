import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Addressed, suppressionHash } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import { messagesAbout } from '../../delivery/webhooks/customers.ts'
import type { SearchKey } from '../search/terms.ts'
import { type Choice, type ChosenRecord, findChosen, type Position } from './find.ts'

/** A part of an export, as JSON texts. */
interface ExportPage {
  /** Receipts with all their deliveries and attempts. */
  receipts: string[]
  /** Deliveries of receipts that aren't chosen. */
  deliveries: string[]
  /** Why the merchant doesn't write to the address; undefined if it does. */
  suppression: string | undefined
  /** Where the next page starts; undefined at the end. */
  next: Position | undefined
}

/** What exports read with. */
interface ExportContext {
  db: Database
  searchKey: SearchKey
}

/** Most receipts and single deliveries on a page. */
export const maxExported = 500

/** Receipts and single deliveries that are read at once; then everybody else has a turn. */
const batchSize = 20

/** Most characters on a page, unless one receipt has more. */
const maxTextLength = 16 * 1024 * 1024

/**
 * What is stored of what is chosen: every column of the tables, in JSON, times as ISO 8601, requests as they were sent.
 *
 * @param after `next` of the page before
 */
export async function exportPage(
  { db, searchKey }: ExportContext,
  merchantId: string,
  choice: Choice,
  after?: Position,
): Promise<ExportPage> {
  const isAddress = 'emailAddress' in choice
  const suppression = isAddress && !after ? await suppressionText(db, searchKey, { merchantId, ...choice }) : undefined
  const page: ExportPage = { receipts: [], deliveries: [], suppression, next: undefined }
  let last: Position | undefined
  let size = 0
  for await (const batch of inBatches(findChosen(db, merchantId, choice, after))) {
    const texts = await textsOfRecords(db, batch)
    for (const { kind, id, position } of batch) {
      const text = texts[kind].get(id)
      if (text === undefined) continue
      size += text.length
      const count = page.receipts.length + page.deliveries.length
      if (count === maxExported || (count > 0 && size > maxTextLength)) return { ...page, next: last }
      page[kind === 'receipt' ? 'receipts' : 'deliveries'].push(text)
      last = position
    }
    await nextTurn()
  }
  return page
}

async function* inBatches(records: AsyncIterable<ChosenRecord>): AsyncGenerator<ChosenRecord[]> {
  let batch: ChosenRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A page as one JSON text, with what `about` adds. */
export function pageText({ receipts, deliveries, suppression }: ExportPage, about: Record<string, unknown>): string {
  const begun = JSON.stringify(about).slice(0, -1)
  const lists = `"receipts":[${receipts.join(',\n')}],"deliveries":[${deliveries.join(',\n')}]`
  return `${begun},${lists}${suppression === undefined ? '' : `,"suppression":${suppression}`}}`
}

/**
 * Writes a whole export as one JSON text, page by page, so that it may be larger than memory.
 *
 * @param about begins the text; its `merchantId` is the merchant
 */
export async function writeExport(
  context: ExportContext,
  choice: Choice,
  about: { merchantId: string; exportedAt: string },
  write: (text: string) => void,
): Promise<{ receipts: number; deliveries: number }> {
  const counts = { receipts: 0, deliveries: 0 }
  write(`${JSON.stringify(about).slice(0, -1)},"receipts":[`)
  let suppression: string | undefined
  for (let after: Position | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const page: ExportPage = await exportPage(context, about.merchantId, choice, after)
    suppression ??= page.suppression
    for (const text of page.receipts) write(`${counts.receipts++ === 0 ? '' : ','}\n${text}`)
    // The search finds all receipts before the first single delivery.
    for (const text of page.deliveries) write(`${counts.deliveries++ === 0 ? '],"deliveries":[' : ','}\n${text}`)
    after = page.next
  }
  if (counts.deliveries === 0) write('],"deliveries":[')
  write(`]${suppression === undefined ? '' : `,"suppression":${suppression}`}}\n`)
  return counts
}

/** The texts of what is still there, by kind and id. */
async function textsOfRecords(
  db: Database,
  records: readonly ChosenRecord[],
): Promise<Record<ChosenRecord['kind'], Map<string, string>>> {
  const idsOfKind = (kind: ChosenRecord['kind']) => idsOf(records.filter(record => record.kind === kind))
  const among = (ids: string[]) => textsOf(db, ids)
  const receiptIds = idsOfKind('receipt')
  const receipts = await db.selectFrom('receipts').selectAll().where('id', 'in', among(receiptIds)).execute()
  // By one column each: of both in one question PostgreSQL would read the whole table.
  const deliveriesBy = (column: 'receipt_id' | 'id', ids: string[]) =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where(column, 'in', among(ids))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  const deliveries = [
    ...(await deliveriesBy('receipt_id', receiptIds)),
    ...(await deliveriesBy('id', idsOfKind('delivery'))),
  ]
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', 'in', among(idsOf(deliveries)))
    .orderBy('number')
    .execute()
  const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  const deliveryTexts = new Map(
    deliveries.map(row => [row.id, objectText(row, `"attempts":${listText(attemptsOf.get(row.id))}`)]),
  )
  const deliveriesOf = Map.groupBy(deliveries, ({ receipt_id }) => receipt_id)
  const messagesOf = Map.groupBy(await messagesAbout(db, receiptIds), ({ receipt_id }) => receipt_id)
  const receiptText = (row: { id: string }) => {
    const mails = (deliveriesOf.get(row.id) ?? []).map(({ id }) => deliveryTexts.get(id))
    const told = (messagesOf.get(row.id) ?? []).map(({ attempts, ...message }) =>
      objectText(message, `"attempts":${listText(attempts)}`),
    )
    return objectText(row, `"deliveries":[${mails.join(',')}],"webhookMessages":[${told.join(',')}]`)
  }
  return { receipt: new Map(receipts.map(row => [row.id, receiptText(row)])), delivery: deliveryTexts }
}

function listText(rows: readonly object[] = []): string {
  return `[${rows.map(row => objectText(row)).join(',')}]`
}

async function suppressionText(db: Database, key: SearchKey, address: Addressed): Promise<string | undefined> {
  const query = db.selectFrom('suppressions').selectAll().where('address_hash', '=', suppressionHash(key, address))
  const row = await query.executeTakeFirst()
  return row && objectText(row)
}

/** Columns whose text is JSON. */
const jsonColumns = ['items', 'locale', 'offers', 'api_request', 'data', 'customer']

/** A row as a JSON object: all columns, so that none is ever forgotten, and more fields, in JSON. */
function objectText(row: object, more?: string): string {
  const fields = Object.entries(row).map(([column, value]) => {
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return `${JSON.stringify(name)}:${valueText(column, value)}`
  })
  return `{${[...fields, ...(more === undefined ? [] : [more])].join(',')}}`
}

function valueText(column: string, value: unknown): string {
  if (value === null) return 'null'
  if (jsonColumns.includes(column)) return String(value)
  const isTime = column.endsWith('_at') || column === 'receipt_date'
  return JSON.stringify(isTime ? new Date(Number(value)).toISOString() : value)
}
