import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'
import fc, { anyCharacter } from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'
import { receiptWith } from './support.ts'

const folder = new URL('../../fixtures/', import.meta.url)
const scenarios = readdirSync(folder, { withFileTypes: true })
  .filter(
    entry =>
      entry.isDirectory() &&
      entry.name !== 'invalid' &&
      readdirSync(new URL(entry.name, folder)).includes('receipt.json'),
  )
  .map(entry => entry.name)
const sentOf = (scenario: string): Buffer => readFileSync(new URL(`${scenario}/receipt.json`, folder))

/** JSON with the names of the interface among its keys, so that every depth of the schema is met. */
const names = [
  'workstation',
  'store',
  'address',
  'id',
  'name',
  'items',
  'tenders',
  'creditDebit',
  'giftCard',
  'balance',
  'quantity',
]
const more = [
  'taxes',
  'orders',
  'customer',
  'emailAddress',
  'extra',
  'signature',
  'base64Image',
  'emvData',
  'units',
  'terms',
]
const strange = ['__proto__', 'constructor', 'toString', 'a.b', '[0]', '']
const key = fc.oneof(fc.constantFrom(...names, ...more, 'receiptType', 'currency', 'header', ...strange), fc.string())
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.constantFrom('', ' ', '12.50', '\\n', '\u202e'),
)
const { json } = fc.letrec(tie => ({
  json: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(key, tie('json'), { maxKeys: 8 }),
  ),
}))

describe('parseReceipt', () => {
  it.each(scenarios)('parses its own result to the same (%s)', scenario => {
    const receipt = parseReceipt(sentOf(scenario))
    expect(parseReceipt(structuredClone(receipt))).toStrictEqual(receipt)
    expect(parseReceipt(JSON.stringify(receipt))).toStrictEqual(receipt)
  })

  it.each(scenarios)('gives a frozen receipt, and takes it back unchecked (%s)', scenario => {
    const receipt = parseReceipt(sentOf(scenario))
    expect(parseReceipt(receipt)).toBe(receipt)
    expect(readReceipt(receipt)).toEqual({ receipt, errors: {}, warnings: readReceipt(sentOf(scenario)).warnings })
    const objects = (value: unknown): object[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objects)] : []
    expect(objects(receipt).filter(value => !Object.isFrozen(value))).toEqual([])
    expect(parseReceipt({ ...receipt, header: 'A\u0000B' }).header).not.toContain('\u0000')
  })

  it('parses its own result to the same, for any accepted receipt', () => {
    const own = fc.record(
      {
        header: fc.string({ unit: anyCharacter }),
        mode: fc.string({
          unit: fc.constantFrom('\\', 'n', 't', 'r', '\n', '\r', '\u202e', ' ', 'a', '\u0303', '\ud83d'),
        }),
        items: fc.array(
          fc.record({ name: fc.string({ unit: fc.constantFrom('4', '1', '1', ' ', '-', '•', 'x'), maxLength: 60 }) }),
        ),
        tenders: fc.array(
          fc.record({
            tenderTypeCode: fc.string(),
            creditDebit: fc.record({ last4Digits: fc.string(), Name: fc.string() }),
          }),
        ),
        extra: json,
        ownField: json,
        'a.b': json,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(own, fields => {
        const { receipt } = readReceipt(receiptWith(fields))
        fc.pre(receipt !== undefined)
        expect(readReceipt(structuredClone(receipt))).toStrictEqual({
          receipt,
          errors: {},
          warnings: expect.anything(),
        })
      }),
      { numRuns: tries(300) },
    )
  })

  it('gives errors for any JSON value and never crashes', () => {
    fc.assert(
      fc.property(json, fc.boolean(), (value, asText) => {
        const { receipt, errors } = readReceipt(asText ? JSON.stringify(value) : value)
        expect(receipt === undefined).toBe(Object.keys(errors).length > 0)
      }),
      { numRuns: tries(500) },
    )
  })

  it('takes any JSON value in place of any field', () => {
    const whole = JSON.parse(sentOf('everything').toString()) as Record<string, unknown>
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), json, (field, value) => {
        const { receipt, errors } = readReceipt({ ...whole, [field]: value })
        expect(receipt === undefined).toBe(Object.keys(errors).length > 0)
        for (const path of Object.keys(errors))
          expect(
            path === 'receipt' ||
              path === 'paymentLink' ||
              path.startsWith(field) ||
              path === 'customer.emailAddress' ||
              path.endsWith('barcodeNumber'),
          ).toBe(true)
      }),
      { numRuns: tries(300) },
    )
  })

  it('doesn’t change its argument', () => {
    const sent = receiptWith({ items: [{ name: 'A\u202eB', total: '1.50', note: 'x' }], header: '' })
    const before = structuredClone(sent)
    const { receipt } = readReceipt(Object.freeze(sent))
    expect(sent).toStrictEqual(before)
    expect(receipt).not.toHaveProperty('header')
  })

  it('reads JSON as text, as bytes and with a byte order mark alike', () => {
    const sent = receiptWith({ header: 'Grüezi' })
    const text = JSON.stringify(sent)
    const expected = parseReceipt(sent)
    expect([text, `\ufeff${text}`, Buffer.from(text)].map(parseReceipt)).toStrictEqual([expected, expected, expected])
  })

  it('gives only text and numbers where objects could hide', () => {
    for (const scenario of scenarios) {
      const leaves = (value: unknown): unknown[] =>
        typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
      for (const value of leaves(parseReceipt(sentOf(scenario)))) expect(['string', 'number']).toContain(typeof value)
    }
  })
})
