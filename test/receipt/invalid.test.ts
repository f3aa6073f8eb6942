import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ReceiptDataError } from '../../src/errors.ts'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'

const folder = new URL('../../fixtures/invalid/', import.meta.url)
const cases = readdirSync(folder).filter(file => file.endsWith('.json') && !file.endsWith('.errors.json'))

describe('a wrong receipt is refused with every wrong field', () => {
  it('for each of the faults in fixtures/invalid', () => expect(cases.length).toBeGreaterThan(60))

  it.each(cases)('%s', file => {
    const sent = readFileSync(new URL(file, folder), 'utf8')
    const expected = JSON.parse(readFileSync(new URL(file.replace(/\.json$/, '.errors.json'), folder), 'utf8'))
    const reading = readReceipt(sent)
    expect(reading.errors).toStrictEqual(expected)
    expect(reading.receipt).toBeUndefined()
  })

  it.each([
    ['usd', /^must be one of ADP, AED, AFA and \d+ more; did you mean USD\?$/],
    ['EURO', /; did you mean EUR\?$/],
    ['dollars', /^must be one of ADP, AED, AFA and \d+ more$/],
  ])('with the currency that was meant: %s', (currency, message) => {
    const { errors } = readReceipt(JSON.stringify({ currency }))
    expect(errors?.currency?.[0]?.message).toMatch(message)
  })

  it('as an error in the interface’s form', () => {
    const sent = readFileSync(new URL('many-things-wrong.json', folder), 'utf8')
    const errors = JSON.parse(readFileSync(new URL('many-things-wrong.errors.json', folder), 'utf8'))
    const refused = (): unknown => parseReceipt(sent)
    expect(refused).toThrow(ReceiptDataError)
    try {
      refused()
    } catch (error) {
      expect((error as ReceiptDataError).toErrorResponse('ref-1')).toStrictEqual({
        message: 'Validation error',
        code: null,
        referenceId: 'ref-1',
        errors,
      })
    }
  })

  it.each([
    ['text that is no JSON', '{"receiptType": "PaperOnly"', 'must be JSON'],
    ['nothing', '', 'must be JSON'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'must be UTF-8'],
    ['null', null, 'must be an object'],
    ['undefined', undefined, 'must be an object'],
    ['a number', 12, 'must be an object'],
    ['JSON text of a text', '"receipt"', 'must be an object'],
  ])('%s is no receipt', (_, input, message) => {
    expect(readReceipt(input).errors.receipt?.[0]?.message).toMatch(message)
  })

  it('says where broken JSON breaks, but quotes nothing of it', () => {
    const { errors } = readReceipt('{"customer": {"emailAddress": "ada@example.com", }}')
    expect(errors.receipt?.[0]?.message).toMatch(/^must be JSON; it breaks at character \d+$/)
    expect(JSON.stringify(errors)).not.toContain('ada')
  })
})
