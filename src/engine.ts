/**
 * The whole way of a receipt, stage by stage:
 *
 *     unknown ─ parseReceipt ─> ReceiptData ─ resolveLocale ─> LocaleDecision ─ presentReceipt ─> ReceiptView
 *       ─ renderMail ─> ReceiptDocument ─ composeEmail ─> EmailMessage
 *       ─ renderPrint ─> PrintDocument ─ print ─> PDF
 *
 * What is expensive is opened once, by `createEngine`; a receipt costs no I/O until it is printed.
 */
import { type BrandOptions, readBrand } from './brand.ts'
import type { MailImages } from './document/images.ts'
import type { PrintDocument, ReceiptDocument } from './document/receipt-document.ts'
import { renderMail, renderPrint } from './document/render.ts'
import { loadTemplates } from './document/templates.ts'
import { composeEmail } from './email/compose.ts'
import type { EmailMessage } from './email/email-message.ts'
import { OptionError } from './errors.ts'
import { createFormat } from './locale/format.ts'
import { checkLocaleOptions, type LocaleOptions } from './locale/locale-options.ts'
import { loadCatalogue } from './locale/messages.ts'
import { type LocaleDecision, resolveLocale } from './locale/resolve.ts'
import { type Paper, paperSize, papers } from './pdf/paper.ts'
import { openPrinter, type Printer, type PrinterOptions } from './pdf/print.ts'
import { parseReceipt } from './receipt/parse.ts'
import type { ReceiptData } from './receipt/receipt-data.ts'
import { presentReceipt } from './view/present.ts'
import type { ReceiptView } from './view/receipt-view.ts'
import type { Offer } from './view/sections/offers.ts'

export interface EngineOptions {
  /** Logo, colour, font and foot of the merchant. */
  brand?: BrandOptions
  /** A folder whose files take the place of the package's templates, file by file. */
  templates?: string
  /** Which store speaks which language; `messages` is a folder of `<tag>.json` files with words of your own. */
  locales?: LocaleOptions & { messages?: string }
  /**
   * Default paper, and how the browser that prints is run; or `printer`, one that several engines share. A shared printer
   * is closed by whoever opened it.
   */
  pdf?: PrinterOptions & { paper?: Paper; printer?: Printer }
}

export interface ReceiptOptions {
  /** The request's Accept-Language header; `fr_CA` and `fr-CA` are the same. It goes before the store's language. */
  acceptLanguage?: string | null
  /** A decision made before, so that a receipt sent again is in the same language. It goes before everything else. */
  locale?: LocaleDecision
  /** Offers of the shop to show on the receipt. */
  offers?: readonly Offer[]
  /** Marks the receipt as a copy. Default false. */
  copy?: boolean
}

export interface PdfOptions extends ReceiptOptions {
  /** Default: the engine's, then `a4`. */
  paper?: Paper
  /** Gives up waiting or printing. */
  signal?: AbortSignal
}

export interface Engine extends AsyncDisposable {
  /** In which language a receipt will be, and why. */
  locale(receipt: unknown, options?: ReceiptOptions): LocaleDecision
  /** What the receipt says, before it looks like anything. */
  view(receipt: unknown, options?: ReceiptOptions): ReceiptView
  /** The receipt as a mail for nodemailer. */
  email(receipt: unknown, options?: ReceiptOptions): EmailMessage
  /** The receipt as a page that stands alone in a browser, pictures inside. */
  html(receipt: unknown, options?: ReceiptOptions): string
  /** The receipt as plain text, 44 columns. */
  text(receipt: unknown, options?: ReceiptOptions): string
  /** The receipt as PDF. The only call that needs a browser. */
  pdf(receipt: unknown, options?: PdfOptions): Promise<Uint8Array>
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
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { messages, ...locales } = options.locales ?? {}
  const { paper: defaultPaper = 'a4', printer: shared, ...printing } = options.pdf ?? {}
  checkPaper(defaultPaper)
  const catalogue = loadCatalogue(messages === undefined ? {} : { overlay: messages })
  checkLocaleOptions(locales, catalogue.locales)
  const { brand, ...look } = readBrand(options.brand)
  const templates = await loadTemplates(options.templates)
  let own: Printer | undefined

  function decide(receipt: ReceiptData, { acceptLanguage, locale }: ReceiptOptions): LocaleDecision {
    if (locale) return locale
    const { id, address } = receipt.workstation.store
    const store = { id, ...optional('territory', address.territory), ...optional('country', address.country?.code) }
    return resolveLocale({ store, ...optional('acceptLanguage', acceptLanguage) }, locales, catalogue.locales)
  }

  function view(input: unknown, asked: ReceiptOptions = {}): ReceiptView {
    const receipt = parseReceipt(input)
    const decision = decide(receipt, asked)
    const currency = receipt.currency ?? decision.currency
    const [tag = decision.chosen] = decision.languages
    const language = {
      t: catalogue.for(decision.languages),
      f: createFormat(tag, {
        ...optional('currency', currency),
        ...optional('storeCountry', receipt.workstation.store.address.country?.code),
        ...optional('timeZone', decision.timeZone),
        currencies: currenciesOf(receipt, currency),
      }),
    }
    const { offers, copy } = asked
    return presentReceipt({ ...receipt, ...optional('currency', currency as ReceiptData['currency']) }, language, {
      ...look,
      ...optional('offers', offers),
      ...optional('copy', copy),
    })
  }

  function mail(input: unknown, asked: ReceiptOptions | undefined, images: MailImages): ReceiptDocument {
    return renderMail(view(input, asked), templates, brand, { images })
  }

  function page(input: unknown, { paper = defaultPaper, ...asked }: PdfOptions): PrintDocument {
    checkPaper(paper)
    return renderPrint(view(input, asked), templates, brand, paperSize(paper))
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
    locale: (input, asked = {}) => decide(parseReceipt(input), asked),
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

/** Every currency a receipt speaks of: with more than one, none may go by a bare sign. */
function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const balances = [...(receipt.items ?? []), ...(receipt.tenders ?? [])].map(
    entry => entry.giftCard?.balance?.currencyCode,
  )
  const all = [currency, ...(receipt.tenders ?? []).map(tender => tender.currency), ...balances]
  return [...new Set(all.filter(code => code !== undefined))]
}

function checkPaper(paper: string): void {
  if (!(papers as readonly string[]).includes(paper))
    throw new OptionError(`paper: must be one of ${papers.join(', ')}`)
}

/** The option, or nothing at all where it has no value. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: Value })
}
