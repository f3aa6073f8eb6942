import { join } from 'node:path'
import { expect, test } from 'vitest'
import { territories } from '../../../scripts/tables/cldr.ts'
import { readMessageFiles } from '../../../src/locale/words/message-files.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { nationalTax, taxTypes } from '../../../src/standards/codes/tax-types.ts'

/** Countries with a GST, as the package `sales-tax` 2.23.0 (res/sales_tax_rates.json) has them; all others have VAT or none. */
const published = 'AI AU CA IN MV NZ SG'

/** Where its law says otherwise, or has more than one tax. */
const others: Record<string, string> = {
  BZ: 'GST: General Sales Tax Act of Belize, chapter 63',
  CA: 'GST, HST and the provinces’ own, for which there are codes',
  IN: 'GST, and VAT of the states on fuel and alcohol',
  JE: 'GST: Goods and Services Tax (Jersey) Law 2007',
  JP: '消費税法: consumption tax, which OECD counts among the value added taxes',
  PG: 'GST: Goods and Services Tax Act 2003',
}

test('countries name their tax as published', () => {
  const gst = published.split(' ')
  const differ = territories().filter(country => {
    const expected = gst.includes(country) ? 'GST' : 'VAT'
    return nationalTax('VAT', { store: country, reader: undefined }) !== expected
  })
  expect(differ).toEqual(Object.keys(others))
})

test('only what names a general tax on sales is renamed', () => {
  const said = (store: string | undefined, reader?: string) =>
    taxTypes.rows.map(({ code }) => nationalTax(code, { store, reader })).join(' ')
  expect(said('AU')).toBe('GST GST GST PST HST QST RST Excise UseTax')
  expect(said('JP')).toBe('Consumption Consumption Consumption PST HST QST RST Excise UseTax')
  expect(said('US')).toBe('Sales VAT GST PST HST QST RST Excise UseTax')
  expect(said('FR')).toBe('Sales VAT GST PST HST QST RST Excise UseTax')
  expect(said(undefined)).toBe('Sales VAT GST PST HST QST RST Excise UseTax')
})

test('what the till says wins over what the reader’s country has, but for Japan, which calls VAT so', () => {
  const said = (reader: string) =>
    taxTypes.rows.map(({ code }) => nationalTax(code, { store: undefined, reader })).join(' ')
  expect(said('AU')).toBe('GST VAT GST PST HST QST RST Excise UseTax')
  expect(said('US')).toBe('Sales VAT GST PST HST QST RST Excise UseTax')
  expect(said('JP')).toBe('Consumption Consumption GST PST HST QST RST Excise UseTax')
})

test('each language’s own word for VAT is a code of it', () => {
  const words = [...readMessageFiles(join(packageRoot, 'locales'))].flatMap(([tag, messages]) => {
    const word = messages.get('taxes.VAT')
    return word ? [`${tag} ${word}: ${taxTypes.find(word)?.code}`] : []
  })
  expect(words.filter(word => !word.endsWith(': VAT'))).toEqual([])
})
