/**
 * Receipts as mail, text and slip where there is no Node: in an edge runtime or a page. One file, with templates and six languages in it;
 * others are `counterfoil/mail/languages/<tag>`. For the same input its mails are the engine's, byte for byte.
 */
import type { BrandOptions } from './brand/brand.ts'
import { openCompiled } from './document/templates.ts'
import type { MailMessage } from './email/message.ts'
import { OptionError } from './errors.ts'
import type { LocaleOptions } from './locale/resolve/locale-options.ts'
import type { LocaleDecision } from './locale/resolve/resolve.ts'
import { readByTag, readMessageTables } from './locale/words/message-tables.ts'
import { catalogueOf } from './locale/words/messages.ts'
import { shippedTexts } from './locale/words/shipped.ts'
import { built } from './mail/built.ts'
import { callsOf } from './merchant/calls.ts'
import { checkMerchant, type Merchant, readMerchant } from './merchant/merchant.ts'
import type { MerchantOptions, ReceiptOptions, TextOptions } from './merchant/options.ts'
import type { ReceiptSource } from './receipt/parse.ts'
import type { ReceiptView } from './view/receipt-view.ts'
import type { Slip } from './view/slip.ts'

export type { BrandOptions } from './brand/brand.ts'
export type { MailAttachment, MailMessage } from './email/message.ts'
export {
  BarcodeError,
  CounterfoilError,
  LocaleError,
  OfferError,
  OptionError,
  ReceiptDataError,
  TemplateError,
} from './errors.ts'
export type { ReceiptInput } from './generated/receipt-input.ts'
export type { LocaleDecision } from './locale/resolve/resolve.ts'
export type { ReceiptData } from './receipt/data/receipt-data.ts'
export { parseReceipt, type ReceiptSource } from './receipt/parse.ts'
export type { ReceiptView } from './view/receipt-view.ts'
export type { Slip } from './view/slip.ts'

/** A language's words, as `counterfoil/mail/languages/<tag>` exports them: message files by tag, as text. */
export type Language = Readonly<Record<string, string>>

/** How a merchant's mails look. What is in files elsewhere is given as it is: a logo as bytes, words as an object. */
export interface MailerOptions extends Omit<MerchantOptions, 'brand' | 'templates' | 'attachData' | 'locales'> {
  /** Logo, colors, font, spacing and footer. */
  brand?: MailBrand | undefined
  /** Which store uses which language. */
  locales?: LocaleOptions | undefined
  /** Languages beside English, French, German, Italian, Portuguese and Spanish. */
  languages?: readonly Language[] | undefined
  /** Your words over ours, by language: `{ de: { totals: { grand: 'Zu zahlen' } } }`, shaped like `locales/en.json`. */
  words?: Readonly<Record<string, object>> | undefined
}

/** A brand without files. */
export type MailBrand = Omit<BrandOptions, 'logo' | 'logoDark' | 'paperFonts'> & {
  /** The bytes of a PNG, JPEG or GIF. */
  logo?: Uint8Array | undefined
  /** The logo for dark mode, like `logo`. Default: the same, on a light plate if it can't be told from the dark background. */
  logoDark?: Uint8Array | undefined
}

/** What is decided for one mail. */
export interface MailOptions extends Omit<ReceiptOptions, 'brand' | 'messages'> {
  /** The brand of this receipt's store, over the mailer's: equal ones are read once. 500 stores are kept, those used last. */
  brand?: MailBrand | undefined
}

/** The same of plain text. */
export interface MailTextOptions extends MailOptions {
  /** Width of the text, 24 to 160, for a till's paper: 32, 42 or 48. Default: 64, for a mail. */
  columns?: TextOptions['columns']
}

/** Makes mails of receipts; each call takes a receipt as sent or parsed. */
export interface Mailer {
  /** The language of a receipt, and why. */
  locale(receipt: ReceiptSource, options?: MailOptions): LocaleDecision
  /** What the receipt says, before layout. */
  view(receipt: ReceiptSource, options?: MailOptions): ReceiptView
  /** The receipt as a mail: subject, HTML, text, images. */
  email(receipt: ReceiptSource, options?: MailOptions): MailMessage
  /** The receipt as a self-contained web page. */
  html(receipt: ReceiptSource, options?: MailOptions): string
  /** The receipt as plain text. */
  text(receipt: ReceiptSource, options?: MailTextOptions): string
  /** The receipt as a till's slip: the text of `columns` (default 42), and its codes where they stand. */
  slip(receipt: ReceiptSource, options?: MailTextOptions): Slip
}

/**
 * Opens what all mails share: templates, words, brand. Its calls throw `ReceiptDataError` for an invalid receipt.
 *
 * @throws LocaleError, OptionError if the options are wrong, or need Node: a template folder, which is compiled, or a file
 */
export function createMailer(options: MailerOptions = {}): Mailer {
  return callsOf(openMail(options)).mails
}

/** A merchant without files. @throws LocaleError, OptionError if the options are wrong */
export function openMail({ languages = [], words = {}, ...options }: MailerOptions): Merchant {
  checkMail(options)
  checkMerchant(options)
  const texts = new Map([...shippedTexts(), ...languages.flatMap(language => Object.entries(language))])
  const own = Object.entries(words).map(([tag, text]) => [`${tag}.json`, JSON.stringify(text)] as const)
  const tables = readMessageTables([{ path: 'words', files: new Map(own) }], readByTag(texts))
  const catalogueWith = (folder?: string) => {
    if (folder !== undefined) throw new OptionError(`messages: ${noFolder}`)
    return catalogueOf(tables)
  }
  const { look, merchant } = readMerchant(options, { catalogueWith })
  return merchant(openCompiled(built, look, options))
}

/** @throws OptionError for what can be done with Node only */
function checkMail(options: object): void {
  for (const [name, advice] of Object.entries(onlyWithNode))
    if (name in options) throw new OptionError(`${name}: ${advice}`)
  const { locales } = options as MerchantOptions
  if (locales?.messages !== undefined) throw new OptionError(`locales.messages: ${noFolder}`)
}

const noFolder = 'a folder needs Node; give your words themselves to createMailer, as the option `words`'

const onlyWithNode = {
  templates: 'a template folder is compiled, which needs Node: use createEngine of "counterfoil"',
  attachData: 'a mail has no data attached; it is for PDFs, which createEngine of "counterfoil" makes',
  pdf: 'a PDF needs a browser: use createEngine of "counterfoil"',
}
