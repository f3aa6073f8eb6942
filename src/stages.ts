/** The stages of `createEngine`, each usable alone, in the order in which a receipt passes them (docs/architecture.md). */

import './node-version.ts'

// Standards: the decimals of currencies.

export { type CurrencyDigits, currencyDigits } from './standards/currency.ts'

// Receipt data: what a till sends.

export type * from './generated/receipt-input.ts'
export type { ItemData, OrderData, ReturnData } from './receipt/data/item-data.ts'
export type { DepositData, DiscountData, FeeData, TaxData } from './receipt/data/money-data.ts'
export { acceptedCurrencies, currencyCodes } from './receipt/data/money-data.ts'
export type {
  AddressCommonData,
  Customer,
  DeliveryPickupData,
  LoyaltyData,
  SoldToData,
  StoreData,
  WorkstationData,
} from './receipt/data/party-data.ts'
export { type ReceiptData, receiptJsonSchema, receiptTypes, transactionTypes } from './receipt/data/receipt-data.ts'
export type { SignatureData, TermData } from './receipt/data/signing-data.ts'
export type { CreditDebitData, GiftCardData, TenderData, TenderHistoryData } from './receipt/data/tender-data.ts'
export { type Severity, type Warning, type WarningCode, warningMessages } from './receipt/notes.ts'
export {
  parseReceipt,
  type ReadOptions,
  type ReceiptSource,
  readReceipt,
  readStored,
  type Stored,
} from './receipt/parse.ts'

// Reading: what the numbers mean.

export { auditReceipt } from './reading/audit.ts'
export { paidByTotal, paidNow, saleTotal } from './reading/books/booked-amounts.ts'
export { readTrade, type Trade } from './reading/books/trade.ts'
export type { LedgerColumn, LedgerRow } from './reading/column/column.ts'
export { type DocumentKind, documentKind } from './reading/kind.ts'
export { type Ledger, readLedger } from './reading/ledger.ts'

// Structured: the receipt for other programs.

export { receiptAsEkabs } from './structured/ekabs/ekabs.ts'
export { receiptAsPosLog } from './structured/poslog/poslog.ts'
export type { NotCarried, StructuredReceipt } from './structured/taking.ts'

// Locale: in which language.

export { createFormat, type Format, type FormatContext } from './locale/format/format.ts'
export type { LocaleGroup, LocaleOptions } from './locale/resolve/locale-options.ts'
export { type LocaleDecision, resolveLocale } from './locale/resolve/resolve.ts'
export { type Catalogue, loadCatalogue, type MessageKey, type Messages } from './locale/words/messages.ts'

// View: what the receipt says.

export { type GiftText, giftTexts } from './view/gift/gift-receipt.ts'
export type * from './view/gift/gift-view.ts'
export { type Details, detailLevels, presentReceipt, type ReaderLanguage, type ViewOptions } from './view/present.ts'
export type * from './view/receipt-view.ts'
export { type Offer, offerContentTypes } from './view/sections/offers.ts'
export type { Slip, SlipPart, SlipStyle } from './view/slip.ts'
export { type Look, looks, type Variant, variants } from './view/variant.ts'

// Barcodes.

export { type Barcode, type BarcodeType, barcodeProblem, barcodeTypes, toBarcode } from './barcode/barcode.ts'
export {
  type BarcodeDrawing,
  type BarcodeImage,
  type DotImage,
  type DotOptions,
  drawBarcodeDots,
  drawBarcodePng,
  drawBarcodeSvg,
  type PaperOptions,
} from './barcode/draw.ts'
export { type Gtin12, gtin12Meanings } from './barcode/symbol/gtin.ts'

// Brand and templates: what a merchant can change.

export { type BrandOptions, type BrandParts, readBrand } from './brand/brand.ts'
export { readTemplateFolder, type TemplateFolder } from './brand/template-folder.ts'
export {
  loadTemplates,
  type MissingField,
  type MissingFieldOptions,
  openTemplates,
  type Templates,
  type TemplatesOf,
} from './document/templates.ts'

// Document: how it looks.

export type { Brand } from './document/brand-values.ts'
export type { DocumentImage } from './document/images.ts'
export {
  type PaperLayout,
  type PrintDocument,
  type ReceiptDocument,
  renderMail,
  renderPrint,
} from './document/render.ts'

// Email and paper.

export type { EmailAttachment, EmailMessage } from './email/compose.ts'
export { composeEmail } from './email/compose.ts'
export { type EmlEnvelope, writeEml } from './email/eml.ts'
export { type MergedTitle, mergePdfs } from './pdf/merge/merge.ts'
export { type CustomPaper, type Paper, type PaperName, type PaperSize, paperSize, papers } from './pdf/paper.ts'
export { type DrawJob, openPrinter, type Printer, type PrintJob } from './pdf/print.ts'
export type { Drawing, PrinterOptions } from './pdf/printer-options.ts'
