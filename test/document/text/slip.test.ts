import { describe, expect, test } from 'vitest'
import { textWidth } from '../../../src/document/text/columns.ts'
import { createEngine } from '../../../src/engine.ts'
import { fixtures } from '../../support/fixtures.ts'

const engine = await createEngine({ links: { page: 'https://receipts.example.com/r/{transactionNumber}' } })
const leftToRight = fixtures.filter(({ name }) => name !== 'invalid' && !name.endsWith('.ar'))

describe.each([24, 32, 42, 44, 48])('the text for a roll of %i columns', columns => {
  test.each(leftToRight.map(fixture => [fixture.name, fixture] as const))('%s', (_, { receipt, acceptLanguage }) => {
    const text = engine.text(receipt, { acceptLanguage, columns })
    const own = engine.view(receipt, { acceptLanguage }).raw ?? []
    const printed = JSON.stringify(own)
    const wide = text.split('\n').filter(line => textWidth(line) > columns)
    // What the till printed stays as it is, and an address is never broken.
    expect(wide.filter(line => !/https?:\/\//.test(line) && !printed.includes(line.trim()))).toEqual([])
    const pay = engine.view(receipt, { acceptLanguage }).paymentLink?.button ?? '\n'
    // Amounts end at the right edge.
    const total = engine.view(receipt, { acceptLanguage }).totals?.total?.amount
    const totals = text.split('\n').filter(line => total !== undefined && line.endsWith(total) && !line.startsWith(pay))
    expect(totals.filter(line => textWidth(line) !== columns)).toEqual([])
    if (total !== undefined) expect(totals.length).toBeGreaterThan(0)
  })
})

test('paper has no links, and no word about a mail', () => {
  const { receipt } = leftToRight.find(({ name }) => name === 'fashion-sale.en-CA')!
  expect(engine.text(receipt)).toContain('https://receipts.example.com/r/')
  expect(engine.text(receipt)).toContain('You’re receiving this email')
  const slip = engine.text(receipt, { columns: 42 })
  expect(slip).not.toContain('https://receipts.example.com/r/')
  expect(slip).not.toContain('email')
})

test.each([23, 161, 42.5])('%d columns are refused', columns => {
  const { receipt } = leftToRight[0]!
  expect(() => engine.text(receipt, { columns })).toThrow('columns: must be a whole number from 24 to 160')
})
