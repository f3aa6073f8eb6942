import { type BrandOptions, readBrand } from '../../src/brand/brand.ts'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { createFormats, type FormatContext } from '../../src/locale/format/format.ts'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { storeCountryOf } from '../../src/reading/currencies.ts'
import type { ReceiptData } from '../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { presentReceipt, type ViewOptions } from '../../src/view/present.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'

/** A receipt as a till would send it: any field of the interface, any value. */
export type SentReceipt = Record<string, unknown>

/** The smallest receipt there is, and what differs. */
export function aReceipt(differs: SentReceipt = {}): SentReceipt & ReceiptInput {
  return {
    workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } } },
    receiptType: 'PaperOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: '20931',
    grandAmount: 12,
    currency: 'USD',
    ...differs,
  }
}

/** The same from a shop at that place. */
export function aReceiptFrom(address: Record<string, unknown>, differs: SentReceipt = {}): SentReceipt & ReceiptInput {
  return aReceipt({ workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address } }, ...differs })
}

const catalogue = loadCatalogue()
const formatOf = createFormats(tag => catalogue.for([tag]))

/** What a receipt says in a language, or in several side by side, with plain spaces: where lines wrap is no matter here. */
export function viewOf(
  sent: SentReceipt,
  languages: string | string[] = 'en-US',
  options: ViewOptions = {},
): ReceiptView {
  return spacedPlainly(shownOf(sent, languages, options))
}

/** The same with the spaces it is shown with. */
export function shownOf(
  sent: SentReceipt,
  languages: string | string[] = 'en-US',
  options: ViewOptions = {},
): ReceiptView {
  const receipt = parseReceipt(sent)
  return presentReceipt(receipt, languageOf(receipt, languages), options)
}

/** A view, or a part of one, with all texts as they are without word joiners and no-break spaces. */
export function spacedPlainly<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u2060', '').replaceAll('\u00a0', ' ') as T
  if (Array.isArray(value)) return value.map(spacedPlainly) as T
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spacedPlainly(each)])) as T
}

/** Words and figures of a language for a receipt. */
export function languageOf(receipt: ReceiptData, languages: string | string[] = 'en-US') {
  const tags = [languages].flat()
  const country = storeCountryOf(receipt)
  const context: FormatContext = {
    ...(receipt.currency && { currency: receipt.currency }),
    ...(country && { storeCountry: country }),
  }
  const names = (_: unknown, locale?: string) =>
    catalogue.for((locale ? [locale] : tags).map(each => catalogue.inCountry(each, country)))
  return { t: catalogue.for(tags), names, f: formatOf(tags[0]!, context) }
}

/** The package's own brand, or one that differs. */
export function aBrand(options: BrandOptions = {}) {
  return readBrand(options).brand
}

/** A line of goods of the first group. */
export function firstItem(view: ReceiptView) {
  return view.items!.groups[0]!.items[0]!
}

/** Lines as `label | amount | note`, spaces that do not break as plain ones, direction isolates left out. */
export function asText(lines: readonly { label: string; amount: string; note?: string }[] | undefined): string[] {
  return (lines ?? []).map(({ label, amount, note }) => plain([label, amount, note].filter(Boolean).join(' | ')))
}

/** A text with spaces that do not break as plain ones, and without direction isolates. */
export function plain(text: string | undefined): string {
  return (text ?? '').replace(/[\u2060\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ')
}
