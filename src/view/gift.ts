import type { ItemData } from '../receipt/item-data.ts'
import type { ReceiptData } from '../receipt/receipt-data.ts'

/**
 * What of a sale may stand on a receipt for a present: where, when and what, and the code that the returns desk scans. It is
 * a list of what stays, so a field that is added to the interface is not on it by mistake; nothing of money, of payment or of
 * the buyer is.
 */
export function giftReceipt(sold: ReceiptData): ReceiptData {
  const { requestId, workstation, receiptType, barcodeType, barcodeNumber, receiptDateTime } = sold
  const { transactionNumber, trackingPixel } = sold
  const { operator: _, associate: __, ...till } = workstation
  return {
    ...defined({ requestId, barcodeType, barcodeNumber, receiptDateTime, trackingPixel }),
    workstation: till,
    receiptType,
    transactionNumber,
    transactionType: 'SaleTransaction',
    grandAmount: 0,
    items: [...(sold.items ?? []), ...(sold.orders ?? []).flatMap(order => order.items ?? [])].map(giftItem),
  }
}

function giftItem({ name, description, brand, manufacturer, modelNumber, serialNumber, sku, upc, quantity }: ItemData) {
  return { name, ...defined({ description, brand, manufacturer, modelNumber, serialNumber, sku, upc, quantity }) }
}

/** The same without fields that have no value. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
