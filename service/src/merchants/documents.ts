import { type EmailMessage, type ImageOptions, OptionError, type PdfOptions, type ReceiptOptions } from 'counterfoil'
import {
  type DrawJob,
  type MissingField,
  type Printer,
  type PrintJob,
  type PrintSteps,
  stepsHere,
} from 'counterfoil/internal'
import type { Thread } from './apart/thread.ts'
import type { AppearanceContent } from './appearances.ts'
import type { Opening } from './engine-options.ts'

/**
 * UTF-16 units of JSON from which a receipt is large: it is read and drawn in a thread of its own. Nine of ten receipts have less than a
 * quarter of that, and none below it is known to take 50 ms, whatever is in it.
 */
export const largeReceipt = 16_384

/** UTF-16 units of a page from which it is tagged and packed apart: smaller ones take 20 ms. */
const largePage = 100_000

/** Makes the documents of one receipt, here or apart. */
export interface Documents {
  view(receipt: string, options: ReceiptOptions): unknown
  email(receipt: string, options: ReceiptOptions): EmailMessage | Promise<EmailMessage>
  html(receipt: string, options: ReceiptOptions): string | Promise<string>
  pdf(receipt: string, options: PdfOptions): Promise<Uint8Array<ArrayBuffer>>
  image(receipt: string, options: ImageOptions): Promise<Uint8Array<ArrayBuffer>>
}

/** A document to make apart (`receipts/jobs.ts`). */
export interface DocumentRequest {
  kind: keyof Documents
  opening: AppearanceContent & Opening
  receipt: string
  options: ImageOptions & PdfOptions
}

/** What is made apart: of a PDF or an image, what is to be printed or drawn. */
export interface DocumentMade {
  made: unknown
  missing: readonly MissingField[]
}

/** Has documents made in the other thread; what is printed of them is printed here. */
export function documentsApart(
  { run }: Pick<Thread, 'run'>,
  printer: Pick<Printer, 'print' | 'draw'>,
  merchantId: string,
  opening: AppearanceContent & Opening,
  onMissingField: (missing: MissingField) => void,
): Documents {
  async function make(kind: keyof Documents, receipt: string, given: DocumentRequest['options']) {
    const { signal, ...options } = given
    const input: DocumentRequest = { kind, opening, receipt, options }
    const job = { merchantId, bytes: receipt.length, isPatient: true, name: 'makeDocument', input }
    const answer = run(signal ? { ...job, signal } : job).catch(asEnginesError)
    const { made, missing } = (await answer) as DocumentMade
    for (const each of missing) onMissingField(each)
    return made
  }
  return {
    view: (receipt, given) => make('view', receipt, given),
    email: async (receipt, given) => withBuffers((await make('email', receipt, given)) as EmailMessage),
    html: async (receipt, given) => (await make('html', receipt, given)) as string,
    async pdf(receipt, given) {
      const job = (await make('pdf', receipt, given)) as PrintJob
      return printer.print({ ...job, signal: given.signal })
    },
    async image(receipt, given) {
      const job = (await make('image', receipt, given)) as DrawJob
      return printer.draw({ ...job, signal: given.signal })
    },
  }
}

/** The last steps of printing a page: for a long one in the other thread, if there is one. */
export function stepsFor(html: string, thread: Pick<Thread, 'run'> | undefined, merchantId: string): PrintSteps {
  return thread && html.length > largePage ? stepsApart(thread, merchantId) : stepsHere()
}

function stepsApart({ run }: Pick<Thread, 'run'>, merchantId: string): PrintSteps {
  const ask = (name: string, input: unknown) => run({ merchantId, isPatient: true, name, input })
  return {
    isUnderstood: async html => (await ask('isUnderstood', html)) as boolean,
    finish: async page => (await ask('finishPdf', page)) as Awaited<ReturnType<PrintSteps['finish']>>,
  }
}

/** From another thread, a buffer comes as bytes. */
function withBuffers(message: EmailMessage): EmailMessage {
  const attachments = message.attachments.map(each => ({ ...each, content: Buffer.from(each.content.buffer) }))
  return { ...message, attachments }
}

/** Errors that come from another thread lose their class; this one is looked for. */
function asEnginesError(error: unknown): never {
  if (error instanceof Error && error.name === 'OptionError') throw new OptionError(error.message, { cause: error })
  throw error
}
