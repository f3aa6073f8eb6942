import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBeyond } from '../../../test/support/cpu.ts'
import fc from '../../../test/support/fast-check.ts'
import { isSampled, tries } from '../../../test/support/scope.ts'
import { readReport } from '../../src/delivery/reports/read.ts'
import type { Report } from '../../src/delivery/reports/report.ts'

const samples = join(import.meta.dirname, 'samples')
const all = readdirSync(samples).map(name => ({ name, bytes: readFileSync(join(samples, name)) }))

/** Milliseconds of CPU that a mail may take, whatever is in it. */
const budget = 1500

const mebibyte = 1_048_576
const filled = (unit: string, length = mebibyte) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const each = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const head =
  'From: MAILER-DAEMON@mx.example.net\nTo: bounces@example.com\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n'
const report = `${head}Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n`
const status = '\n--b\nContent-Type: message/delivery-status\n\n'
const row = (index: number) => `Final-Recipient: rfc822; u${index}@example.org\nAction: failed\nStatus: 5.0.0\n\n`
const html = `${head}Content-Type: text/html\n\n`

describe('no mail takes more than its CPU budget', () => {
  const costly: Readonly<Record<string, string>> = {
    'a mebibyte of empty lines': head + filled('\n'),
    'one long line': `${head}\n${filled('a')}`,
    'signs of addresses': `${head}\n${filled('a@')}`,
    'addresses in one line': `${head}\n${filled('a@b.c ')}`,
    'many recipients in the text': `${head}\n${each(20_000, index => `<u${index}@example.org>: 550 5.1.1 user unknown\n`)}`,
    'many recipients': report + status + each(20_000, row),
    'many recipients, in text and status':
      report + each(9000, index => `<u${index}@example.org>: rejected\n`) + status + each(9000, row),
    'one recipient with much': `${report}${status}Final-Recipient: rfc822; a@example.org\nDiagnostic-Code: x\n${filled(' a\n')}`,
    'many fields': filled('X-A: b\n'),
    'a folded field': `${head}X-A: a\n${filled(' b\n')}`,
    'encoded words': `Subject: ${filled('=?utf-8?Q?=?', 100_000)}\n\n`,
    'brackets in an address': `From: ${filled('"a" <(', 100_000)}\n\n`,
    parameters: `Content-Type: ${filled('a;b=c;', 100_000)}\n\nx`,
    'multiparts in multiparts': `${head}${each(20_000, index => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`)}`,
    'multiparts beside multiparts': `${head}Content-Type: multipart/mixed; boundary=a\n\n${each(8000, index => `--a\nContent-Type: multipart/x; boundary=b${index}\n\n`)}${filled('--x\n')}`,
    'messages in messages': head + filled('Content-Type: message/rfc822\n\n'),
    'a hundred thousand parts': report + '--b\n\n'.repeat(100_000),
    tags: html + filled('<'),
    comments: html + filled('<!--'),
    styles: html + filled('<style'),
    entities: html + filled('&nbsp;<a>'),
    paragraphs: html + filled('<p>a</p>\n'),
    'two alternatives': `${head}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n${filled('<div>&amp;x</div>\n', mebibyte / 2)}\n--b\nContent-Type: text/plain\n\n${filled('http://a.b ', mebibyte / 2)}`,
    'soft line ends': `${head}Content-Transfer-Encoding: quoted-printable\n\n${filled('a=\n')}`,
    'flowed text': `${head}Content-Type: text/plain; format=flowed\n\n${filled('a \n')}`,
    escapes: `${head}Content-Type: text/plain; charset=iso-2022-jp\n\n${filled('\u001b$B%\u001b(B')}`,
    'a subject about tickets': `From: a@example.org\nSubject: ${filled('ticket', 100_000)}\n\nx`,
    'signs before a letter': `${head}\n<a@example.org>:\n${filled(`${'>'.repeat(999)}\n`, 19_000)}x\n`,
    'recipients among recipients': `${head}\n${each(250, index => `<u${index}@example.org>:\n${'x@y.z '.repeat(160)}\n\n`)}`,
    'a charset that nobody has': `${head}Content-Type: text/plain; charset=x-nothing\n\n${filled('\u00ff\u0080')}`,
    'what a challenge says': `From: a@example.org\nSubject: please confirm\n\n${filled('message a a a a a a ')}`,
    'what begins a returned mail': `${head}\n${filled(`--- original ${'x'.repeat(200)}\n`)}`,
    'quoted replies': `${head}\n<a@example.org>:\n${filled('\n<<< 550 ')}`,
    'labels of recipients': `${head}\n${filled(`${'recipient '.repeat(90)}a@example.org\n`)}`,
    spaces: `${head}\n${filled(' ')}`,
    'carriage returns': head.replaceAll('\n', '\r') + filled('a\r'),
    complaints: `${report}--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n${filled('Original-Rcpt-To: a@example.org\n')}`,
  }

  test.each(Object.entries(costly).filter((_, at) => isSampled(at)))('%s', async (_, text) => {
    await readReport(text.slice(0, 10_000))
    expect(isBeyond(await spent(Buffer.from(text)), budget)).toBe(false)
  })

  test('10 MB cost no more than their first mebibyte', async () => {
    const bytes = Buffer.alloc(10_000_000, 'All of it is text, and more of it follows.\n')
    bytes.write(`${report}<a@example.org>: 550 5.1.1 user unknown\n`)
    expect(isBeyond(await spent(bytes), budget)).toBe(false)
    expect(await readReport(bytes)).toMatchObject([{ kind: 'bounce', recipient: 'a@example.org' }])
  })
})

/** CPU milliseconds of reading it: the least of a few tries, because other tests' work on this thread isn't the mail's. */
async function spent(bytes: Uint8Array): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least >= budget; tries++) {
    const before = process.cpuUsage()
    await readReport(bytes)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

describe('what is bounded', () => {
  test('100 recipients', async () => {
    expect(await readReport(report + status + each(150, row))).toHaveLength(100)
    expect(await readReport(`${head}\n${each(150, index => `<u${index}@example.org>: 550 no\n`)}`)).toHaveLength(100)
  })

  test('a report within a message within a message is not opened', async () => {
    const wrap = (inner: string) =>
      `${head}Content-Type: multipart/mixed; boundary=w${inner.length}\n\n--w${inner.length}\nContent-Type: message/rfc822\n\n${inner}\n--w${inner.length}--\n`
    const inner = `${report}x${status}${row(1)}--b--\n`
    expect(await readReport(wrap(inner))).toMatchObject([{ recipient: 'u1@example.org' }])
    expect((await readReport(wrap(wrap(inner)))).map(({ recipient }) => recipient)).not.toContain('u1@example.org')
  })

  test('what is compressed stays so', async () => {
    const zip =
      'Content-Type: application/zip; name=report.zip\nContent-Transfer-Encoding: base64\n\nUEsDBBQAAAAIAA==\n'
    expect(await readReport(`${head}${zip}`)).toMatchObject([{ isPermanent: false, reason: 'other' }])
  })
})

describe('nothing throws, and only reports claim that a mailbox is unknown', () => {
  const isClaim = ({ kind, isPermanent, reason }: Report) =>
    kind === 'bounce' && isPermanent && /^unknown_/.test(reason)

  test('random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async bytes => {
        const reports = await readReport(bytes)
        expect(reports.length).toBeGreaterThan(0)
        expect(reports.some(isClaim)).toBe(false)
      }),
    )
  })

  test('mutated reports', async () => {
    const mutation = fc.record({
      of: fc.nat(all.length - 1),
      cuts: fc.array(fc.tuple(fc.nat(3000), fc.nat(60), fc.uint8Array({ maxLength: 20 })), { maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ of, cuts }) => {
        let bytes: Uint8Array = all[of]!.bytes
        for (const [at, length, put] of cuts)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)])
        const reports = await readReport(bytes)
        expect(reports.length).toBeGreaterThan(0)
        for (const { words, recipient = '', envelopeIds = [] } of reports) {
          expect(words.length).toBeLessThanOrEqual(500)
          expect(words).not.toMatch(/\p{Cc}/u)
          expect(recipient.length).toBeLessThanOrEqual(320)
          expect(envelopeIds.length).toBeLessThanOrEqual(10)
        }
      }),
      { numRuns: tries(500) },
    )
  })

  test('mails of people, whatever they quote', async () => {
    const quotes = all.map(({ bytes }) => bytes.toString('latin1').replace(/^/gm, '> '))
    const words = [
      '550 5.1.1 User unknown',
      'no such user',
      'mailbox does not exist',
      'undeliverable',
      'returned mail',
      'Final-Recipient: rfc822; vera@example.org\nAction: failed\nStatus: 5.1.1',
      ...quotes,
    ]
    const mail = fc.record({
      subject: fc.constantFrom(
        'Re: Your receipt',
        'Fwd: Undelivered Mail Returned to Sender',
        'Where is my receipt?',
        'Undeliverable',
      ),
      from: fc.constantFrom('Vera Lind <vera@example.org>', 'lind@example.net', '"Lind, Vera" <v@example.com>'),
      text: fc.array(fc.oneof(fc.constantFrom(...words), fc.lorem()), { maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(mail, async ({ subject, from, text }) => {
        const reports = await readReport(
          `From: ${from}\nTo: receipts@example.com\nSubject: ${subject}\n\n${text.join('\n')}\n`,
        )
        expect(reports.some(isClaim)).toBe(false)
        expect(reports.every(({ kind }) => kind !== 'bounce' && kind !== 'complaint')).toBe(true)
      }),
    )
  })
})
