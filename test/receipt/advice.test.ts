import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { BundleError, ReceiptDataError } from '../../src/errors.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'

const sale = JSON.parse(
  readFileSync(new URL('../../fixtures/fashion-sale.en-CA/receipt.json', import.meta.url), 'utf8'),
)
const tea = { name: 'Sencha 100 g', price: 12.5 }

const problemsOf = (input: unknown): string[] => {
  try {
    parseReceipt(input)
    return []
  } catch (error) {
    if (!(error instanceof ReceiptDataError)) throw error
    return Object.entries(error.errors).flatMap(([path, list]) => list.map(({ message }) => `${path}: ${message}`))
  }
}

const aStore = '{ "id": "004", "name": "Alder & Finch", "address": { "city": "Toronto", "country": { "code": "CA" } } }'

test.each([
  ['a quantity', { items: [{ ...tea, quantity: 2 }] }, 'items[0].quantity: must be an object, such as { "value": 2 }'],
  [
    'an item',
    { items: ['Sencha'] },
    'items[0]: must be an object, such as { "name": "Wool scarf", "price": 19, "quantity": { "value": 2 }, "total": 38 }',
  ],
  ['a discount', { discounts: -2 }, 'discounts: must be an array, such as [{ "name": "Autumn offer", "amount": -14 }]'],
  ['money', { grandAmount: { amount: 2037 } }, 'grandAmount: must be a number, not an object, such as 18.99'],
  [
    'lines as a list',
    { header: ['Welcome', 'Open on Sundays'] },
    'header: must be a string, not a list: join it to one text',
  ],
  [
    'a list of stores',
    { workstation: { id: '3', store: [] } },
    `workstation.store: must be an object, not a list, such as ${aStore}`,
  ],
  [
    'a store’s number',
    { workstation: { id: '3', store: '004' } },
    `workstation.store: must be an object, such as ${aStore}`,
  ],
  ['one item', { items: tea }, 'items: must be an array: put the object in brackets, [{ … }]'],
  [
    'an amount as printed',
    { grandAmount: '$126.99' },
    'grandAmount: must be a number, without currency signs or separators of thousands, such as 1126.99',
  ],
  [
    'an amount with thousands apart',
    { grandAmount: '1 126.99' },
    'grandAmount: must be a number, without currency signs or separators of thousands, such as 1126.99',
  ],
  [
    'an amount as host systems print it',
    { grandAmount: '126.99-' },
    'grandAmount: must be a number, with the minus sign first, such as -12.50',
  ],
  [
    'cents alone',
    { grandAmount: '.99' },
    'grandAmount: must be a number, with digits before and after the point, such as 0.50',
  ],
  ['an amount in words', { grandAmount: 'ten' }, 'grandAmount: must be a number'],
  ['a Date', { receiptDateTime: new Date(0) }, 'receiptDateTime: must be a string, not a Date: send its toISOString()'],
  ['a fraction as a number', { transactionNumber: 118.5 }, 'transactionNumber: must be a string, in quotation marks'],
])('an error goes the last step: %s', (_, fields, problem) => {
  expect(problemsOf({ ...sale, ...fields })).toEqual([problem])
})

test.each([
  ['a path', './sales/118-32908.json', "receipt: must be JSON, not a file's path: read the file first"],
  ['an address', 'https://pos.example.com/sales/1', 'receipt: must be JSON, not an address: fetch it first'],
  ['a response around it', { sale }, 'receipt: has no receipt\'s fields, but what is in "sale" has: give that'],
  [
    'a charge',
    { id: 'ch_3Pabc', object: 'charge', livemode: true, amount: 2573 },
    'receipt: is an order of Stripe, not a receipt: convert it with counterfoil/from',
  ],
  ['a list', [sale], 'receipt: must be an object, not a list: give its receipts one by one'],
  ['a promise', Promise.resolve(sale), 'receipt: must be an object, not a promise: await it first'],
  ['nothing', null, 'receipt: must be an object'],
  ['text', 'Thank you', 'receipt: must be JSON'],
  ['JSON cut off in a list', '["118-32908.json', 'receipt: must be JSON'],
  ['a sentence with an address', 'https://pos.example.com is down', 'receipt: must be JSON'],
])('what isn’t a receipt is told from one: %s', (_, input, problem) => {
  expect(problemsOf(input).map(said => said.replace(/; it breaks.*/, ''))).toEqual([problem])
})

test('a receipt that lacks all but one of its fields still says which', () => {
  expect(problemsOf({ sale: {} })).toContain('grandAmount: may not be null')
})

test.each([
  ['grand_total', 'grandAmount'],
  ['curency', 'currency'],
  ['net_total', 'netAmount'],
  ['transactionId', 'transactionNumber'],
])('an unknown field has the name that was meant: %s', (written, meant) => {
  const [warning] = auditReceipt({ ...sale, [written]: 1 })
  expect(warning).toMatchObject({ path: written, code: 'unknown_field', severity: 'odd' })
  expect(warning?.message).toMatch(new RegExp(`Did you mean ${meant}\\?$`))
})

test('a field of one’s own is like none', () => {
  expect(auditReceipt({ ...sale, membershipStatus: 'Gold' })[0]?.message).not.toContain('Did you mean')
})

test('a good receipt with decimal text and nulls has notes of style only; sums and lost data are wrong', () => {
  const asText = JSON.parse(JSON.stringify(sale), (_, value) => (typeof value === 'number' ? String(value) : value))
  const warnings = auditReceipt({ ...asText, loyalty: null, header: null })
  expect(warnings.length).toBeGreaterThan(5)
  expect(new Set(warnings.map(({ severity }) => severity))).toEqual(new Set(['style']))
  const severities = auditReceipt({ ...sale, grandAmount: 1, mode: 'Dreaming' }).map(({ code, severity }) => [
    code,
    severity,
  ])
  expect(severities).toContainEqual(['grand_amount', 'wrong'])
  expect(severities).toContainEqual(['unknown_code', 'odd'])
})

test.each([
  ['SaleTransation', 'SaleTransaction'],
  ['RetrunTransaction', 'ReturnTransaction'],
  // These end as a sale does, and nothing else.
  ['VoidTransaction', undefined],
  ['voidtransaction', undefined],
  ['SafeDropTransaction', undefined],
])('the type of transaction %s suggests %s', (transactionType, meant) => {
  const [warning] = auditReceipt({ ...sale, transactionType }).filter(({ code }) => code === 'unknown_code')
  expect(/Did you mean (\w+)/.exec(warning!.message)?.[1]).toBe(meant)
})

test.each([
  ['https://cdn.example.com/logo.png', 'not an address: fetch the file first'],
  ['data:image/png;base64,iVBORw0KGgo=', 'not an address: fetch the file first'],
  ['logos/none.png', 'check its path and permissions'],
])('a logo of %s', async (logo, advice) => {
  await expect(createEngine({ brand: { logo } })).rejects.toThrow(advice)
})

test('an option of another library is told ours', async () => {
  const engine = await createEngine()
  expect(() => engine.email(sale, { lang: 'fr' } as never)).toThrow('did you mean "locale"?')
  expect(() => engine.email(sale, { constructor: 1 } as never)).toThrow('there is no option "constructor"')
})

test('what a bundle lacks is said where it says', () => {
  expect(readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8')).toContain('## Bundlers')
  expect(new BundleError().message).toContain('docs/install.md, "Bundlers"')
})
