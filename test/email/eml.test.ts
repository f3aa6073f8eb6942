import { expect, test } from 'vitest'
import { type EmlEnvelope, writeEml } from '../../src/email/eml.ts'

const mail = {
  subject: 'Receipt',
  preheader: 'not a header',
  html: '<p>Thanks</p>',
  text: 'Thanks',
  attachments: [],
  headers: { 'Content-Language': 'en' },
}
const written = (envelope: EmlEnvelope) => writeEml(mail, envelope).toString('utf8')

test('has sender, recipient, date and language', () => {
  const text = written({
    to: 'ann@example.com',
    from: { name: 'Alder, Finch', address: 'shop@example.com' },
    date: new Date('2026-10-31T17:45:00Z'),
    messageId: '<one@example.com>',
  })
  for (const line of [
    'From: "Alder, Finch" <shop@example.com>',
    'To: <ann@example.com>',
    'Date: Sat, 31 Oct 2026 17:45:00 +0000',
    'Message-ID: <one@example.com>',
    'Content-Language: en',
  ])
    expect(text.split('\r\n')).toContain(line)
  expect(text).not.toContain('not a header')
})

test('the same mail to the same address has the same bytes', () => {
  expect(written({ to: 'ann@example.com' })).toBe(written({ to: 'ann@example.com' }))
  expect(written({ to: 'ann@example.com' })).not.toBe(written({ to: 'bob@example.com' }))
})

test.each([
  ['2026-10-31T17:45:00-04:00', '31 Oct 2026 21:45:00'],
  ['2026-10-31 17:45', '31 Oct 2026 17:45:00'],
  ['2026-10-31', '31 Oct 2026 00:00:00'],
  ['31.10.2026', '1 Jan 1970 00:00:00'],
  [undefined, '1 Jan 1970 00:00:00'],
])('a receipt of %s is sent at %s in UTC, wherever the file is written', (date, sent) => {
  expect(written({ to: 'ann@example.com', date })).toMatch(new RegExp(`^Date: \\w+, 0?${sent} \\+0000\r$`, 'm'))
})

test('related parts say that they begin with HTML', () => {
  const attachments = [
    {
      cid: 'logo',
      filename: 'logo.png',
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content: Buffer.from('logo'),
    },
  ]
  const text = writeEml({ ...mail, attachments }, { to: 'ann@example.com' }).toString('utf8')
  expect(text).toMatch(/^Content-Type: multipart\/related; type="text\/html";/m)
})

test('a PDF is attached as one', () => {
  const text = written({ to: 'ann@example.com', pdf: { filename: 'r.pdf', bytes: Buffer.from('%PDF-1.7') } })
  expect(text).toContain('Content-Type: application/pdf; name=r.pdf')
  expect(text).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test.each([
  'ann@example.com, bob@example.com',
  'ann@example.com\r\nBcc: bob@example.com',
  'Ann <ann@example.com>',
  'ann',
  '',
])('an address is one, not %j', to => {
  expect(() => written({ to })).toThrow('the mail’s "To" must be one email address')
})
