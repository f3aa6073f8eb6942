import { currencyCode } from './currency-code.ts'
import { itemData, returnData } from './item-data.ts'
import { depositData, discountData, feeData, roundingAdjustment, taxData } from './money-data.ts'
import { barcodeType, orderData } from './order-data.ts'
import { customer, deliveryPickupData, loyaltyData, soldToData, workstationData } from './party-data.ts'
import {
  amount,
  barcodeText,
  code,
  dateTime,
  extraOf,
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
} from './schema.ts'
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

export const revisionData = object('RevisionData', { number: id, dateTime: dateTime })
export type RevisionData = Infer<typeof revisionData>

export const relatedTransactionReferenceData = object('RelatedTransactionReferenceData', {
  store: text,
  register: id,
  transactionNumber: id,
  reasonCode: id,
  reason: text,
})
export type RelatedTransactionReferenceData = Infer<typeof relatedTransactionReferenceData>

/** The whole interface (spec, "ReceiptData"), as it is after parsing. */
export const receiptData = object('ReceiptData', {
  requestId: id,
  customer,
  workstation: required(workstationData),
  mode: code(modes),
  header: lines,
  revision: revisionData,
  receiptType: required(oneOf(receiptTypes)),
  barcodeType,
  barcodeNumber: barcodeText,
  receiptDateTime: dateTime,
  loyalty: loyaltyData,
  transactionType: required(code(transactionTypes)),
  relatedTransactionReference: relatedTransactionReferenceData,
  transactionNumber: required(id),
  items: listOf(itemData),
  returns: listOf(returnData),
  orders: listOf(orderData),
  grossAmount: amount,
  discounts: listOf(discountData),
  netAmount: amount,
  taxes: listOf(taxData),
  grandAmount: required(amount),
  tenderApplied: amount,
  balanceDue: amount,
  changeDue: amount,
  tip: amount,
  serviceCharge: amount,
  tenders: listOf(tenderData),
  tenderHistory: listOf(tenderHistoryData),
  paymentLink: url,
  deposit: depositData,
  soldTo: soldToData,
  fees: listOf(feeData),
  roundingAdjustment,
  deliveryPickup: deliveryPickupData,
  signature: signatureData,
  terms: listOf(termData),
  trackingPixel: url,
  additionalInfo1: lines,
  additionalInfo2: lines,
  additionalInfo3: lines,
  additionalInfo4: lines,
  additionalInfo5: lines,
  rawPosReceipt: lines,
  currency: currencyCode,
  referenceId: id,
  supportingDocuments,
  extra: extraOf('Fields outside the interface, by the path they were sent at: `orders[0].membershipStatus`.'),
})
export type ReceiptData = Infer<typeof receiptData>

/** The JSON Schema (draft 2020-12) of ReceiptData, for publishing the interface. */
export function receiptJsonSchema(): Record<string, unknown> {
  return toJsonSchema(receiptData)
}
