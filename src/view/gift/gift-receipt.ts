import { OptionError } from '../../errors.ts'
import { documentKind } from '../../reading/kind.ts'
import type { ItemData } from '../../receipt/data/item-data.ts'
import { acceptedCurrencies } from '../../receipt/data/money-data.ts'
import { type ReceiptData, textFields } from '../../receipt/data/receipt-data.ts'
import { modes } from '../../standards/codes/tables.ts'
import { handedOut } from '../sections/goods/fulfilment.ts'

/**
 * Reduces a sale to what may appear on a gift receipt. This lists what stays, so a new field of the interface doesn't slip in.
 *
 * The recipient and the returns desk need
 * - the store with address and phone, register, receipt number, date, and mode (a training receipt must say so);
 * - the items, including ordered ones: name, quantity, brand, category and numbers. Voided lines (negative price, total or
 *   quantity) and canceled or returned orders are left out;
 * - the barcode, if it reveals nothing else (`giftCodes`).
 *
 * Everything else is left out: money, payment and the buyer; the staff; the related transaction, reference and revision, which
 * lead to the buyer's other documents; signatures; links and the tracking pixel, since we can't know what a URL shows; the
 * raw receipt. Free text is left out unless the merchant lists it, because no program can tell whether it mentions money. Item
 * names are printed as sent. Pictures of items, if the merchant shows any, come from the sale (`sections/goods/pictures.ts`).
 *
 * A quantity in a currency is left out, and so is a UPC of the kind stores print themselves, because it may contain the price
 * (GS1 General Specifications, "Restricted Circulation Numbers": prefixes 02 and 20–29).
 *
 * @param allowed the free text that the merchant allows
 * @throws OptionError for free text of no such name, and for a payment request (nothing sold yet) and a return (nothing handed out)
 */
export function giftReceipt(sold: ReceiptData, allowed: readonly GiftText[] | undefined): ReceiptData {
  const listed = checkedGiftText(allowed)
  const kind = documentKind(sold)
  if (kind === 'payment-link' || kind === 'return') throw new OptionError(refusals[kind])
  const code = giftCodes(sold)
  const free = (name: GiftText, text: string | undefined) => (listed.has(name) ? text : undefined)
  const { operator: _, associate: __, ...till } = sold.workstation
  const goods = handedOut(sold)
  const terms = (sold.terms ?? []).flatMap(term => {
    const description = free('terms', term.description)
    return description === undefined ? [] : [{ description }]
  })
  const barcodeNumber = code(sold.barcodeNumber)
  return {
    workstation: till,
    receiptType: sold.receiptType,
    transactionType: 'SaleTransaction',
    transactionNumber: sold.transactionNumber,
    grandAmount: 0,
    ...defined({
      receiptDateTime: sold.receiptDateTime,
      mode: modes.find(sold.mode ?? '')?.code,
      barcodeType: barcodeNumber === undefined ? undefined : sold.barcodeType,
      barcodeNumber,
      header: free('header', sold.header),
      additionalInfo1: free('additionalInfo1', sold.additionalInfo1),
      additionalInfo2: free('additionalInfo2', sold.additionalInfo2),
      additionalInfo3: free('additionalInfo3', sold.additionalInfo3),
      additionalInfo4: free('additionalInfo4', sold.additionalInfo4),
      additionalInfo5: free('additionalInfo5', sold.additionalInfo5),
    }),
    ...(goods.length && { items: goods.map(item => giftItem(item, free, code)) }),
    ...(terms.length && { terms }),
  }
}

const refusals = {
  'payment-link':
    'variant: a payment request has no gift receipt, for nothing is sold yet; make it of the receipt of the sale',
  return: 'variant: a return has no gift receipt, for it has no goods to give; make it of the receipt of the sale',
}

function giftItem(
  item: ItemData,
  free: (name: GiftText, text: string | undefined) => string | undefined,
  code: (text: string | undefined) => string | undefined,
): ItemData {
  const { quantity, upc } = item
  const isMoney = currencies.has(quantity?.unitOfMeasureCode?.trim().toUpperCase() ?? '')
  return {
    name: item.name,
    ...defined({
      description: free('description', item.description),
      brand: item.brand,
      manufacturer: item.manufacturer,
      modelNumber: code(item.modelNumber),
      serialNumber: code(item.serialNumber),
      sku: code(item.sku),
      upc: ownCode.test(upc ?? '') ? undefined : code(upc),
      quantity: isMoney ? undefined : quantity,
      miscInfo: free('miscInfo', item.miscInfo),
      category: item.category,
      customCategory1: item.customCategory1,
      customCategory2: item.customCategory2,
    }),
  }
}

const currencies: ReadonlySet<string> = new Set(acceptedCurrencies)

/** A code that stores print themselves, as UPC-A, EAN-13 or GTIN-14. */
const ownCode = /^2\d{11}$|^0?(?:02|2\d)\d{11}$/

/** Drops undefined fields. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/**
 * Returns the codes of a sale that may appear on its gift receipt.
 *
 * A code stays if it is a plain identifier, at most as long as a Code 128, and contains no amount of the sale. That excludes
 * URLs and tax authorities' codes, which contain the total, and GS1 elements with a price (AI 390 to 393).
 */
function giftCodes(sold: ReceiptData): (code: string | undefined) => string | undefined {
  const amounts = amountsIn(sold)
  const tells = (code: string) => (code.match(/\d+(?:[.,]\d+)?/g) ?? []).some(number => amounts.has(numberOf(number)))
  return code => (code === undefined || !identifier.test(code) || priced.test(code) || tells(code) ? undefined : code)
}

const identifier = /^[\p{L}\p{N} ()+%$#*_./\u001d-]{1,48}$/u

/** GS1 General Specifications, 3.6: amounts payable and prices. */
const priced = /(?:^|\(|\u001d)39[0-3]\d/

/** Every number in a receipt except quantities and rates. */
function amountsIn(value: unknown, name = '', found = new Set<number>()): Set<number> {
  if (typeof value === 'number' && value !== 0 && name !== 'percent') found.add(Math.abs(value))
  if (typeof value === 'object' && value !== null && name !== 'quantity')
    for (const [key, part] of Object.entries(value)) amountsIn(part, key, found)
  return found
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}

/**
 * Free text that a merchant may allow on gift receipts: `header`, the slots, `terms`, and each item's `description` and
 * `miscInfo`. Tills put prices and names in such text, so it appears only if listed.
 */
export const giftTexts = [...textFields, 'terms', 'description', 'miscInfo'] as const

/** A part of a receipt's own text that a gift receipt may say. */
export type GiftText = (typeof giftTexts)[number]

/** Checks the option: a list of these names. @throws OptionError that lists the valid names */
export function checkedGiftText(given: readonly GiftText[] | undefined): ReadonlySet<GiftText> {
  const known: readonly unknown[] = giftTexts
  if (given !== undefined && !(Array.isArray(given) && given.every(name => known.includes(name))))
    throw new OptionError(`giftText: must be a list of ${giftTexts.join(', ')}`)
  return new Set(given)
}
