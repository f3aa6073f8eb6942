import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('shows what was signed, the picture and when', () => {
  const signature = {
    base64Image: dot,
    imageMimeType: 'image/png',
    dateTime: '2026-09-18T10:44:00-07:00',
    text: 'In good order',
  }
  const view = viewOf(aReceipt({ signature }))
  expect(view.signature).toMatchObject({ text: { lines: ['In good order'] }, alt: 'Signature' })
  expect(plain(view.signature!.signedOn)).toBe('Signed on Sep 18, 2026, 10:44 AM')
  expect(view.images[view.signature!.image!]).toMatchObject({
    kind: 'picture',
    role: 'signature',
    mimeType: 'image/png',
    width: 1,
    height: 1,
  })
})

test('is called by what it is, whatever type was named', () => {
  const view = viewOf(aReceipt({ signature: { base64Image: dot, imageMimeType: 'image/jpeg' } }))
  expect(view.images[view.signature!.image!]).toMatchObject({ mimeType: 'image/png' })
})

test('without a picture says that it is kept', () => {
  const { signature } = viewOf(aReceipt({ signature: { text: 'Signed on paper' } }))
  expect(signature!.onFile).toBe('Signature on file.')
  expect(signature!.image).toBeUndefined()
})

test('with nothing in it is none', () =>
  expect(viewOf(aReceipt({ signature: { text: '' } })).signature).toBeUndefined())
