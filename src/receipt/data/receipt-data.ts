import { tables } from '../../standards/codes/tables.ts'
import { toJsonSchema } from '../schema/publish.ts'
import {
  added,
  amount,
  barcodeText,
  code,
  dateTime,
  extra,
  field,
  type Infer,
  id,
  identifying,
  lines,
  listOf,
  object,
  oneOf,
  rawLines,
  required,
  text,
  url,
} from '../schema/schema.ts'
import { barcodeType, itemData, orderData, returnData } from './item-data.ts'
import { currencyCode, depositData, discountData, feeData, roundingAdjustment, taxData } from './money-data.ts'
import { customer, deliveryPickupData, loyaltyData, soldToData, workstationData } from './party-data.ts'
import { signatureData, supportingDocuments, termData } from './signing-data.ts'
import { tenderData, tenderHistoryData } from './tender-data.ts'

/** How the customer wants it; only the digital ones are mailed. */
export const receiptTypes = ['DigitalOnly', 'PaperOnly', 'DigitalAndPaper', 'NoReceipt'] as const

/** The interface's transaction types, plus `BOPUS`. */
export const transactionTypes = [...tables.transactionType.codes]

const revisionData = object('RevisionData', {
  number: field(id, 'Revision number.'),
  dateTime: field(dateTime, 'Revision date.'),
})

const relatedTransactionReferenceData = object('RelatedTransactionReferenceData', {
  store: field(text, 'Store of the original sale.'),
  register: field(id, 'Register of the original sale.'),
  transactionNumber: field(id, 'Transaction number of the original sale.'),
  reasonCode: field(id, 'Reason code.'),
  reason: field(text, 'Why this transaction refers to the original sale.'),
})

const receiptFields = {
  requestId: field(
    id,
    'Prevents duplicates: only the first request with a given value is accepted, later ones get a 409.',
  ),
  customer: field(customer, 'Customer who gets the receipt.'),
  workstation: required(workstationData, 'Register and store.'),
  mode: field(code(tables.mode), 'Mode of the till, such as Training or Offline.'),
  header: field(lines, 'Text at the top of the receipt.'),
  revision: field(revisionData, 'Revision number and date of the receipt.'),
  receiptType: required(oneOf(receiptTypes), 'How the customer wants the receipt: email, paper, both or neither.'),
  barcodeType: field(barcodeType, 'Type of the barcode at the bottom of the receipt. Defaults to Code128.'),
  barcodeNumber: field(
    barcodeText,
    "Text of the receipt's barcode (not the transaction number). Must be valid for barcodeType.",
  ),
  receiptDateTime: field(dateTime, 'When the transaction took place.'),
  loyalty: field(loyaltyData, "Customer's loyalty membership."),
  transactionType: identifying(code(tables.transactionType), 'Transaction type. Not blank.'),
  relatedTransactionReference: field(
    relatedTransactionReferenceData,
    'The original sale, for transactions such as layaway payments.',
  ),
  transactionNumber: identifying(id, 'Unique transaction number (the receipt number). Not blank.'),
  items: field(listOf(itemData), 'Line items; send as much as possible of each.'),
  returns: field(listOf(returnData), 'Items returned to the store.'),
  orders: field(listOf(orderData), 'In-store orders for delivery or pickup, and layaways.'),
  grossAmount: field(amount, 'Total before discounts, fees and taxes.'),
  discounts: field(listOf(discountData), 'Discounts on the whole receipt.'),
  netAmount: field(amount, 'Total after discounts and fees, before taxes.'),
  taxes: field(listOf(taxData), 'Taxes on the whole receipt.'),
  grandAmount: required(amount, 'Total after all discounts, fees and taxes.'),
  tenderApplied: field(amount, 'Total amount tendered.'),
  balanceDue: field(amount, 'Balance due after payment.'),
  changeDue: field(amount, 'Change given to the customer.'),
  tip: field(amount, 'Tip.'),
  serviceCharge: field(amount, 'Service charge.'),
  tenders: field(listOf(tenderData), 'Payments.'),
  tenderHistory: field(listOf(tenderHistoryData), 'Payment history.'),
  paymentLink: field(url, 'URL where the customer can pay. Required if transactionType is PaymentLinkTransaction.'),
  deposit: field(depositData, 'Deposit paid.'),
  soldTo: field(soldToData, 'Person who made the purchase.'),
  fees: field(listOf(feeData), 'Fees on the whole receipt.'),
  roundingAdjustment: field(roundingAdjustment, 'Amount added or subtracted by cash rounding.'),
  deliveryPickup: field(deliveryPickupData, 'Delivery or pickup details.'),
  signature: field(signatureData, "Customer's signature."),
  terms: field(listOf(termData), 'Terms and conditions, with or without a signature image and link.'),
  trackingPixel: field(url, 'URL of a tracking pixel.'),
  additionalInfo1: field(lines, 'Text shown where the template places it.'),
  additionalInfo2: field(lines, 'Text shown where the template places it.'),
  additionalInfo3: field(lines, 'Text shown where the template places it.'),
  additionalInfo4: field(lines, 'Text shown where the template places it.'),
  additionalInfo5: field(lines, 'Text shown where the template places it.'),
  rawPosReceipt: field(
    rawLines,
    'Receipt as printed by the till, as raw text: only real line breaks and tabs count, and a printer’s commands (ESC/POS, Star) are left out.',
  ),
  currency: field(currencyCode, 'ISO 4217 currency code of all amounts.'),
  referenceId: field(id, "Sender's reference."),
  supportingDocuments: field(supportingDocuments, 'Documents about the receipt, under keys you choose.'),
  extra: added(extra, 'Fields that are not in the interface, keyed by path, such as `orders[0].membershipStatus`.'),
}

const filled = (description: string) => ({ description, pattern: '\\S' })

/** What depends on another field, as JSON Schema. Both fields that decide are required, so the rules apply to every receipt. */
const rules = {
  dependentSchemas: {
    receiptType: {
      if: {
        properties: { receiptType: { description: 'A digital receipt.', enum: ['DigitalOnly', 'DigitalAndPaper'] } },
      },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's
      then: {
        required: ['customer'],
        properties: {
          customer: {
            description: 'Has the address to mail it to.',
            required: ['emailAddress'],
            properties: { emailAddress: filled('Where it is mailed.') },
          },
        },
      },
    },
    transactionType: {
      if: {
        properties: { transactionType: { description: 'A payment request.', const: 'PaymentLinkTransaction' } },
      },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's
      then: { required: ['paymentLink'], properties: { paymentLink: filled('Where it is paid.') } },
    },
  },
}

/** The whole interface (spec, "ReceiptData"): `zod` as it is after parsing, `sent` as tills send it. */
export const receiptData = object('ReceiptData', receiptFields, undefined, { rules })

/** A whole receipt after `parseReceipt`: checked, tidied, and without what nobody may see. */
export type ReceiptData = Infer<typeof receiptData>

/** The fields of the texts above and below a receipt, in their order. */
export const textFields = [
  'header',
  'additionalInfo1',
  'additionalInfo2',
  'additionalInfo3',
  'additionalInfo4',
  'additionalInfo5',
] as const satisfies readonly (keyof ReceiptData)[]

/** The JSON Schema (draft 2020-12) of ReceiptData, for publishing the interface. */
export function receiptJsonSchema(): Record<string, unknown> {
  return toJsonSchema(receiptData)
}
