import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskCardNumbers } from '../../src/receipt/card-number.ts'
import { maskCardNumbersInJson } from '../../src/receipt/mask-json.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import { receiptWith } from './support.ts'

describe('a card number in a text is masked', () => {
  it.each([
    ['Visa', '4111 1111 1111 1111', '••••1111'],
    ['Visa without groups', '4012888888881881', '••••1881'],
    ['Visa with hyphens', '4111-1111-1111-1111', '••••1111'],
    ['Visa of 19 digits', '4000000000000000006', '••••0006'],
    ['Mastercard', '5555 5555 5555 4444', '••••4444'],
    ['Mastercard of the 2 series', '2223003122003222', '••••3222'],
    ['American Express', '3782 822463 10005', '••••0005'],
    ['Diners Club', '3056 930902 5904', '••••5904'],
    ['Discover', '6011 1111 1111 1117', '••••1117'],
    ['JCB', '3530111333300000', '••••0000'],
    ['UnionPay', '6200000000000005', '••••0005'],
    ['Maestro', '6759649826438453', '••••8453'],
    ['in a sentence', 'Paid with 4111 1111 1111 1111, thanks', 'Paid with ••••1111, thanks'],
    ['with its expiry behind', '4111 1111 1111 1111 12/27', '••••1111 12/27'],
    ['with a count before', '2 4111 1111 1111 1111', '2 ••••1111'],
    ['between letters', 'PAN4111111111111111X', 'PAN••••1111X'],
    ['as track data', ';4111111111111111=27121010000012345678?', ';••••1111=27121010000012345678?'],
    ['twice', '4111111111111111 5555555555554444', '••••1111 ••••4444'],
    ['after a bullet', '•4111 1111 1111 1111', '•••••1111'],
    ['with no-break spaces', '4111\u00a01111\u00a01111\u00a01111', '••••1111'],
  ])('%s', (_, text, masked) => expect(maskCardNumbers(text)).toBe(masked))
})

describe('a number that is no card number stays', () => {
  it.each([
    ['IMEI', '490154203237518'],
    ['IMEI beginning like a card', '356938035643809'],
    ['EAN-13 of Germany', '4006381333931'],
    ['EAN-13 of Japan that passes Luhn', '4902505139314'],
    ['GTIN-14', '14006381333938'],
    ['Visa with a wrong check digit', '4111 1111 1111 1112'],
    ['a part of a longer number', '94111111111111111'],
    ['digits on two lines', '4111 1111\n1111 1111'],
    ['two spaces between groups', '4111  1111  1111  1111'],
    ['an order number', '20260418-118-02-004417'],
    ['a phone number', '+1 541 555 0142'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['zeros', '0000 0000 0000 0000'],
  ])('%s', (_, text) => expect(maskCardNumbers(text)).toBe(text))
})

it('masking twice changes nothing', () => {
  const parts = ['4111 1111 1111 1111', '4111', '1111', ' ', '-', '•', '••••', '378282246310005', 'x', '0']
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map(words => words.join(''))
  fc.assert(
    fc.property(text, sent => {
      const masked = maskCardNumbers(sent)
      expect(maskCardNumbers(masked)).toBe(masked)
    }),
    { numRuns: 2000, seed: 7 },
  )
})

describe('the JSON text of a receipt', () => {
  it('keeps everything but its card numbers', () => {
    const sent = `{ "header": "A\\n4111 1111 1111 1111 \\"x\\"",\t"items":[{"name":"4111111111111111","sku":"4111111111111111","upc" : "4111111111111111"}],
      "own": 4111111111111111, "transactionNumber": 4111111111111111, "grandAmount": 41.10, "additionalInfo1": "\\u0034111111111111111"}`
    const masked = `{ "header": "A\\n••••1111 \\"x\\"",\t"items":[{"name":"••••1111","sku":"4111111111111111","upc" : "4111111111111111"}],
      "own": "••••1111", "transactionNumber": 4111111111111111, "grandAmount": 41.10, "additionalInfo1": "••••1111"}`
    expect(maskCardNumbersInJson(sent)).toBe(masked)
    expect(() => JSON.parse(masked)).not.toThrow()
  })

  it('stays JSON, and the same receipt', () => {
    const text = fc.string({
      unit: fc.constantFrom('4111111111111111', '4111', ' ', '\\', '"', '\n', 'x', ':', '{'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, text, (header, name) => {
        const sent = receiptWith({ header, items: [{ name, sku: name }], own: { [name]: header } })
        const masked = maskCardNumbersInJson(JSON.stringify(sent))
        expect(JSON.parse(masked).items[0].sku).toBe(name)
        expect(readReceipt(masked).receipt?.header).toStrictEqual(readReceipt(sent).receipt?.header)
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  it('may be a quote that never ends, a hundred thousand times', () => {
    const broken = '"\\'.repeat(1e5)
    expect(maskCardNumbersInJson(broken)).toBe(broken)
  })

  it('may be broken', () => expect(maskCardNumbersInJson('{"a": "4111111111111111, \\')).toContain('{"a": '))
})
