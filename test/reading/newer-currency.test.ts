import { describe, expect, test } from 'vitest'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'
import { newerCurrencies } from '../../src/standards/currency.ts'
import { aReceipt, aReceiptFrom, plain, viewOf } from '../support/receipts.ts'

describe('a currency newer than the interface’s list', () => {
  test.each(newerCurrencies)('%s is accepted', currency => {
    const tenders = [{ tenderTypeCode: 'Cash', amount: 12, currency }]
    expect(parseReceipt(aReceipt({ currency, tenders }))).toMatchObject({ currency, tenders: [{ currency }] })
  })

  test.each(['CUC', 'XXX', 'try', 'ABC'])('but %s isn’t', currency => {
    expect(Object.keys(readReceipt(aReceipt({ currency })).errors)).toEqual(['currency'])
  })

  test.each([
    ['TR', 'TRY', 'en-US', '₺1,234.50'],
    ['RO', 'RON', 'en-US', 'lei 1,234.50'],
    ['GH', 'GHS', 'en-GB', 'GH₵1,234.50'],
    ['UY', 'UYW', 'en-US', 'UYW 1,234.5000'],
  ])('in %s, %s is written in %s as %s', (code, currency, tag, written) => {
    const view = viewOf(aReceiptFrom({ country: { code } }, { currency, grandAmount: 1234.5 }), tag)
    expect(plain(view.totals!.total!.amount)).toBe(written)
  })

  test('is in the published schema', () => {
    expect(JSON.stringify(receiptJsonSchema())).toContain('"ZWG"')
  })
})
