import { afterAll, describe, expect, test } from 'vitest'
import { auditReceipt, createEngine, ReceiptDataError } from '../../src/index.ts'
import { aReceipt } from '../support/receipts.ts'

const engine = await createEngine()
afterAll(() => engine.close())

/** The lines of advice on what isn't a receipt. */
function adviceOn(sent: unknown): string[] {
  try {
    engine.html(sent as never)
  } catch (error) {
    if (error instanceof ReceiptDataError) {
      for (const line of error.advice) expect(error.message).toContain(line)
      // The interface's answer has its own words only.
      expect(JSON.stringify(error.toErrorResponse())).not.toContain(error.advice[0])
      return [...error.advice]
    }
    throw error
  }
  return []
}

describe('an error says what was probably meant', () => {
  const item = { name: 'Oolong', total: 12 }
  test.each<[string, unknown, RegExp]>([
    ['a path', 'receipts/sale.json', /file's path: pass what is in the file/],
    ['a path of Windows', 'C:\\receipts\\sale.json', /file's path/],
    ['a list', [aReceipt()], /This is a list/],
    ['a promise', Promise.resolve(aReceipt()), /await it first/],
    ['a wrapper', { sale: aReceipt() }, /The receipt is within `sale`/],
    [
      'a bare quantity',
      { ...aReceipt(), items: [{ ...item, quantity: 2 }] },
      /items\[0\]\.quantity: write \{ value: 2 \}/,
    ],
    ['a sign', { ...aReceipt(), grandAmount: '$126.99' }, /grandAmount: an amount has no currency sign/],
    ['a separator', { ...aReceipt(), tip: '1,234.50' }, /tip: an amount has no currency sign and no separator/],
    [
      'a Date',
      { ...aReceipt(), receiptDateTime: new Date(0) },
      /receiptDateTime: a Date doesn't know the shop's clock/,
    ],
    ['seconds', { ...aReceipt(), receiptDateTime: 1764350000 }, /receiptDateTime: a number of seconds/],
  ])('%s', (_, sent, words) => {
    expect(adviceOn(sent)).toEqual([expect.stringMatching(words)])
  })

  test('nothing where the interface’s words say it, and never what is in the receipt', () => {
    expect(adviceOn({ ...aReceipt(), currency: 'usd' })).toEqual([])
    expect(adviceOn(undefined)).toEqual([])
    expect(adviceOn('{"transactionNumber":')).toEqual([])
    const named = adviceOn({ ...aReceipt(), items: [{ name: 'Oolong', total: '12 for ada@example.com' }] })
    expect(named.join()).not.toContain('ada')
    const many = Array.from({ length: 500 }, () => ({ ...item, quantity: 1 }))
    expect(adviceOn({ ...aReceipt(), items: many })).toHaveLength(5)
  })
})

describe('warnings say how much they matter', () => {
  const severities = (fields: object) =>
    auditReceipt({ ...aReceipt(), ...fields }).map(({ path, code, severity }) => `${severity} ${code} ${path}`)

  test('what platforms send is style, a misspelled field odd, a sum that doesn’t add wrong', () => {
    const found = severities({
      items: [{ name: 'Oolong', total: '12.00', qty: { value: 1 } }],
      membershipStatus: 'gold',
      customer: { emailAddress: 'ada@example.com', firstName: null },
      taxes: [{ taxTypeCode: 'Sales', percent: 0.06, taxableAmount: 12, amount: 0.72 }],
      grandAmount: 99,
    })
    expect(found).toEqual(
      expect.arrayContaining([
        'style number_as_text items[0].total',
        'odd unknown_field items[0].qty',
        'style unknown_field membershipStatus',
        expect.stringMatching(/^wrong grand_amount/),
      ]),
    )
  })

  test.each([
    ['net_total', 'netAmount', 12],
    ['grossTotal', 'grossAmount', 12],
    ['taxs', 'taxes', [{ amount: 1 }]],
    ['line_items', 'items', [{ name: 'Oolong', total: 12 }]],
    ['payments', 'tenders', [{ tenderTypeCode: 'Cash', amount: 12 }]],
    ['reciptDateTime', 'receiptDateTime', '2026-11-20T18:40:00-05:00'],
  ])('%s: did you mean %s?', (written, meant, value) => {
    const { [meant as 'items']: _, ...rest } = aReceipt() as Record<string, unknown>
    const [warning] = auditReceipt({ ...rest, [written]: 'x' }).filter(({ code }) => code === 'unknown_field')
    expect(warning?.message).toMatch(new RegExp(`Did you mean ${meant}\\?$`))
    const both = auditReceipt({ ...rest, [meant]: value, [written]: 'x' })
    expect(both.filter(({ message }) => message.includes('Did you mean'))).toEqual([])
  })
})
