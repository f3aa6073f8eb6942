import type { TaxCode } from './tax-types.ts'

/** What a tax is called in its country: the messages `taxes.*`. */
export type TaxName = TaxCode | 'Consumption'

/**
 * Countries whose one general tax on sales isn't called a value added tax, from their laws: A New Tax System (Goods and Services Tax)
 * Act 1999 in Australia, 消費税法 in Japan. Not Canada, India and Malaysia, which have several: India's fuel and alcohol bear VAT.
 */
const countries: Readonly<Partial<Record<TaxName, string>>> = {
  GST: 'AI AU BZ JE MV NZ PG SG',
  Consumption: 'JP',
  Sales: 'PR US',
}

const byCountry = new Map(
  Object.entries(countries).flatMap(([name, codes]) => codes.split(' ').map(code => [code, name as TaxName] as const)),
)

/** What tills send for a general tax on sales, without knowing the country's. */
const general: ReadonlySet<TaxCode> = new Set(['VAT', 'GST', 'Sales'])

/**
 * What a tax is called in its country: VAT of an Australian till is GST, of a Japanese one consumption tax.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function nationalTax(code: TaxCode, country: string | undefined): TaxName {
  return (general.has(code) && byCountry.get(country ?? '')) || code
}
