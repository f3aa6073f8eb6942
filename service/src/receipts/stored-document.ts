import type { LocaleDecision, Offer, ReceiptOptions, Variant } from 'counterfoil'
import type { ReceiptTable } from '../database/tables.ts'

/** What makes a receipt the same document as on its first day. `offers` are those of `offerIdsOf`. */
export function storedOptions(
  receipt: Pick<ReceiptTable, 'locale'>,
  offers: readonly Offer[],
  variant?: Variant | null,
): ReceiptOptions {
  return { locale: localeOf(receipt), offers, ...(variant && { variant }) }
}

/** Ids of the offers a receipt went out with. */
export function offerIdsOf({ offers }: Pick<ReceiptTable, 'offers'>): string[] {
  return JSON.parse(offers) as string[]
}

/** The languages a receipt is written in, as BCP 47 tags. */
export function languagesOf(receipt: Pick<ReceiptTable, 'locale'>): readonly string[] {
  return localeOf(receipt).languages
}

/** Name of a receipt's PDF: its number, of which only letters, digits and hyphens may stand in a file name. */
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
