import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { EmailMessage } from '../../src/email/compose.ts'
import { type EmlEnvelope, writeEml } from '../../src/email/eml.ts'
import { header } from '../../src/email/headers.ts'
import fc, { anyCharacter } from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'

const plainMail: EmailMessage = {
  subject: 'Receipt',
  preheader: '',
  html: '<p>Thanks</p>',
  text: 'Thanks',
  attachments: [],
  headers: {},
}

/** The mail's lines, none of which a server could refuse (RFC 5322, 2.1.1). */
function linesOf(mail: EmailMessage, envelope: EmlEnvelope): string[] {
  const lines = writeEml(mail, envelope).toString('latin1').split('\r\n')
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n\0]/)
    expect(line.length).toBeLessThanOrEqual(78)
    expect(line).not.toMatch(/^[ \t]+$/)
  }
  return lines
}

const read = (mail: EmailMessage, envelope: EmlEnvelope) => PostalMime.parse(writeEml(mail, envelope))

/** What a header's text is when it has been read: in one line, without control characters around or within it. */
const inOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
    .trim()

const letters = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(' ', 'a', 'é', '"', '\\', ',', '=?', '?=', '\t', '\r\n', '。', '👩', '%', "'", ';'),
    maxLength: 400,
  }),
  fc.integer({ min: 1, max: 3000 }).map(length => `Alder${' '.repeat(length)}Finch`),
  fc.integer({ min: 1, max: 3000 }).map(length => 'x'.repeat(length)),
)

describe('whatever is in a mail, its lines are short and say the same', () => {
  test('a subject, a sender’s name, file names, texts', async () => {
    await fc.assert(
      fc.asyncProperty(letters, letters, letters, letters, async (subject, name, filename, text) => {
        const content = Buffer.from('picture')
        const mail: EmailMessage = {
          ...plainMail,
          ...{ subject, text, html: `<p>${text}</p>` },
          attachments: [
            { cid: 'logo@counterfoil', filename, contentType: 'image/png', content, contentDisposition: 'inline' },
          ],
        }
        const envelope = {
          to: 'ann@example.com',
          from: { name, address: 'shop@example.com' },
          pdf: { filename: `${filename}.pdf`, bytes: Buffer.from('%PDF') },
        }
        linesOf(mail, envelope)
        const parsed = await read(mail, envelope)
        const one = (value: string | undefined) => inOneLine(value ?? '')
        expect(one(parsed.subject)).toBe(inOneLine(subject))
        expect(parsed.from).toMatchObject({ address: 'shop@example.com' })
        expect(one(parsed.from?.name)).toBe(inOneLine(name))
        expect(parsed.to).toMatchObject([{ address: 'ann@example.com' }])
        expect(parsed.attachments.map(each => each.filename)).toEqual([
          filename.toWellFormed() || null,
          // No file may be called so.
          `${filename}.pdf`.toWellFormed().replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-'),
        ])
        const lines = (value: string | undefined) => (value ?? '').replace(/\r\n?/g, '\n').trimEnd()
        expect(lines(parsed.text)).toBe(lines(text.toWellFormed()))
      }),
      { numRuns: tries(600), seed: 48 },
    )
  })

  test('a header of any name', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcXYZ-019'), minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(name, letters, (name, value) => {
        const lines = header(name, value).split('\r\n')
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(998)
        for (const line of lines.slice(1)) expect(line).toMatch(/^ \S/)
      }),
      { numRuns: tries(1000), seed: 48 },
    )
  })

  test('an address that is longer than one can be is refused', () => {
    const long = `${'a'.repeat(400)}@example.com`
    expect(() => writeEml(plainMail, { to: long })).toThrow('the mail’s "To" is longer than an address can be')
  })

  test('a type that isn’t one begins no header', () => {
    const attachments = [
      {
        cid: 'a',
        filename: 'a',
        contentType: 'image/png\r\nBcc: eve@example.com',
        content: Buffer.from(''),
        contentDisposition: 'inline' as const,
      },
    ]
    expect(linesOf({ ...plainMail, attachments }, { to: 'ann@example.com' }).join('\n')).not.toMatch(/^Bcc:/m)
  })
})
