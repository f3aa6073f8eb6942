import type { ReceiptData } from '../receipt/data/receipt-data.ts'

/** Every currency in a receipt, the main one first. With more than one, none may be shown as a bare symbol. */
export function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const balances = [...(receipt.items ?? []), ...(receipt.tenders ?? [])].map(
    entry => entry.giftCard?.balance?.currencyCode,
  )
  const all = [currency, ...(receipt.tenders ?? []).map(tender => tender.currency), ...balances]
  return [...new Set(all.filter(code => code !== undefined))]
}
