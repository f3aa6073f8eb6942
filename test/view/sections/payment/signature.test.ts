import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('shows what was signed, the signature and the time', () => {
  const signature = {
    base64Image: dot,
    imageMimeType: 'image/png',
    dateTime: '2026-09-18T10:44:00-07:00',
    text: 'In good order',
  }
  const view = viewOf(aReceipt({ signature }))
  expect(view.signature).toMatchObject({ text: { lines: ['In good order'] }, alt: 'Signature' })
  expect(plain(view.signature!.signedOn)).toBe('Signed on September 18, 2026 at 10:44 AM')
  expect(view.images[view.signature!.image!]).toMatchObject({
    kind: 'picture',
    role: 'signature',
    mimeType: 'image/png',
    width: 1,
    height: 1,
  })
})

test('detects the image type, whatever type was sent', () => {
  const view = viewOf(aReceipt({ signature: { base64Image: dot, imageMimeType: 'image/jpeg' } }))
  expect(view.images[view.signature!.image!]).toMatchObject({ mimeType: 'image/png' })
})

test('says that a signature without an image is on file', () => {
  const { signature } = viewOf(aReceipt({ signature: { text: 'Signed on paper' } }))
  expect(signature!.onFile).toBe('Signature on file.')
  expect(signature!.image).toBeUndefined()
})

test('ignores an empty signature', () =>
  expect(viewOf(aReceipt({ signature: { text: '' } })).signature).toBeUndefined())
