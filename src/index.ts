/** Everything a program may use of Counterfoil, stage by stage. */

// Barcodes
export { type Barcode, type BarcodeType, barcodeProblem, barcodeTypes, toBarcode } from './barcode/barcode.ts'
export {
  type BarcodeDrawing,
  type BarcodeImage,
  drawBarcodePng,
  drawBarcodeSvg,
  type PaperOptions,
} from './barcode/draw.ts'
// Brand: whose
export { type BrandOptions, type BrandParts, readBrand } from './brand/brand.ts'
export { nearest } from './document/nearest.ts'
export type { DocumentImage, PrintDocument, ReceiptDocument } from './document/receipt-document.ts'
// Document: how it looks
export { type Brand, type PaperLayout, renderMail, renderPrint } from './document/render.ts'
export { loadTemplates, openTemplates, type Templates, type TemplatesOf } from './document/templates.ts'
// Mail and paper
export { composeEmail } from './email/compose.ts'
export type { EmailAttachment, EmailMessage } from './email/email-message.ts'
export { createEngine, type Engine, type EngineOptions, type PdfOptions, type ReceiptOptions } from './engine.ts'
export * from './errors.ts'
// Locale: for whom
export { createFormat, type Format, type FormatContext } from './locale/format.ts'
export type { LocaleGroup, LocaleOptions } from './locale/locale-options.ts'
export { type Catalogue, loadCatalogue, type MessageKey, type Messages } from './locale/messages.ts'
export { type LocaleDecision, resolveLocale } from './locale/resolve.ts'
export { type Paper, type PaperSize, paperSize, papers } from './pdf/paper.ts'
export { openPrinter, type Printer, type PrinterOptions, type PrintJob } from './pdf/print.ts'
// Receipt data: what a till sends
export { auditReceipt } from './receipt/audit.ts'
export { maskCardNumbers } from './receipt/card-number.ts'
export { currencyCodes } from './receipt/currency-code.ts'
export { maskCardNumbersInJson } from './receipt/mask-json.ts'
export { parseReceipt, readReceipt } from './receipt/parse.ts'
export { type ReceiptData, receiptJsonSchema, receiptTypes, transactionTypes } from './receipt/receipt-data.ts'
export type { Warning } from './receipt/warning.ts'
// View: what the receipt says
export type * from './view/gift-view.ts'
export { presentReceipt, type ReaderLanguage, type ViewOptions } from './view/present.ts'
export type * from './view/receipt-view.ts'
export { type Offer, offerContentTypes } from './view/sections/offers.ts'
export { type Look, looks, type Variant, variants } from './view/variant.ts'
