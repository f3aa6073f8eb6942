import { auditReceipt, type Engine, type ReceiptData, type Warning } from 'counterfoil'
import {
  type DrawJob,
  type FieldErrors,
  type MissingField,
  type PrintedPage,
  type Printer,
  type PrintJob,
  readStored,
  stepsHere,
} from 'counterfoil/internal'
import { newIdAt } from '../basics/ids.ts'
import { createKeeper } from '../basics/ttl-cache.ts'
import type { AppearanceContent } from '../merchants/appearances.ts'
import type { DocumentMade, DocumentRequest } from '../merchants/documents.ts'
import { type Opening, openAppearance } from '../merchants/engine-options.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { draftOf, type UnwrittenReceipt } from './draft.ts'
import type { SearchKey } from './search/terms.ts'

/** What the thread apart does (`apart/thread.ts`): all that takes the longer, the larger a receipt is. */

/** A large receipt to read. */
export interface ReadRequest {
  /** As it was sent. */
  body: string
  merchant: Pick<Merchant, 'id' | 'version' | 'settings'>
  opening: AppearanceContent & Opening
  acceptLanguage: string | null
  receivedAt: number
  searchKey: SearchKey
}

/** What is made of a large receipt. */
export type ReadAnswer =
  | { errors: FieldErrors }
  | { draft: UnwrittenReceipt; workstation: ReceiptData['workstation']; warnings: readonly Warning[] }

/** Reads a receipt, and makes of it all that is written when it is accepted. */
export async function readLarge(request: ReadRequest): Promise<ReadAnswer> {
  const { body, merchant, opening, acceptLanguage, ...rest } = request
  const { settings } = merchant
  const { receipt, masked, errors } = readStored(body, settings.cardData, {
    gtin12: settings.gtin12,
    receivedAt: rest.receivedAt,
  })
  if (!receipt || masked === undefined) return { errors }
  const { engine } = await engineOf(opening)
  const locale = engine.locale(receipt, { acceptLanguage })
  const id = newIdAt(rest.receivedAt)
  return {
    draft: draftOf({ ...rest, id, merchant, receipt, locale, apiRequest: masked, offerIds: [] }),
    workstation: receipt.workstation,
    warnings: auditReceipt(receipt, settings),
  }
}

/** Makes a document, up to what a browser prints or draws. */
export async function makeDocument({ kind, opening, receipt, options }: DocumentRequest): Promise<DocumentMade> {
  const { engine, taken } = await engineOf(opening)
  taken.missing = []
  const made = await engine[kind](receipt, options)
  const { missing, job } = taken
  // Of the others, what is made is the answer; of a view, that it can be.
  return { made: kind === 'pdf' || kind === 'image' ? job : kind === 'view' ? undefined : made, missing }
}

/** Whether our tags fit a page that is to be printed. */
export const isUnderstood = (html: string) => stepsHere().isUnderstood(html)

/** Tags and packs a printed page. */
export const finishPdf = (page: PrintedPage) => stepsHere().finish(page)

/** An engine, and what it had to say and to print of the last document. */
interface Opened {
  engine: Engine
  taken: { missing: MissingField[]; job?: PrintJob | DrawJob }
}

/** Engines kept at once. Large receipts are few, and so are the merchants that send them. */
const engines = createKeeper<Opened>(20)

function engineOf(opening: AppearanceContent & Opening): Promise<Opened> {
  return engines(JSON.stringify(opening), async () => {
    const taken: Opened['taken'] = { missing: [] }
    // Functions can't be sent; who prints has its own.
    const take = async ({ signal: _, onMissingGlyphs: __, ...job }: PrintJob | DrawJob) => {
      taken.job = job as PrintJob | DrawJob
      return new Uint8Array()
    }
    const close = async () => {}
    const letters = { missingScripts: () => [], checkLetters: () => {} }
    const printer: Printer = { print: take, draw: take, ...letters, close, [Symbol.asyncDispose]: close }
    const engine = await openAppearance(opening, printer, missing => void taken.missing.push(missing))
    return { engine, taken }
  })
}
