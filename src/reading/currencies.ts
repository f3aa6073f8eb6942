import type { ReceiptData } from '../receipt/data/receipt-data.ts'

/** Every currency a receipt mentions, its own first: with more than one, none may go by a bare sign. */
export function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const balances = [...(receipt.items ?? []), ...(receipt.tenders ?? [])].map(
    entry => entry.giftCard?.balance?.currencyCode,
  )
  const all = [currency, ...(receipt.tenders ?? []).map(tender => tender.currency), ...balances]
  return [...new Set(all.filter(code => code !== undefined))]
}
