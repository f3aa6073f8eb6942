/**
 * The whole way of a receipt, stage by stage:
 *
 *     unknown ─ parseReceipt ─> ReceiptData ─ resolveLocale ─> LocaleDecision ─ presentReceipt ─> ReceiptView
 *       ─ renderMail ─> ReceiptDocument ─ composeEmail ─> EmailMessage
 *       ─ renderPrint ─> PrintDocument ─ print ─> PDF
 *
 * What is expensive is opened once, by `createEngine`; a receipt costs no I/O until it is printed.
 */
import type { MailImages } from './document/images.ts'
import type { PrintDocument, ReceiptDocument } from './document/receipt-document.ts'
import { composeEmail } from './email/compose.ts'
import type { EmailMessage } from './email/email-message.ts'
import { OptionError } from './errors.ts'
import type { LocaleDecision } from './locale/resolve.ts'
import { anObject, anything, checkOptions, type KnownOptions } from './options/check-options.ts'
import { type Paper, papers } from './pdf/paper.ts'
import { openPrinter, type Printer, type PrinterOptions, printerOptions } from './pdf/print.ts'
import { parseReceipt, type ReceiptSource } from './receipt/parse.ts'
import { openStages, optional, type ReceiptOptions, receiptOptions, type StageOptions, stageOptions } from './stages.ts'
import type { ReceiptView } from './view/receipt-view.ts'

export type { ReceiptOptions } from './stages.ts'

export interface EngineOptions extends StageOptions {
  /**
   * Default paper, and how the browser that prints is run; or `printer`, one that several engines share. A shared printer
   * is closed by whoever opened it.
   */
  pdf?: PrinterOptions & { paper?: Paper; printer?: Printer }
}

export interface PdfOptions extends ReceiptOptions {
  /** Default: the engine's, then `a4`. */
  paper?: Paper
  /** Gives up waiting or printing. */
  signal?: AbortSignal
}

export interface Engine extends AsyncDisposable {
  /** In which language a receipt will be, and why. */
  locale(receipt: ReceiptSource, options?: ReceiptOptions): LocaleDecision
  /** What the receipt says, before it looks like anything. */
  view(receipt: ReceiptSource, options?: ReceiptOptions): ReceiptView
  /** The receipt as a mail for nodemailer. */
  email(receipt: ReceiptSource, options?: ReceiptOptions): EmailMessage
  /** The receipt as a page that stands alone in a browser, pictures inside. */
  html(receipt: ReceiptSource, options?: ReceiptOptions): string
  /** The receipt as plain text, 64 columns. */
  text(receipt: ReceiptSource, options?: ReceiptOptions): string
  /** The receipt as PDF. The only call that needs a browser. */
  pdf(receipt: ReceiptSource, options?: PdfOptions): Promise<Uint8Array>
  /** Ends the browser, if one was started. */
  close(): Promise<void>
}

/**
 * Opens what all receipts share: templates, words, brand. The browser is started by the first PDF.
 *
 * Each call of the engine takes a receipt as it came (JSON value or text) or as `parseReceipt` gave it, and throws
 * `ReceiptDataError` when it is not valid.
 *
 * @throws TemplateError, LocaleError, OptionError when what the merchant gave cannot work
 */
export async function createEngine(given: EngineOptions = {}): Promise<Engine> {
  checkOptions('', given, engineOptions)
  const { pdf = {}, ...options } = given
  checkOptions('pdf', pdf, pdfOptions)
  const { paper: defaultPaper = 'a4', printer: shared, ...printing } = pdf
  checkPaper(defaultPaper)
  const stages = await openStages(options)
  let own: Printer | undefined

  function view(input: ReceiptSource, asked?: ReceiptOptions): ReceiptView {
    checkOptions('', asked, callOptions)
    const receipt = parseReceipt(input)
    return stages.present(receipt, stages.decide(receipt, asked), asked)
  }

  function mail(input: ReceiptSource, asked: ReceiptOptions | undefined, images: MailImages): ReceiptDocument {
    return stages.mail(view(input, asked), images, asked?.variant, asked?.strict)
  }

  function page(input: ReceiptSource, asked: PdfOptions): PrintDocument {
    const said = view(input, asked)
    const { paper = defaultPaper, variant, strict } = asked
    checkPaper(paper)
    return stages.page(said, paper, variant, strict)
  }

  function printer(): Printer {
    if (shared) return shared
    own ??= openPrinter(printing)
    return own
  }

  async function close(): Promise<void> {
    await own?.close()
    own = undefined
  }

  return {
    locale(input, asked) {
      checkOptions('', asked, callOptions)
      return stages.decide(parseReceipt(input), asked)
    },
    view,
    email: (input, asked) => composeEmail(mail(input, asked, 'cid')),
    html: (input, asked) => mail(input, asked, 'data').html,
    text: (input, asked) => mail(input, asked, 'cid').text,
    async pdf(input, asked = {}) {
      const { html, issued } = page(input, asked)
      return printer().print({
        html,
        paper: asked.paper ?? defaultPaper,
        ...optional('date', issued),
        ...optional('signal', asked.signal),
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const engineOptions: KnownOptions<EngineOptions> = { ...stageOptions, pdf: anObject }
const pdfOptions: KnownOptions<NonNullable<EngineOptions['pdf']>> = {
  ...printerOptions,
  paper: anything,
  printer: anObject,
}

/** One object of options may serve all calls for a receipt, so each takes those of a PDF too. */
const callOptions: KnownOptions<PdfOptions> = { ...receiptOptions, paper: anything, signal: anObject }

function checkPaper(paper: string): void {
  if (!(papers as readonly string[]).includes(paper))
    throw new OptionError(`paper: must be one of ${papers.join(', ')}`)
}
