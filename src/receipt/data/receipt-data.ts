import {
  amount,
  barcodeText,
  code,
  dateTime,
  extra,
  field,
  type Infer,
  id,
  lines,
  listOf,
  object,
  oneOf,
  required,
  text,
  toJsonSchema,
  url,
} from '../schema/schema.ts'
import { currencyCode } from './currency-code.ts'
import { itemData, returnData } from './item-data.ts'
import { depositData, discountData, feeData, roundingAdjustment, taxData } from './money-data.ts'
import { barcodeType, orderData } from './order-data.ts'
import { customer, deliveryPickupData, loyaltyData, soldToData, workstationData } from './party-data.ts'
import { signatureData, supportingDocuments, termData } from './signing-data.ts'
import { tenderData, tenderHistoryData } from './tender-data.ts'

export const receiptTypes = ['DigitalOnly', 'PaperOnly', 'DigitalAndPaper', 'NoReceipt'] as const

/** The transaction types the interface names, and `BOPUS` (buy online, pick up in store), which tills send too. */
export const transactionTypes = [
  'SaleTransaction',
  'ReturnTransaction',
  'OrderTransaction',
  'PaymentLinkTransaction',
  'BOPUS',
] as const

/** What the till was doing. The interface names no values, so others are accepted and printed as sent. */
export const modes = ['Online', 'Offline', 'Production', 'Training', 'Test', 'Reprint', 'GiftReceipt'] as const

export const revisionData = object('RevisionData', {
  number: field(id, 'Revision number of the receipt.'),
  dateTime: field(dateTime, 'Revision date of the receipt.'),
})
export type RevisionData = Infer<typeof revisionData>

export const relatedTransactionReferenceData = object('RelatedTransactionReferenceData', {
  store: field(text, 'Store of the original sale.'),
  register: field(id, 'Register of the original sale.'),
  transactionNumber: field(id, 'Transaction number of the original sale.'),
  reasonCode: field(id, 'Code of the reason.'),
  reason: field(text, 'Why this transaction refers to the original sale.'),
})
export type RelatedTransactionReferenceData = Infer<typeof relatedTransactionReferenceData>

/** The whole interface (spec, "ReceiptData"), as it is after parsing. */
export const receiptData = object('ReceiptData', {
  requestId: field(id, 'Duplicate guard: only the first request with a given value is accepted.'),
  customer: field(customer, 'Who gets the receipt.'),
  workstation: required(workstationData, 'Register and store.'),
  mode: field(code(modes), 'What the till was doing.'),
  header: field(lines, 'Text at the top of the receipt, of several lines.'),
  revision: field(revisionData, 'Revision number and date of the receipt.'),
  receiptType: required(oneOf(receiptTypes), 'What the customer chose: mail, paper, both or neither.'),
  barcodeType: field(barcodeType, 'Type of the barcode at the bottom of the receipt. Default Code128.'),
  barcodeNumber: field(
    barcodeText,
    "Text of the receipt's barcode, not the transaction number; must be compatible with barcodeType.",
  ),
  receiptDateTime: field(dateTime, 'When the transaction took place.'),
  loyalty: field(loyaltyData, 'Loyalty membership of the customer.'),
  transactionType: required(code(transactionTypes), 'Kind of transaction.'),
  relatedTransactionReference: field(
    relatedTransactionReferenceData,
    'The original sale, for transactions such as layaway payments.',
  ),
  transactionNumber: required(id, 'Unique number of the transaction (the receipt number).'),
  items: field(listOf(itemData), 'Main list of line items.'),
  returns: field(listOf(returnData), 'Items returned to the store.'),
  orders: field(listOf(orderData), 'In-store orders for delivery or pickup, and layaway.'),
  grossAmount: field(amount, 'Before discounts, fees and taxes.'),
  discounts: field(listOf(discountData), 'Discounts on the whole receipt.'),
  netAmount: field(amount, 'After discounts and fees, before taxes.'),
  taxes: field(listOf(taxData), 'Taxes on the whole receipt.'),
  grandAmount: required(amount, 'After all discounts, fees and taxes.'),
  tenderApplied: field(amount, 'Total tender applied.'),
  balanceDue: field(amount, 'Due after tender.'),
  changeDue: field(amount, 'Change to the customer.'),
  tip: field(amount, 'Tip.'),
  serviceCharge: field(amount, 'Service charge.'),
  tenders: field(listOf(tenderData), 'How it was paid.'),
  tenderHistory: field(listOf(tenderHistoryData), 'Payment history.'),
  paymentLink: field(url, 'Where the customer can pay. Required when transactionType is PaymentLinkTransaction.'),
  deposit: field(depositData, 'Deposit paid.'),
  soldTo: field(soldToData, 'Person who made the purchase.'),
  fees: field(listOf(feeData), 'Fees on the whole receipt.'),
  roundingAdjustment: field(roundingAdjustment, 'What cash rounding added or took off.'),
  deliveryPickup: field(deliveryPickupData, 'Where and when goods are delivered or picked up.'),
  signature: field(signatureData, 'Signature of the customer.'),
  terms: field(listOf(termData), 'Terms and conditions, with or without a signature image and link.'),
  trackingPixel: field(url, 'URL of a tracking pixel.'),
  additionalInfo1: field(lines, 'Text shown at a place the template defines, of several lines.'),
  additionalInfo2: field(lines, 'Text shown at a place the template defines, of several lines.'),
  additionalInfo3: field(lines, 'Text shown at a place the template defines, of several lines.'),
  additionalInfo4: field(lines, 'Text shown at a place the template defines, of several lines.'),
  additionalInfo5: field(lines, 'Text shown at a place the template defines, of several lines.'),
  rawPosReceipt: field(lines, 'The receipt as the till prints it, as raw text.'),
  currency: field(currencyCode, 'Currency of all amounts, ISO 4217.'),
  referenceId: field(id, 'Reference of the sender.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the receipt, by a key of your own.'),
  extra: field(extra, 'Fields outside the interface, by the path they were sent at: `orders[0].membershipStatus`.'),
})
export type ReceiptData = Infer<typeof receiptData>

/** The JSON Schema (draft 2020-12) of ReceiptData, for publishing the interface. */
export function receiptJsonSchema(): Record<string, unknown> {
  return toJsonSchema(receiptData)
}
