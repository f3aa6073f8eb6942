import { describe, expect, test } from 'vitest'
import { composeEmail } from '../../src/email/compose.ts'
import { aReceipt, viewOf } from '../support/receipts.ts'
import { mailOf } from '../support/stages.ts'

const withBarcodes = aReceipt({
  barcodeNumber: '118-20931',
  barcodeType: 'Code128',
  orders: [
    { barcodeNumber: '118-20931', barcodeType: 'Code128' },
    { barcodeNumber: 'OTHER', barcodeType: 'Code128' },
  ],
})

describe('a mail', () => {
  const mail = composeEmail(mailOf(viewOf(withBarcodes, 'fr-CA')))

  test('states its language, that it was sent automatically, and which receipt it is', () => {
    expect(mail.headers).toEqual({
      'Content-Language': 'fr-CA',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'X-Entity-Ref-ID': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('has a reference that two equal sales don’t share, and a copy does', () => {
    const referenceOf = (changes: Record<string, string>, copy = false) =>
      composeEmail(mailOf(viewOf(aReceipt(changes), 'en-US', { copy }))).headers['X-Entity-Ref-ID']
    const first = referenceOf({ transactionNumber: '20931' })
    expect(referenceOf({ transactionNumber: '20932' })).not.toBe(first)
    expect(referenceOf({ transactionNumber: '20931' }, true)).toBe(first)
  })

  test('carries each image once, named by its content', () => {
    const names = mail.attachments.map(({ cid }) => cid)
    expect(names).toHaveLength(2)
    for (const { cid, filename, contentType, content, contentDisposition } of mail.attachments) {
      expect(cid).toMatch(/^barcode-[0-9a-f]{16}@counterfoil$/)
      expect(filename).toBe(`${cid?.split('@')[0]}.png`)
      expect({ contentType, contentDisposition }).toEqual({ contentType: 'image/png', contentDisposition: 'inline' })
      expect([...content.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    }
  })

  test('carries exactly the images it refers to', () => {
    const named = new Set(Array.from(mail.html.matchAll(/src="cid:([^"]+)"/g), ([, cid]) => cid))
    expect([...named].sort()).toEqual(mail.attachments.map(({ cid }) => cid).sort())
  })

  test('starts with the line that inboxes show', () => {
    const body = mail.html.slice(mail.html.indexOf('<body'))
    expect(body.replace(/<[^>]*>/g, '').startsWith(mail.preheader.replaceAll('&', '&amp;'))).toBe(true)
  })

  test('without images has no attachments', () => {
    expect(composeEmail(mailOf(viewOf(aReceipt()))).attachments).toEqual([])
  })
})

test('the tracking pixel is last in the mail, and only in the mail', () => {
  const url = 'https://pixel.example.com/open?receipt=20931&shop=118'
  const { html, text } = composeEmail(mailOf(viewOf(aReceipt({ trackingPixel: url }))))
  expect(html).toMatch(
    /<img src="https:\/\/pixel\.example\.com\/open\?[^"]+" width="1" height="1"[^>]*><\/body><\/html>$/,
  )
  expect(text).not.toContain('pixel.example.com')
})

test('the subject has the kind of document, the shop and the amount; a gift receipt’s has no amount', () => {
  expect(mailOf(viewOf(aReceipt())).subject).toBe('Receipt from Pebble & Pine: $12.00')
  const gift = aReceipt({ grandAmount: 0, items: [{ name: 'Teapot' }] })
  expect(mailOf(viewOf(gift)).subject).toBe('Gift receipt 20931 from Pebble & Pine')
})
