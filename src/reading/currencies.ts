import type { ReceiptData } from '../receipt/data/receipt-data.ts'

/** Every currency in a receipt, the main one first. With more than one, none may be shown as a bare symbol. */
export function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const { items = [], tenders = [] } = receipt
  const all = new Set<string>()
  const add = (code: string | undefined) => {
    if (code !== undefined) all.add(code)
  }
  add(currency)
  for (const tender of tenders) add(tender.currency)
  for (const { giftCard } of items) add(giftCard?.balance?.currencyCode)
  for (const { giftCard } of tenders) add(giftCard?.balance?.currencyCode)
  return [...all]
}
