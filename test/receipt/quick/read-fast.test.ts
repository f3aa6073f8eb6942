import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readReceipt } from 'counterfoil/stages'
import { describe, expect, test } from 'vitest'
import { seeded } from '../../../service/reliability/random.ts'
import { limits } from '../../../src/receipt/limits.ts'
import { readFast, readFull, readStored } from '../../../src/receipt/parse.ts'
import { plainLetters } from '../../../src/receipt/tidy/clean.ts'
import { fixtures } from '../../support/fixtures.ts'
import { aReceipt, type SentReceipt } from '../../support/receipts.ts'
import { tries } from '../../support/scope.ts'
import { mutated } from './mutate.ts'

test('the package has the readers as code, which reads the same', () => {
  const dist = join(import.meta.dirname, '../../../dist')
  const scripts = readdirSync(dist).filter(name => name.endsWith('.js'))
  const text = scripts.map(name => readFileSync(join(dist, name), 'utf8')).join()
  expect(text.match(/function readReceiptData\(/g)).toHaveLength(1)
  expect(text).not.toContain('writeReaders')
  for (const { name, receipt } of fixtures) expect(readReceipt(receipt), name).toEqual(readFull(receipt))
})

test('most sample receipts are read at once', () => {
  const valid = fixtures.filter(({ receipt }) => readFull(receipt).receipt)
  const quiet = valid.filter(({ receipt }) => readFull(receipt).warnings.length === 0)
  expect(quiet.length).toBeGreaterThan(15)
  const slow = quiet.filter(({ receipt }) => !readFast(receipt)).map(({ name }) => name)
  // Variants of the interface, a balance without currency, and an empty address.
  expect(slow).toEqual(['everything', 'gift-card', 'minimal'])
})

test('what is read at once is what the full path reads, without a warning', () => {
  const random = seeded(20261122)
  let quick = 0
  const rounds = Number(process.env.ROUNDS ?? tries(400))
  for (const { name, receipt } of fixtures)
    for (let round = 0; round < rounds; round++) {
      const sent = mutated(receipt, random, round % 4)
      const before = JSON.stringify(sent)
      const usual = readFast(sent)
      expect(JSON.stringify(sent)).toBe(before)
      if (!usual) continue
      quick++
      const full = readFull(sent)
      const same = { receipt: usual, errors: {}, warnings: [] }
      // The order of keys shows in a JSON text only.
      if (!isDeepStrictEqual(full, same) || JSON.stringify(full) !== JSON.stringify(same))
        expect({ name, round, ...same }).toEqual({ name, round, ...full })
    }
  expect(quick).toBeGreaterThan((fixtures.length * rounds) / 5)
})

test('a number of five characters is masked where it is stored, one of four has nothing to mask', () => {
  const stored = (number: string) => {
    const giftCard = { accountNumber: number }
    return readStored(JSON.stringify(aReceipt({ tenders: [{ tenderTypeCode: 'GIFT_CARD', amount: 5, giftCard }] })))
      .masked
  }
  expect(stored('4417')).toContain('"4417"')
  expect(stored('94417')).not.toContain('94417')
})

test('no digit of any kind is among the letters that need no look at card numbers', () => {
  const letters = new RegExp(`^[${plainLetters}]$`)
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  expect(all.filter(sign => letters.test(sign)).length).toBeGreaterThan(500)
  expect(all.filter(sign => letters.test(sign) && /[\p{Nd}\p{No}]/u.test(sign))).toEqual([])
})

describe('is left to the full path', () => {
  const item = { name: 'Oat milk 1 l', total: 2.49 }
  const text = 'Oat milk '
  test.each<[string, SentReceipt]>([
    ['more items than a receipt may have', { items: Array.from({ length: limits.items + 1 }, () => item) }],
    ['more items, in several lists', { items: Array(1500).fill(item), orders: [{ items: Array(501).fill(item) }] }],
    ['more orders', { orders: Array.from({ length: limits.orders + 1 }, (_, at) => ({ number: `${at}` })) }],
    ['more tenders', { tenders: Array(limits.tenders + 1).fill({ tenderTypeCode: 'Cash', amount: 1 }) }],
    ['more text', { items: Array(1500).fill({ name: text, miscInfo: 'x'.repeat(800) }) }],
    ['more line breaks', { rawPosReceipt: '\n'.repeat(limits.lineBreaks / 2), header: '\\n'.repeat(6000) }],
    ['a text of the greatest length and one', { items: [{ name: 'x'.repeat(limits.text + 1) }] }],
    ['an inherited field', Object.create({ header: 'Sale' }) as SentReceipt],
    ['a key that is set to nothing', { header: undefined }],
    ['a hole in a list', { items: Array(2) }],
    ['a dangerous key of a map', JSON.parse('{"supportingDocuments":{"constructor":{"name":"a"}}}')],
    [
      'a secret name in a map',
      { tenders: [{ tenderTypeCode: 'Credit', emv: { additionalAttributes: { PIN: '1234' } } }] },
    ],
    ['an amount that may be a card number', { grandAmount: 4111111111111111 }],
    ['an amount with hidden decimals', { grandAmount: 19.990000000000002 }],
    ['a PAN in a name', { items: [{ name: 'Card 4111 1111 1111 1111' }] }],
    ['a PAN in Arabic digits', { items: [{ name: '٤١١١١١١١١١١١١١١١' }] }],
    ['a PAN in full-width digits', { items: [{ name: '４１１１１１１１１１１１１１１１' }] }],
    ['a PAN in superscript digits', { items: [{ name: '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹' }] }],
    ['a PAN of the digits that Latin-1 has raised', { items: [{ name: '²²²³¹¹¹¹¹¹³²³¹¹¹' }] }],
    ['an address that is none', { customer: { emailAddress: 'nobody' } }],
    ['a barcode that can’t be drawn', { barcodeType: 'GTIN', barcodeNumber: '123' }],
  ])('%s', (_, more) => {
    expect(readFast(aReceipt())).toBeDefined()
    const sent = Object.getPrototypeOf(more) === Object.prototype ? aReceipt(more) : Object.assign(more, aReceipt())
    expect(readFast(sent)).toBeUndefined()
  })

  test.each<[string, SentReceipt]>([
    ['the greatest length of a text', { items: [{ name: 'x'.repeat(limits.text) }] }],
    ['as many items as a receipt may have', { items: Array.from({ length: limits.items }, () => item) }],
    ['as many orders', { orders: Array.from({ length: limits.orders }, (_, at) => ({ number: `${at}` })) }],
  ])('but not %s', (_, more) => {
    expect(readFast(aReceipt(more))).toBeDefined()
  })
})
