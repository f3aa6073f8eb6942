import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readReceipt } from '../../src/receipt/parse.ts'
import { viewOf } from '../support/receipts.ts'
import { mailOf } from '../support/stages.ts'
import { briefly, receiptWith } from './support.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

/** What is said of a signature at each of the three places where one can be. */
function readAll(signature: unknown) {
  return [
    ['signature', receiptWith({ signature })],
    ['tenders[0].signature', receiptWith({ tenders: [{ tenderTypeCode: 'Credit', amount: 12.99, signature }] })],
    ['terms[0].signature', receiptWith({ terms: [{ description: 'Returns within 30 days', signature }] })],
  ].map(([path, sent]) => ({ path: path as string, sent: sent as Record<string, unknown>, ...readReceipt(sent) }))
}

describe('imageMimeType', () => {
  test.each([undefined, null, '', ' '])(
    '%j: with an image, its bytes say what it is, with a warning',
    imageMimeType => {
      for (const { path, errors, warnings } of readAll({ base64Image: png, imageMimeType })) {
        expect(errors).toEqual({})
        expect(briefly(warnings)).toContain(`${path}.imageMimeType image_type_missing`)
      }
      const { receipt } = readReceipt(receiptWith({ signature: { base64Image: png, imageMimeType } }))
      expect(receipt?.signature?.imageMimeType).toBe('image/png')
    },
  )

  test('is not needed without an image, which gets a warning', () => {
    for (const { path, errors, warnings } of readAll({ text: 'agreed' })) {
      expect(errors).toEqual({})
      expect(briefly(warnings)).toEqual([`${path}.imageMimeType image_type_missing`])
    }
  })

  test('is required with bytes that do not say what they are', () => {
    for (const { path, errors } of readAll({ base64Image: base64('SIGPAD1;12,40;14,38') }))
      expect(errors).toMatchObject({ [`${path}.imageMimeType`]: [{ message: 'may not be null' }] })
  })

  test('sent with its image needs no word', () => {
    for (const { warnings } of readAll({ base64Image: png, imageMimeType: 'image/png' })) expect(warnings).toEqual([])
  })
})

describe('an image that mail clients do not show', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><path d="M0 0h9"/></svg>'
  test.each<[string, string]>([
    ['an SVG', base64(svg)],
    ['an SVG behind a declaration', base64(`<?xml version="1.0"?>\n<!-- pad -->\n${svg}`)],
    ['an SVG behind a byte order mark', Buffer.from(`\ufeff ${svg}`).toString('base64')],
    ['a WebP', base64('RIFF\x24\0\0\0WEBPVP8 ')],
    ['a TIFF', base64('II*\0\x08\0\0\0')],
    ['a TIFF of the other byte order', base64('MM\0*\0\0\0\x08')],
    ['a HEIC', base64('\0\0\0\x18ftypheic\0\0\0\0')],
    ['an AVIF', base64('\0\0\0\x1cftypavif\0\0\0\0')],
    ['a PNG that is cut off', png.slice(0, 24)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]).toString('base64')],
    ['a GIF that is cut off', base64('GIF89a\x08\0')],
  ])('%s is accepted without a picture', (_, base64Image) => {
    for (const { path, sent, errors, warnings } of readAll({
      base64Image,
      imageMimeType: 'image/png',
      text: 'agreed',
    })) {
      expect(errors).toEqual({})
      expect(briefly(warnings)).toEqual([`${path}.base64Image image_not_shown`])
      const view = viewOf(sent)
      expect(Object.values(view.images).filter(({ kind }) => kind === 'picture')).toEqual([])
      const { html, text } = mailOf(view)
      expect(text).toContain('Signature on file.')
      expect(html).not.toMatch(/<svg|onload|PHN2Zy/)
    }
  })

  test.each<[string, string, RegExp]>([
    ['an SVG of more than 256 KB', base64(svg + ' '.repeat(256 * 1024)), /at most 256 KB/],
    ['a PNG of 60000 pixels each way', bomb(60_000), /at most 2000 × 2000/],
    ['a data: address', `data:image/png;base64,${png}`, /must be base64/],
    ['HTML', base64('<!DOCTYPE html><script>alert(1)</script>'), /must be a PNG/],
    ['XML of another kind', base64('<?xml version="1.0"?><order/>'), /must be a PNG/],
    ['a PDF', base64('%PDF-1.7'), /must be a PNG/],
  ])('but %s is refused', (_, base64Image, message) => {
    for (const { path, errors } of readAll({ base64Image, imageMimeType: 'image/png' }))
      expect(errors).toEqual({ [`${path}.base64Image`]: [{ code: null, message: expect.stringMatching(message) }] })
  })
})

/** A small PNG that would take gigabytes to decode. */
function bomb(side: number): string {
  const bytes = Buffer.from(png, 'base64')
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return Buffer.concat([bytes, deflateSync(Buffer.alloc(1000))]).toString('base64')
}
