import { expect, test, vi } from 'vitest'
import { writeInput } from '../../../scripts/reference/write-input.ts'
import type { ReceiptInput } from '../../../src/generated/receipt-input.ts'

/** A means of payment with a word, one with a name, a card brand and a tax: a row each. */
vi.mock('../../../src/standards/codes/code-table.ts', async original => {
  const actual = await original<typeof import('../../../src/standards/codes/code-table.ts')>()
  type Row = { code: string; [more: string]: unknown }
  const added: Record<string, Row[]> = {
    Cash: [
      { code: 'MealVoucher', spellings: ['TicketRestaurant'], word: 'mealVoucher' },
      { code: 'HarborPay', name: 'Harbor Pay' },
    ],
    Visa: [{ code: 'Northern Card', spellings: ['NC'] }],
    Sales: [{ code: 'Octroi' }],
  }
  return {
    ...actual,
    codeTable: (rows: readonly Row[], published?: (row: Row) => boolean) =>
      actual.codeTable([...rows, ...(added[rows[0]!.code] ?? [])], published),
  }
})

/** And a word in each language. */
vi.mock('../../../src/locale/words/message-files.ts', async original => {
  const actual = await original<typeof import('../../../src/locale/words/message-files.ts')>()
  const words: Record<string, object> = {
    en: { 'tenders.mealVoucher': 'Meal voucher', 'means.mealVoucher': 'meal voucher', 'taxes.Octroi': 'Town dues' },
    fr: {
      'tenders.mealVoucher': 'Titre-restaurant',
      'means.mealVoucher': 'avec un titre-restaurant',
      'taxes.Octroi': 'Octroi',
    },
  }
  return {
    ...actual,
    readMessageTable: (text: string, path: string) =>
      new Map([...actual.readMessageTable(text, path), ...Object.entries(words[path.replace('.json', '')] ?? {})]),
  }
})

// The service as it is built with such a table.
vi.mock('counterfoil', () => import('../../../src/index.ts'))
vi.mock('counterfoil/internal', () => import('../../../src/internal.ts'))

const { createEngine } = await import('../../../src/index.ts')
const { readReceipt, receiptJsonSchema } = await import('../../../src/stages.ts')
const { countReceipt } = await import('../../../service/src/statistics/counting/receipt/count-receipt.ts')
const { describe: describeApi } = await import('../../../service/src/http/description/openapi.ts')
const { plain } = await import('../../support/receipts.ts')

const sent: ReceiptInput = {
  workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } } },
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '20931',
  grandAmount: 40,
  currency: 'USD',
  taxes: [{ taxTypeCode: 'OCTROI', amount: 2 }],
  tenders: [
    { tenderTypeCode: 'MEAL_VOUCHER', amount: 10 },
    { tenderTypeCode: 'ticket restaurant', amount: 10 },
    { tenderTypeCode: 'Harborpay', amount: 5 },
    { tenderTypeCode: 'Credit', amount: 15, creditDebit: { typeCode: 'NC', last4Digits: '1881' } },
  ],
}

test('a new code needs a row, and a word in each language', async () => {
  const { receipt, warnings } = readReceipt(sent)
  expect(warnings).toEqual([])

  const published = receiptJsonSchema() as {
    $defs: Record<string, { properties: Record<string, { examples: string[] }> }>
  }
  const { TenderData, CreditDebitData, TaxData } = published.$defs
  expect(TenderData!.properties.tenderTypeCode!.examples).toEqual(expect.arrayContaining(['MealVoucher', 'HarborPay']))
  expect(CreditDebitData!.properties.typeCode!.examples).toContain('Northern Card')
  expect(TaxData!.properties.taxTypeCode!.examples).toContain('Octroi')
  expect(writeInput(published)).toMatch(/'MealVoucher'/)
  expect(JSON.stringify(describeApi([], '1', 'https://receipts.example.com'))).toContain('"MealVoucher"')

  const engine = await createEngine()
  const printed = (acceptLanguage: string) => plain(engine.text(sent, { acceptLanguage }))
  for (const line of [
    /^Meal voucher +\$10\.00$/m,
    /^Harbor Pay +\$5\.00$/m,
    /^Northern Card •••• 1881 +\$15\.00$/m,
    /^Paid with meal voucher,/m,
    /Town dues/,
  ])
    expect(printed('en-US')).toMatch(line)
  expect(printed('fr-FR')).toMatch(/^Titre-restaurant /m)
  expect(printed('fr-FR')).toMatch(/Payé avec un titre-restaurant,/)
  await engine.close()

  const { change } = countReceipt({
    receipt: receipt!,
    date: '2026-11-20',
    dateAt: Date.UTC(2026, 10, 20),
    locale: { requested: null, chosen: 'en-US', languages: ['en-US'], source: 'default' },
    receivedAt: Date.UTC(2026, 10, 20),
    offers: 0,
  })
  const { parts = [], labels = [] } = change
  expect(parts.map(([dimension, name]) => `${dimension} ${name.split('\u001f')[0]}`)).toEqual([
    'taxType Octroi',
    'tenderType MealVoucher',
    'tenderType MealVoucher',
    'tenderType HarborPay',
    'tenderType Credit',
    'cardBrand Northern Card',
  ])
  expect(labels).toEqual([['store', '118', 'Pebble & Pine']])
})
