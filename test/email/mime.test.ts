import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { EmailMessage } from '../../src/email/compose.ts'
import { writeEml } from '../../src/email/eml.ts'
import { anyText } from '../support/any-receipt.ts'
import fc from '../support/fast-check.ts'
import { engineFor, fixtures } from '../support/fixtures.ts'
import { tries } from '../support/scope.ts'

const mail: EmailMessage = {
  subject: 'Receipt',
  preheader: '',
  html: '<p>Thanks</p>',
  text: 'Thanks',
  attachments: [],
  headers: { 'Auto-Submitted': 'auto-generated' },
}
const envelope = {
  to: 'ann@example.com',
  from: { name: 'Alder & Finch', address: 'shop@example.com' },
  date: new Date('2026-11-21T18:04:00Z'),
  messageId: '<one@example.com>',
}
const lines = (source: Buffer) => source.toString('utf8').split('\r\n')
const unfolded = (source: Buffer) =>
  source
    .toString('utf8')
    .split('\r\n\r\n')[0]!
    .replace(/\r\n(?=[ \t])/g, '')

/** What a mail program reads. */
async function read(source: Buffer) {
  const { subject, from, to, date, messageId, html, text, attachments } = await PostalMime.parse(source)
  const files = attachments.map(({ filename, mimeType, disposition, contentId, content }) => {
    return { filename, mimeType, disposition, contentId, content: Buffer.from(content as ArrayBuffer) }
  })
  return { subject, from, to, date, messageId, html: withoutEnd(html), text: withoutEnd(text), files }
}

/** A parser gives a part a last line break that it may not have. */
const withoutEnd = (text = '') => text.replace(/\r\n/g, '\n').replace(/\n+$/, '')

describe.each(fixtures.filter(({ name }) => name !== 'invalid').map(fixture => [fixture.name, fixture] as const))(
  'the mail of %s',
  (_, fixture) => {
    const pdf = { filename: 'Reçu 20931.pdf', bytes: Buffer.from('%PDF-1.7\n'.repeat(500)) }

    test('reads as it was composed, and as nodemailer writes it', async () => {
      const composed = (await engineFor(fixture)).email(fixture.receipt, {
        acceptLanguage: fixture.acceptLanguage,
        offers: fixture.offers,
      })
      const source = writeEml(composed, { ...envelope, pdf })
      const found = await read(source)
      expect(found.subject).toBe(composed.subject)
      expect(found.html).toBe(withoutEnd(composed.html))
      expect(found.text).toBe(withoutEnd(composed.text))
      expect(found.from).toEqual(envelope.from)
      expect(found).toEqual(await read(await byNodemailer(composed, pdf)))
      expect(Math.max(...lines(source).map(line => line.length))).toBeLessThanOrEqual(77)
      expect(source.toString('latin1')).toMatch(/^[\t\r\n\x20-\x7e]*$/)
    })
  },
)

async function byNodemailer(composed: EmailMessage, pdf: { filename: string; bytes: Buffer }): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { preheader: _, ...content } = composed
  const { message } = await transport.sendMail({
    ...content,
    ...envelope,
    attachments: [
      ...composed.attachments,
      { filename: pdf.filename, content: pdf.bytes, contentType: 'application/pdf' },
    ],
  })
  return message as Buffer
}

test('any text arrives as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), anyText(), anyText(), anyText(), async (subject, name, text, filename) => {
      const shown = (value: string) =>
        value
          .toWellFormed()
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .trim()
      const source = writeEml(
        { ...mail, subject, text, html: `<p>${text}</p>` },
        { ...envelope, from: { name, address: 'shop@example.com' }, pdf: { filename, bytes: Buffer.from(text) } },
      )
      const found = await read(source)
      const ends = (value: string) => withoutEnd(value.toWellFormed().replace(/\r\n?/g, '\n'))
      expect(found.text).toBe(ends(text))
      expect(found.html).toBe(ends(`<p>${text}</p>`))
      expect(squeezed(found.subject)).toBe(squeezed(shown(subject)))
      expect(squeezed(found.from?.name)).toBe(squeezed(shown(name)))
      expect(found.to).toEqual([{ name: '', address: 'ann@example.com' }])
      expect(found.files.map(({ content }) => content)).toEqual([Buffer.from(text)])
    }),
    { numRuns: tries(1000) },
  )
})

/** A folded header may lose one of two spaces. */
const squeezed = (text = '') => text.replace(/\s+/g, ' ').trim()

describe('headers', () => {
  test.each<[string, string, string]>([
    ['plain text', 'Receipt from Alder & Finch: $118.65', 'Subject: Receipt from Alder & Finch: $118.65'],
    ['other letters', 'Reçu', 'Subject: =?UTF-8?B?UmXDp3U=?='],
    ['what looks encoded', '=?UTF-8?B?WA==?=', 'Subject: =?UTF-8?B?PT9VVEYtOD9CP1dBPT0/PQ==?='],
    ['a line break', 'Receipt\r\nBcc: eve@example.com', 'Subject: Receipt Bcc: eve@example.com'],
  ])('%s', (_, subject, written) => {
    expect(lines(writeEml({ ...mail, subject }, envelope))).toContain(written)
  })

  test('a long line is folded at a space', () => {
    const subject = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')
    const source = writeEml({ ...mail, subject }, envelope)
    expect(unfolded(source)).toContain(`Subject: ${subject}`)
    expect(Math.max(...lines(source).map(line => line.length))).toBeLessThanOrEqual(76)
  })

  test('a header of one’s own keeps its long address', () => {
    const list = `<https://shop.example.com/${'u'.repeat(120)}>`
    expect(unfolded(writeEml({ ...mail, headers: { 'List-Unsubscribe': list } }, envelope))).toContain(list)
  })

  test('a header’s name is one', () => {
    const headers = { 'X-Shop: 1\r\nBcc': 'eve@example.com' }
    expect(() => writeEml({ ...mail, headers }, envelope)).toThrow('is no name of a mail header')
  })

  test.each([
    ['Alder, Finch', '"Alder, Finch" <shop@example.com>'],
    ['The "Finch"', '"The \\"Finch\\"" <shop@example.com>'],
    ['', '<shop@example.com>'],
  ])('a sender named %j', (name, written) => {
    const source = writeEml(mail, { ...envelope, from: { name, address: 'shop@example.com' } })
    expect(lines(source)).toContain(`From: ${written}`)
  })

  test('an international address', async () => {
    const source = writeEml(mail, { ...envelope, to: 'grüße@bücher.example' })
    expect(lines(source)).toContain('To: <grüße@xn--bcher-kva.example>')
  })
})

test.each([
  ['Thanks \nagain\t', 'Thanks=20\r\nagain=09'],
  ['1 + 1 = 2', '1 + 1 =3D 2'],
  ['x'.repeat(77), `${'x'.repeat(75)}=\r\nxx`],
  ['x'.repeat(76), 'x'.repeat(76)],
  [`${'x'.repeat(75)}é`, `${'x'.repeat(75)}=\r\n=C3=A9`],
  ['شكرا لك', Buffer.from('شكرا لك').toString('base64')],
])('the text %j is written as %j', (text, written) => {
  expect(writeEml({ ...mail, text }, envelope).toString('latin1')).toContain(`\r\n\r\n${written}\r\n--=_`)
})
