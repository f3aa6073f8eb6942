import { describe, expect, it } from 'vitest'
import { limits } from '../../src/receipt/limits.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import { receiptWith } from './support.ts'

const list = (length: number) => Array.from({ length }, () => ({}))
const items = (length: number) => Array.from({ length }, () => ({ name: 'Nail' }))
const nested = (depth: number): unknown => (depth === 0 ? 'end' : { own: nested(depth - 1) })
const tenders = (length: number) => Array.from({ length }, () => ({ tenderTypeCode: 'Cash' }))
const codes = (length: number, barcodeType = 'Code128') =>
  Array.from({ length }, (_, at) => ({ barcodeType, barcodeNumber: `A${at}` }))
const qrCodes = (own: string, ordered: string) => ({
  barcodeType: 'QRCode',
  barcodeNumber: own,
  orders: [{ barcodeType: 'QRCode', barcodeNumber: ordered }],
})
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const signed = (length: number) =>
  Array.from({ length }, () => ({ signature: { base64Image: dot, imageMimeType: 'image/png' } }))

describe('a receipt may be as large as its limits, and no larger', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string, string]>([
    [
      'depth',
      { own: nested(31) },
      { own: nested(32) },
      `own${'.own'.repeat(31)}`,
      'must not be nested more than 32 deep',
    ],
    ['items', { items: items(2000) }, { items: items(2001) }, 'items', 'must keep the receipt within 2000 items'],
    [
      'items of returns and orders',
      { items: items(1000), orders: [{ items: items(1000) }] },
      { items: items(1000), orders: [{ items: items(1001) }] },
      'orders[0].items',
      'must keep the receipt within 2000 items',
    ],
    ['orders', { orders: list(100) }, { orders: list(101) }, 'orders', 'must keep the receipt within 100 orders'],
    [
      'tenders, earlier ones too',
      { tenders: tenders(300), orders: [{ tenderHistory: tenders(200) }] },
      { tenders: tenders(300), orders: [{ tenderHistory: tenders(201) }] },
      'orders[0].tenderHistory',
      'must keep the receipt within 500 tenders',
    ],
    [
      'line breaks, written either way',
      { header: 'x\n'.repeat(10_000), rawPosReceipt: 'x\\n'.repeat(10_000) },
      { header: 'x\n'.repeat(10_000), rawPosReceipt: 'x\\n'.repeat(10_001) },
      'rawPosReceipt',
      'must keep the receipt within 20000 line breaks',
    ],
    [
      'barcodes',
      { orders: codes(50) },
      { orders: codes(51) },
      'orders[50].barcodeNumber',
      'must be one of at most 50 different barcodes of a receipt',
    ],
    [
      'barcodes of equal text, which are drawn once',
      { barcodeNumber: 'A0', orders: [...codes(50), ...codes(50)] },
      { barcodeNumber: 'B', orders: [...codes(49), ...codes(50)] },
      'orders[98].barcodeNumber',
      'must be one of at most 50 different barcodes of a receipt',
    ],
    [
      'QR codes',
      { orders: codes(20, 'QRCode') },
      { orders: codes(21, 'QRCode') },
      'orders[20].barcodeNumber',
      'must be one of at most 20 different QR codes of a receipt',
    ],
    [
      'text of QR codes',
      qrCodes('x'.repeat(1000), 'y'.repeat(500)),
      qrCodes('x'.repeat(1000), 'y'.repeat(501)),
      'orders[0].barcodeNumber',
      'must keep the QR codes of the receipt within 1500 bytes of UTF-8 together',
    ],
    [
      'images',
      { terms: signed(50) },
      { terms: signed(51) },
      'terms[50].signature.base64Image',
      'must be one of at most 50 images of a receipt',
    ],
    [
      'entries',
      { taxes: list(5000) },
      { taxes: list(5001) },
      'taxes',
      'must keep all lists and maps together within 5000 entries',
    ],
    [
      'text',
      { referenceId: 'x'.repeat(4000) },
      { referenceId: 'x'.repeat(4001) },
      'referenceId',
      'size must be between 0 and 4000',
    ],
    [
      'long text',
      { header: 'x'.repeat(32000) },
      { header: 'x'.repeat(32001) },
      'header',
      'size must be between 0 and 32000',
    ],
    [
      'amount',
      { tip: 999_999_999_999_999 },
      { tip: 1e15 },
      'tip',
      'must be between -1000000000000000 and 1000000000000000',
    ],
    [
      'url',
      { trackingPixel: `https://example.com/${'x'.repeat(2028)}` },
      { trackingPixel: `https://example.com/${'x'.repeat(2029)}` },
      'trackingPixel',
      'must be at most 2048 characters',
    ],
  ])('%s', (_, within, beyond, path, message) => {
    expect(readReceipt(receiptWith(within)).errors).toStrictEqual({})
    expect(readReceipt(receiptWith(beyond)).errors).toStrictEqual({ [path]: [{ code: null, message }] })
  })

  it.each(['x', 'é', '€', '😀'])('input of %s, in bytes and to the byte', letter => {
    const text = (bytes: number) => {
      const rest = bytes - 2
      const letters = letter.repeat(Math.floor(rest / Buffer.byteLength(letter)))
      return `"${letters}${'x'.repeat(rest - Buffer.byteLength(letters))}"`
    }
    const problemOf = (json: string) => readReceipt(json).errors.receipt?.[0]?.message
    expect(problemOf(text(limits.input))).toBe('must be an object')
    expect(problemOf(text(limits.input + 1))).toBe('must be at most 1048576 bytes')
    expect(problemOf(Buffer.from(text(limits.input + 1)) as never)).toBe('must be at most 1048576 bytes')
  })

  it('input', () => {
    const large = 'x'.repeat(limits.input)
    for (const input of [
      JSON.stringify(receiptWith({ own: large })),
      receiptWith({ own: large }),
      Buffer.from(`"${large}"`),
    ])
      expect(readReceipt(input).errors).toStrictEqual({
        receipt: [{ code: null, message: 'must be at most 1048576 bytes' }],
      })
  })

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])('%s isn’t an amount', value => {
    expect(readReceipt(receiptWith({ tip: value })).errors.tip).toStrictEqual([
      { code: null, message: 'must be a number' },
    ])
  })

  it('hundreds of thousands of brackets are refused, not followed', () => {
    const text = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(readReceipt(text).errors).toHaveProperty('receipt')
    expect(readReceipt(`{"own":${text}}`).errors).toStrictEqual({
      [`own${'[0]'.repeat(31)}`]: [{ code: null, message: 'must not be nested more than 32 deep' }],
    })
  })

  it('a circular object is refused', () => {
    const sent = receiptWith()
    sent.own = sent
    const message = 'must not be nested more than 32 deep'
    expect(Object.values(readReceipt(sent).errors)).toStrictEqual([[{ code: null, message }]])
  })

  it('warnings and extra fields are bounded, and say so', () => {
    const own = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`own${i}`, i]))
    const { receipt, warnings } = readReceipt(receiptWith(own))
    expect(Object.keys(receipt?.extra ?? {})).toHaveLength(limits.extra)
    expect(warnings).toHaveLength(limits.warnings + 1)
    expect(warnings.map(warning => warning.code)).toContain('too_many_extras')
    expect(warnings.at(-1)?.code).toBe('too_many_warnings')
  })

  it('a thousand wrong fields are named, then no more', () => {
    const { errors } = readReceipt(receiptWith({ taxes: Array.from({ length: 5000 }, () => ({ amount: 'x' })) }))
    expect(Object.keys(errors)).toHaveLength(limits.errors)
  })
})
