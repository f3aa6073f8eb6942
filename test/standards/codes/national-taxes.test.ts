import { expect, test } from 'vitest'
import { territories } from '../../../scripts/tables/cldr.ts'
import { nationalTax, taxTypes } from '../../../src/standards/codes/tax-types.ts'

/** Countries by the type of their tax, as the package `sales-tax` 2.23.0 (res/sales_tax_rates.json) has it; all others have VAT or none. */
const published = { gst: 'AI AU CA IN MV NZ SG', none: 'US' }

/** Where its law says otherwise, or has more than one tax. */
const others: Record<string, string> = {
  BZ: 'GST: General Sales Tax Act of Belize, chapter 63',
  CA: 'GST, HST and the provinces’ own, for which there are codes',
  IN: 'GST, and VAT of the states on fuel and alcohol',
  JE: 'GST: Goods and Services Tax (Jersey) Law 2007',
  JP: '消費税法: consumption tax, which OECD counts among the value added taxes',
  PG: 'GST: Goods and Services Tax Act 2003',
  PR: 'IVU, impuesto sobre ventas y uso: sales tax',
}

test('countries name their tax as published', () => {
  const gst = published.gst.split(' ')
  const differ = territories().filter(country => {
    const expected = gst.includes(country) ? 'GST' : country === published.none ? 'Sales' : 'VAT'
    return nationalTax('VAT', country) !== expected
  })
  expect(differ).toEqual(Object.keys(others))
})

test('only what names a general tax on sales is renamed', () => {
  const said = (country: string) => taxTypes.rows.map(({ code }) => nationalTax(code, country)).join(' ')
  expect(said('AU')).toBe('GST GST GST PST HST QST RST Excise UseTax')
  expect(said('US')).toBe('Sales Sales Sales PST HST QST RST Excise UseTax')
  expect(said('FR')).toBe('Sales VAT GST PST HST QST RST Excise UseTax')
  expect(nationalTax('VAT', undefined)).toBe('VAT')
})
