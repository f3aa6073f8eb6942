/** Receipts as mail, text, PDF and image. Each stage alone is in `counterfoil/stages`. */

import './node-version.ts'

export type { BrandOptions } from './brand/brand.ts'
export { attachPdf } from './email/attach-pdf.ts'
export type { EmailMessage } from './email/compose.ts'
export {
  type Bytes,
  createEngine,
  type Engine,
  type EngineOptions,
} from './engine.ts'
export {
  BarcodeError,
  BrowserError,
  BundleError,
  CounterfoilError,
  LocaleError,
  OfferError,
  OptionError,
  PrintError,
  ReceiptDataError,
  TemplateError,
} from './errors.ts'
export type { ReceiptInput } from './generated/receipt-input.ts'
export type { LocaleDecision } from './locale/resolve/resolve.ts'
export type { ImageOptions, MergeOptions, PdfOptions, ReceiptOptions, TextOptions } from './merchant/options.ts'
export type { Paper } from './pdf/paper.ts'
export { auditReceipt } from './reading/audit.ts'
export type { CurrencyCode } from './receipt/data/money-data.ts'
export type { ReceiptData } from './receipt/data/receipt-data.ts'
export type { Severity, Warning } from './receipt/notes.ts'
export { parseReceipt, type ReceiptSource } from './receipt/parse.ts'
export type { AttachData } from './structured/formats.ts'
export type { ReceiptView } from './view/receipt-view.ts'
export type { PictureOptions } from './view/sections/goods/pictures.ts'
export type { ReceiptLinks } from './view/sections/links.ts'
export type { Slip } from './view/slip.ts'
