import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { attachPdf, createEngine, OptionError } from '../../src/index.ts'
import { writeEml } from '../../src/stages.ts'
import { fixtureNamed } from '../support/fixtures.ts'

const engine = await createEngine()
const mail = engine.email(fixtureNamed('fashion-sale.en-CA').receipt)
const pdf = new TextEncoder().encode('%PDF-1.7\nmade up')

test('a PDF is attached after the pictures, to be saved; the mail given stays as it was', () => {
  const before = mail.attachments.length
  const attached = attachPdf(mail, pdf, 'Receipt 118-32901.pdf')
  expect(mail.attachments).toHaveLength(before)
  expect(attached.attachments.at(-1)).toEqual({
    ...{ filename: 'Receipt 118-32901.pdf', contentType: 'application/pdf', contentDisposition: 'attachment' },
    content: Buffer.from(pdf),
  })
})

test('programs that read mails find the HTML with its pictures, and the PDF beside it', async () => {
  const attached = attachPdf(mail, pdf, 'Beleg über 5 €.pdf')
  const eml = writeEml(attached, { to: 'ada@example.com' }).toString('latin1')
  const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    ...attached,
    from: 'shop@example.com',
    to: 'ada@example.com',
  })
  for (const text of [eml, String(sent.message)]) {
    const kinds = [...text.matchAll(/^Content-Type: (multipart\/\w+|application\/pdf|image\/png|text\/\w+)/gm)].map(
      ([, kind]) => kind,
    )
    expect(kinds).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ])
    expect(text).toMatch(/Content-Disposition: attachment;\s*filename\*?/)
  }
})

test.each([
  ['no PDF', new TextEncoder().encode('{}'), 'receipt.pdf'],
  ['a path', pdf, '../receipt.pdf'],
  ['a header', pdf, 'receipt.pdf\r\nBcc: x@example.com'],
  ['no name', pdf, ''],
])('%s is refused', (_, bytes, name) => {
  expect(() => attachPdf(mail, bytes, name)).toThrow(OptionError)
})
