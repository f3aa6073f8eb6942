import { OptionError } from '../errors.ts'
import type { Format } from '../locale/format.ts'
import type { Messages } from '../locale/messages.ts'
import { documentKind } from '../reading/kind.ts'
import type { ItemData } from '../receipt/item-data.ts'
import type { ReceiptData } from '../receipt/receipt-data.ts'
import { plainCode } from './codes.ts'
import { type GiftWords, giftWords } from './gift-words.ts'

/**
 * What of a sale may stand on a receipt for a present. It is a list of what stays, so a field that is added to the interface is
 * not on it by mistake.
 *
 * Who gets the present, and the desk that takes it back, need
 * - the shop with address and phone, the till, the number, the date, and the till's mode (a training receipt must say so);
 * - the goods, ordered ones too: name, quantity, description, brand and numbers. Lines that were taken off (a negative price,
 *   total or quantity) and orders that were cancelled or returned are no goods of the buyer's;
 * - the code to scan, header, slots and terms.
 *
 * Everything else is left out: money, payment and the buyer; who served; the related transaction, the reference and the
 * revision, which lead to the buyer's other papers; signatures, links and the tracking pixel, since what stands behind an
 * address cannot be known; the till's own slip.
 *
 * In free text, what speaks of money or names the buyer goes (`giftWords`). A code is left out when it is an amount of the
 * receipt, a quantity when it is counted in a currency, and a UPC of the kind shops print themselves, for it may hold the price
 * (GS1 General Specifications, "Restricted Circulation Numbers": prefixes 02 and 20–29).
 *
 * @throws OptionError for a payment request, for which nothing is sold yet, and for a return, in which nothing is handed out
 */
export function giftReceipt(sold: ReceiptData, { t, f }: { t: Messages; f: Format }): ReceiptData {
  const kind = documentKind(sold)
  if (kind === 'payment-link' || kind === 'return') throw new OptionError(refusals[kind])
  const words = giftWords(sold, f.tag)
  const { operator: _, associate: __, ...till } = sold.workstation
  const ordered = (sold.orders ?? []).filter(order => !undone.has(plainCode(order.action ?? '')))
  const goods = [sold, ...ordered].flatMap(({ items = [] }) => items).filter(isHandedOut)
  const terms = (sold.terms ?? []).flatMap(term => {
    const description = words.lines(term.description)
    return description === undefined ? [] : [{ description }]
  })
  const barcodeNumber = words.code(sold.barcodeNumber)
  return {
    workstation: till,
    receiptType: sold.receiptType,
    transactionType: 'SaleTransaction',
    transactionNumber: sold.transactionNumber,
    grandAmount: 0,
    ...defined({
      receiptDateTime: sold.receiptDateTime,
      mode: words.code(sold.mode) as ReceiptData['mode'],
      barcodeType: barcodeNumber === undefined ? undefined : sold.barcodeType,
      barcodeNumber,
      header: words.lines(sold.header),
      additionalInfo1: words.lines(sold.additionalInfo1),
      additionalInfo2: words.lines(sold.additionalInfo2),
      additionalInfo3: words.lines(sold.additionalInfo3),
      additionalInfo4: words.lines(sold.additionalInfo4),
      additionalInfo5: words.lines(sold.additionalInfo5),
    }),
    ...(goods.length && { items: goods.map(item => giftItem(item, words, t('items.column.item'))) }),
    ...(terms.length && { terms }),
  }
}

const refusals = {
  'payment-link':
    'variant: a payment request has no gift receipt, for nothing is sold yet; make it of the receipt of the sale',
  return: 'variant: a return has no gift receipt, for it has no goods to give; make it of the receipt of the sale',
}

/** What an order did that leaves the buyer no goods, by `plainCode`. */
const undone = new Set(['cancel', 'cancelled', 'canceled', 'return', 'returned', 'refund'])

function isHandedOut({ price = 0, total = 0, quantity }: ItemData): boolean {
  return price >= 0 && total >= 0 && (quantity?.value ?? 1) >= 0
}

function giftItem(item: ItemData, words: GiftWords, unnamed: string): ItemData {
  const { quantity, upc } = item
  const unit = quantity?.unitOfMeasureCode
  const isMoney = unit !== undefined && words.lines(`1 ${unit}`) === undefined
  return {
    name: words.name(item.name) ?? unnamed,
    ...defined({
      description: words.lines(item.description),
      brand: words.name(item.brand),
      manufacturer: words.name(item.manufacturer),
      modelNumber: words.code(item.modelNumber),
      serialNumber: words.code(item.serialNumber),
      sku: words.code(item.sku),
      upc: ownCode.test(upc ?? '') ? undefined : words.code(upc),
      quantity: isMoney ? undefined : quantity,
      miscInfo: words.lines(item.miscInfo),
      category: words.name(item.category),
      customCategory1: words.name(item.customCategory1),
      customCategory2: words.name(item.customCategory2),
    }),
  }
}

/** A code that shops print themselves, as UPC-A, EAN-13 or GTIN-14. */
const ownCode = /^2\d{11}$|^0?(?:02|2\d)\d{11}$/

/** The same without fields that have no value. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
