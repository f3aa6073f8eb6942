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
const written = async (envelope: EmlEnvelope) => (await writeEml(mail, envelope)).toString('utf8')

test('has sender, recipient, date and language', async () => {
  const text = await written({
    to: 'ann@example.com',
    from: { name: 'Alder, Finch', address: 'shop@example.com' },
    date: new Date('2026-10-31T17:45:00Z'),
    messageId: '<one@example.com>',
  })
  for (const line of [
    'From: "Alder, Finch" <shop@example.com>',
    'To: ann@example.com',
    'Date: Sat, 31 Oct 2026 17:45:00 +0000',
    'Message-ID: <one@example.com>',
    'Content-Language: en',
  ])
    expect(text.split('\r\n')).toContain(line)
  expect(text).not.toContain('not a header')
})

test('the same mail to the same address has the same bytes', async () => {
  expect(await written({ to: 'ann@example.com' })).toBe(await written({ to: 'ann@example.com' }))
  expect(await written({ to: 'ann@example.com' })).not.toBe(await written({ to: 'bob@example.com' }))
})

test.each([
  ['2026-10-31T17:45:00-04:00', '31 Oct 2026 21:45:00'],
  ['2026-10-31 17:45', '31 Oct 2026 17:45:00'],
  ['2026-10-31', '31 Oct 2026 00:00:00'],
  ['31.10.2026', '1 Jan 1970 00:00:00'],
  [undefined, '1 Jan 1970 00:00:00'],
])('a receipt of %s is sent at %s in UTC, wherever the file is written', async (date, sent) => {
  expect(await written({ to: 'ann@example.com', date })).toMatch(new RegExp(`^Date: \\w+, 0?${sent} \\+0000\r$`, 'm'))
})

test('a PDF is attached as one', async () => {
  const text = await written({ to: 'ann@example.com', pdf: { filename: 'r.pdf', bytes: Buffer.from('%PDF-1.7') } })
  expect(text).toContain('Content-Type: application/pdf; name=r.pdf')
  expect(text).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('an address is never read as several', async () => {
  const text = await written({ to: 'ann@example.com, bob@example.com' })
  expect(text).not.toMatch(/^To: ann@example\.com, bob@example\.com\r$/m)
})
