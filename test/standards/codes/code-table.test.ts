import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMessageFiles } from '../../../src/locale/words/message-files.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { type Code, codeTable, plainCode } from '../../../src/standards/codes/code-table.ts'
import { tables, transactionTypes } from '../../../src/standards/codes/tables.ts'
import { taxTypeOf, taxTypes } from '../../../src/standards/codes/tax-types.ts'
import { cardBrandOf, cardBrands, tenderTypeOf, tenderTypes } from '../../../src/standards/codes/tender-types.ts'

describe('a code', () => {
  test.each([
    ['MC', 'Mastercard'],
    ['MASTER CARD', 'Mastercard'],
    ['M/C', 'Mastercard'],
    ['mastercard', 'Mastercard'],
    ['AMEX', 'American Express'],
    ['Visa_Debit', 'Visa Debit'],
  ])('%s of a terminal is the brand %s', (sent, code) => {
    expect(cardBrandOf(sent)).toEqual({ code, isListed: true })
  })

  test.each([
    ['CREDIT_DEBIT', 'CreditDebit'],
    ['Cheque', 'Check'],
    ['Chèque', 'Check'],
    ['CASH1', 'Cash'],
    ['ｃａｓｈ', 'Cash'],
    ['Cash App', 'CashApp'],
  ])('%s of a till is the means of payment %s', (sent, code) => {
    expect(tenderTypeOf(sent)).toEqual({ code, isListed: true })
  })

  test.each([
    ['RETURN', 'ReturnTransaction'],
    ['refund', 'ReturnTransaction'],
    ['Credit Note', 'ReturnTransaction'],
    ['SALE', 'SaleTransaction'],
    ['Exchange', 'SaleTransaction'],
    ['SALES_ORDER', 'OrderTransaction'],
  ])('%s of a till is a %s', (sent, code) => {
    expect(transactionTypes.find(sent)?.code).toBe(code)
  })

  test.each(['Maestro', 'VISA', 'PIN', 'EC-Karte'])('%s is a known means of payment', sent => {
    expect(tables.tenderTypeCode.has(sent)).toBe(true)
  })

  test('that no table has is one in all spellings, whatever its script', () => {
    expect(['MEAL_VOUCHER', 'Meal Voucher', 'mealVoucher'].map(sent => tenderTypeOf(sent).code)).toEqual(
      Array(3).fill('mealvoucher'),
    )
    const others = ['現金', '商品券', 'ハウスカード', 'バウスカード', 'Fund 1', 'Fund 2', '***', ''].map(
      sent => tenderTypeOf(sent).code,
    )
    expect(new Set(others).size).toBe(others.length)
    expect(tenderTypeOf('***')).toEqual({ code: '***', isListed: false })
    expect(cardBrandOf('3DS').isListed).toBe(false)
  })

  test.each([
    [{ taxTypeCode: 'vat' }, undefined, 'VAT'],
    [{ taxTypeCode: 'Sales Tax', description: 'City' }, 'IL', 'Sales'],
    [{ description: 'MwSt. 19' }, undefined, 'VAT'],
    [{ taxTypeCode: 'PST' }, 'BC', 'PST'],
    [{ taxTypeCode: 'PST' }, 'ca-qc', 'QST'],
    [{ taxTypeCode: 'PST' }, 'MB', 'RST'],
    [{ taxTypeCode: 'GST' }, 'MB', 'GST'],
    [{ description: 'Eco levy' }, 'MB', 'ecolevy'],
    [{}, 'QC', ''],
  ])('of the tax %j in %s is %s', (tax, territory, code) => {
    expect(taxTypeOf(tax, territory).code).toBe(code)
  })
})

test('the interface’s tax types are published, and no others', () => {
  expect([...taxTypes.codes]).toEqual(['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'])
})

test('two codes can’t have the same spelling', () => {
  expect(() => codeTable([{ code: 'GiftCard' }, { code: 'Voucher', spellings: ['GIFT_CARD'] }])).toThrow(
    'Two codes are spelled giftcard.',
  )
})

test('a text longer than any code isn’t looked up', () => {
  const spellings = Object.values(tables).flatMap(({ rows }) =>
    rows.flatMap((row: Code) => [row.code, ...(row.spellings ?? [])]),
  )
  expect(Math.max(...spellings.map(spelling => spelling.length))).toBeLessThan(50)
  expect([50, 101].map(length => transactionTypes.has('Sale'.padEnd(length, '-')))).toEqual([true, false])
})

test('names of rows are their own spellings', () => {
  for (const { code, name = code } of tenderTypes.rows) expect(tenderTypes.find(name)?.code, name).toBe(code)
  for (const { rows } of [...Object.values(tables), cardBrands])
    for (const { code } of rows) expect(plainCode(code).length, code).toBeGreaterThan(1)
})

describe('every code has its words', () => {
  const keys = [
    ...tenderTypes.rows.flatMap(({ word }) => (word ? [`tenders.${word}`, `means.${word}`] : [])),
    ...taxTypes.rows.map(({ code }) => `taxes.${code}`),
    'taxes.Consumption',
    ...tables.action.rows.map(({ message }) => message),
    ...tables.mode.rows.flatMap(({ message }) => message ?? []),
    // It isn't paid, so no sentence says with what.
  ].filter(key => key !== 'means.account')
  const languages = [...readMessageFiles(join(packageRoot, 'locales'))].filter(([tag]) => !tag.includes('-'))

  test.each(languages)('in %s', (_, words) => {
    expect(keys.filter(key => !words.get(key))).toEqual([])
    expect(tenderTypes.rows.filter(({ word, name }) => !word === !name)).toEqual([])
  })

  test.each(languages)('in %s, and no two means of payment the same', (_, words) => {
    const said = tenderTypes.rows.map(({ word, name }) => name ?? words.get(`tenders.${word}`))
    expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([])
  })
})
