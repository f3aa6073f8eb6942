import type { LocaleDecision, Offer, ReceiptOptions, Variant } from 'counterfoil'
import type { ReceiptTable } from '../database/tables.ts'

/** Options that reproduce a receipt's original document. `offers` are those from `offerIdsOf`. */
export function storedOptions(
  receipt: Pick<ReceiptTable, 'locale'>,
  offers: readonly Offer[],
  variant?: Variant | null,
): ReceiptOptions {
  return { locale: localeOf(receipt), offers, stored: true, ...(variant && { variant }) }
}

/** Ids of the offers a receipt was sent with. */
export function offerIdsOf({ offers }: Pick<ReceiptTable, 'offers'>): string[] {
  return JSON.parse(offers) as string[]
}

/** A receipt's languages, as BCP 47 tags. */
export function languagesOf(receipt: Pick<ReceiptTable, 'locale'>): readonly string[] {
  return localeOf(receipt).languages
}

/** File name of a receipt's PDF, from the letters, digits and hyphens of its number. */
export function pdfName(
  { transaction_number, id }: Pick<ReceiptTable, 'transaction_number' | 'id'>,
  variant?: Variant | null,
): string {
  const number = transaction_number
    .replace(/[^0-9A-Za-z-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  return `${variant === 'gift' ? 'gift-receipt' : 'receipt'}-${number || id}.pdf`
}

function localeOf({ locale }: Pick<ReceiptTable, 'locale'>): LocaleDecision {
  return JSON.parse(locale) as LocaleDecision
}
