import { expect, test } from 'vitest'
import { readDeliveryStatus } from '../../src/delivery/reports/delivery-status.ts'
import { readFeedback } from '../../src/delivery/reports/feedback-report.ts'
import { addressesIn, addressOfField } from '../../src/delivery/reports/mail/addresses.ts'
import { fieldBlocks, fieldOf, linesOf, readFields } from '../../src/delivery/reports/mail/fields.ts'
import { type Message, openMessage } from '../../src/delivery/reports/mail/message.ts'
import { envelopeIdsOf, messageIdIn, originalOf } from '../../src/delivery/reports/mail/original.ts'
import { cleanWords } from '../../src/delivery/reports/words.ts'

const statusType = 'message/delivery-status'

/** A mail system's message, with one part. */
function message(
  content: string,
  type = statusType,
  { from = 'MAILER-DAEMON@example.net', subject = '', text = '' } = {},
) {
  return { fields: new Map([['from', [from]]]), subject, text, parts: [{ type, content }] } satisfies Message
}

const row = 'Final-Recipient: rfc822; mona@example.org\nAction: failed\nStatus: 5.1.1\n'
const person = 'dana@example.org'

test.each<[string, Message, boolean]>([
  ['a status', message(row), true],
  ['a status in UTF-8', message(row, 'message/global-delivery-status'), true],
  ['a status of another type', message(row, 'text/plain'), true],
  ['a status in the text', message('', 'image/png', { text: `Sorry.\n${row}` }), true],
  ['a status with the other recipient first', message('Original-Recipient : rfc822; mona@example.org', 'a/b'), true],
  ['a status in an answer of a mail system', message(row, statusType, { subject: 'Re: Your mail' }), true],
  ['a status that a person sends on unasked', message(row, statusType, { from: person }), true],
  ['a status that a person forwards', message(row, statusType, { from: person, subject: 'Fwd: Failed' }), false],
  ['a person’s text', message('', 'image/png', { from: person, text: row }), false],
  ['a person’s attachment', message(row, 'text/plain', { from: person }), false],
  ['a person’s own type', message(row, 'x-message/delivery-status', { from: person }), false],
  ['a type that goes on', message(row, 'message/delivery-status2', { from: person }), false],
  ['a mail in the report', message(row, 'message/rfc822'), false],
  ['a header in the report', message(row, 'text/rfc822-headers'), false],
  ['a mail of an old type', message(row, 'text/x-rfc822'), false],
  ['several parts', message(row, 'multipart/mixed'), false],
  ['a picture', message(row, 'image/png'), false],
  ['no status', message('No Final-Recipient: here', 'text/plain'), false],
])('a report has one or not: %s, %#', (_, sent, isRead) => {
  expect(readDeliveryStatus(sent)?.recipients.map(({ recipient }) => recipient)).toEqual(
    isRead ? ['mona@example.org'] : undefined,
  )
})

/** A status' rows in short. */
const rowsOf = (content: string) =>
  readDeliveryStatus(message(content))?.recipients.map(({ kind, recipient = '', status = '', diagnostic }) =>
    `${kind} ${recipient} ${status} ${diagnostic}`.trim().replace(/\s+/g, ' '),
  )

test.each([
  [
    'parted by empty lines',
    `Final-Recipient: rfc822; a@x.org\n\nAction: failed\n\nStatus: 5.1.1\n\nDiagnostic-Code: smtp; No`,
    ['bounce a@x.org 5.1.1 No'],
  ],
  [
    'of several',
    `Final-Recipient: rfc822; a@x.org\n\nFinal-Recipient: rfc822; b@x.org\nStatus: 4.2.2`,
    ['bounce a@x.org', 'bounce b@x.org 4.2.2'],
  ],
  [
    'with the action before',
    `Action: delayed\n\nFinal-Recipient: rfc822; a@x.org\nAction: failed`,
    ['delayed a@x.org'],
  ],
  ['with the status before', `Status: 5.1.1\n\nX-Actual-Recipient: rfc822; a@x.org`, ['bounce a@x.org 5.1.1']],
  [
    'with what the host said before',
    `Diagnostic-Code: x; No\n\nOriginal-Recipient: rfc822; a@x.org`,
    ['bounce a@x.org No'],
  ],
  [
    'of whom it was sent to',
    `Original-Recipient: rfc822; a@x.org\nFinal-Recipient: rfc822; b@x.org`,
    ['bounce a@x.org'],
  ],
  [
    'beside what is about the whole',
    `Reporting-MTA: dns; x.org\n\n${row}\nArrival-Date: today`,
    ['bounce mona@example.org 5.1.1'],
  ],
  [
    'beside a returned header',
    `${row.replace(/Status.*\n/, '')}\nFrom: till@example.com\nStatus: 4.4.4`,
    ['bounce mona@example.org'],
  ],
  ['whose status is part of a number', `${row.replace('5.1.1', '15.1.1')}`, ['bounce mona@example.org']],
  ['whose status is part of an address', `${row.replace('5.1.1', '5.1.1.9')}`, ['bounce mona@example.org']],
  ['whose status is long', `${row.replace('5.1.1', '5.7.1234')}`, ['bounce mona@example.org']],
  ['whose status has more digits', `${row.replace('5.1.1', '(5.110.509)')}`, ['bounce mona@example.org 5.110.509']],
  ['that was delivered', `${row.replace('failed', 'Delivered')}`, ['delivered mona@example.org 5.1.1']],
  ['that may have failed', `${row.replace('failed', 'not delivered')}`, ['bounce mona@example.org 5.1.1']],
  ['that isn’t delayed', `${row.replace('failed', 'not delayed')}`, ['bounce mona@example.org 5.1.1']],
  [
    'in SMTP’s words first',
    `${row}Diagnostic-Code: x-notes; A\nDiagnostic-Code: smtp ;  B`,
    ['bounce mona@example.org 5.1.1 B'],
  ],
  [
    'in the host’s words',
    `${row}Diagnostic-Code:\nDiagnostic-Code: X-Notes;Not here; try smtp; later`,
    ['bounce mona@example.org 5.1.1 Not here; try smtp; later'],
  ],
  [
    'without a type',
    `${row}Diagnostic-Code: Mailbox gone; try later`,
    ['bounce mona@example.org 5.1.1 Mailbox gone; try later'],
  ],
])('a row %s', (_, content, rows) => {
  expect(rowsOf(content)).toEqual(rows)
})

test('a status has at most 100 recipients, and the first ids that it gives', () => {
  const head =
    'Reporting-MTA: dns; mx.example.net\n\nOriginal-Envelope-Id: d7\n\nX-Original-Message-ID: <1@x.org>\nOriginal-Envelope-Id: d8\n\n'
  const read = readDeliveryStatus(message(head + `${row}\n`.repeat(101)))
  expect(read).toMatchObject({ envelopeId: 'd7', messageId: '<1@x.org>' })
  expect(read?.recipients).toHaveLength(100)
  expect(Object.keys(readDeliveryStatus(message(row)) ?? {})).toEqual(['recipients'])
})

test.each([
  ['a@x.org', 'b@x.org', true],
  ['a@x.org', 'A+receipts@x.org', false],
  ['a@x.org', 'a@mx.x.org', false],
  ['a@mx.x.org', 'a@X.org', false],
  ['a@x.org', 'a@y.org', true],
  ['a@ax.org', 'a@x.org', true],
  ['a@x.org', 'a@mailstore', false],
])('mail to %s that ended at %s was sent on: %s', (original, final, isForwarded) => {
  const content = `Original-Recipient: rfc822; ${original}\nFinal-Recipient: rfc822; ${final}`
  expect(readDeliveryStatus(message(content))?.recipients[0]?.isForwarded).toBe(isForwarded)
})

const feedbackType = 'message/feedback-report'

test.each([
  ['abuse', true],
  ['Fraud', true],
  ['virus', true],
  ['opt-out', true],
  ['opt-out-list', true],
  ['miscategorized', true],
  ['not-spam', false],
  ['no-abuse', false],
  ['other', false],
])('feedback of type %s is a complaint: %s', (type, isComplaint) => {
  const content = `Version: 1\n\nFeedback-Type: ${type}\nOriginal-Rcpt-To: <mona@example.org>\n`
  expect(readFeedback(message(content, feedbackType, { subject: 'FW: Your receipt' }))).toEqual({
    ...{ isComplaint, recipient: 'mona@example.org', envelopeIds: [undefined, undefined] },
    words: `${type.toLowerCase()}: FW: Your receipt`,
  })
})

test.each<[field: string, recipient: string | undefined]>([
  ['Removal-Recipient: rfc822; mona@example.org', 'mona@example.org'],
  ...['redacted-4711', 'xxx', 'xxxxx', '***', 'undisclosed', 'hidden', 'removed'].map((name): [string, undefined] => [
    `Original-Rcpt-To: ${name}@example.org`,
    undefined,
  ]),
  ['Original-Rcpt-To: xx@example.org', 'xx@example.org'],
  ['Original-Rcpt-To: not.redacted@example.org', 'not.redacted@example.org'],
  ['Original-Rcpt-To: removedby@example.org', 'removedby@example.org'],
])('feedback with %s is about %s', (field, recipient) => {
  const sent = `Feedback-Type: abuse\n${field}\nOriginal-Mail-From: <b+d7@example.com>\nOriginal-Envelope-Id: d7`
  const read = readFeedback(message(sent, feedbackType, { text: ' An email abuse report. ' }))
  expect(read).toMatchObject({ envelopeIds: ['d7', 'b+d7@example.com'], words: 'abuse: An email abuse report.' })
  expect(read?.recipient).toBe(recipient)
})

test.each([
  ['staff@hotmail.com', ' Complaint about message from 203.0.113.9', true],
  ['staff@outlook.com', 'complaint about message from 203.0.113.9', true],
  ['staff@hotmail.com', 'A complaint about message from 203.0.113.9', false],
  ['staff@hotmail.com.example.org', 'complaint about message from 203.0.113.9', false],
  ['the.staff@hotmail.com', 'complaint about message from 203.0.113.9', false],
])('Hotmail’s complaint is from %s, "%s": %s', (from, subject, isComplaint) => {
  const read = readFeedback(message('', 'image/png', { from, subject }))
  expect(read).toEqual(isComplaint ? { isComplaint: true, envelopeIds: [], words: subject } : undefined)
  // Or it says so in a field, of its own or of the mail that it returns.
  const named = `X-HmXmrOriginalRecipient: zoe@hotmail.example\n`
  const returning = readFeedback(message(named, 'message/rfc822', { from, subject }))
  expect(returning).toMatchObject({ isComplaint: true, recipient: 'zoe@hotmail.example' })
})

test('fields are read line by line, unfolded, without what is none', () => {
  const text = 'To: a\r\n \t b\nnot a field\nX Y: z\nto : c\nEmpty:\nB:d:e\n\nTo: f'
  const fields = readFields(text)
  expect([...fields]).toEqual([
    ['to', ['a b', 'c']],
    ['empty', ['']],
    ['b', ['d:e']],
  ])
  expect([fieldOf(fields, 'to'), fieldOf(fields, 'empty'), fieldOf(fields, 'cc')]).toEqual([
    'a b',
    undefined,
    undefined,
  ])
  expect(fieldOf(new Map([['to', ['', 'x']]]), 'to')).toBe('x')
  expect(fieldBlocks('\n \nA: 1\n\n\t\nB: 2\nB: 3\n\nC: 4', 9).map(block => [...block])).toEqual([
    ...[[['a', ['1']]], [['b', ['2', '3']]], [['c', ['4']]]],
  ])
  expect(fieldBlocks('A: 1\n\nB: 2\n\nC: 3', 2)).toHaveLength(2)
  expect(readFields('')).toEqual(new Map())
  const long = fieldBlocks(`${'A: 1\n'.repeat(2001)}B: 2\nC: 3\n`, 9)
  expect(long.map(block => [...block.keys()])).toEqual([['a'], ['c']])
  expect(readFields(`${'a'.repeat(79)}: 1\n${'b'.repeat(78)}: 2`).size).toBe(1)
  expect(fieldOf(readFields(`A: ${'x'.repeat(9000)}\n y\nB: 1`), 'a')).toHaveLength(8192)
  expect(fieldOf(readFields(`A: ${'x'.repeat(8189)}\n y\n z`), 'a')).toBe(`${'x'.repeat(8189)} y`)
  expect([...linesOf('a\r\nb\n\nc', 9)]).toEqual(['a', 'b', '', 'c'])
  expect([...linesOf('a\nb\nc\n', 2)]).toEqual(['a', 'b'])
  expect([...linesOf('a\n', 9)]).toEqual(['a'])
})

test.each([
  ['<mona@example.org>, Mona@Example.org or vera@example.org', ['mona@example.org', 'vera@example.org']],
  [".'mona@example.org'.", ['mona@example.org']],
  ['mailto:mona@example.org-', ['mona@example.org']],
  ["+o'hara@bücher.example. or 'o'brien@example.org'", ["o'hara@bücher.example", "o'brien@example.org"]],
  ['收件人：「mei@163.example」。', ['mei@163.example']],
  ['@example.org, a@, a @ b, ..@example.org', []],
  [`${'x'.repeat(65)}@example.org`, []],
  [`${'x'.repeat(64)}@e`, [`${'x'.repeat(64)}@e`]],
  ['', []],
])('addresses in %j are %j', (text, addresses) => {
  expect(addressesIn(text, 9)).toEqual(addresses)
  expect(addressesIn(text, 1)).toEqual(addresses.slice(0, 1))
})

test.each([
  [undefined, undefined],
  ['rfc822; mona@example.org', 'mona@example.org'],
  ['mona@example.org', 'mona@example.org'],
  [' UTF-8 ;j\\x{FC}rgen@b\\x{fc}cher.example', 'jürgen@bücher.example'],
  ['utf-8; a\\x{1F}\\x{110000}b@example.org', 'b@example.org'],
  ['x400; /G=Mona/S=Lind', undefined],
])('the address of %j is %s', (value, address) => {
  expect(addressOfField(value)).toBe(address)
})

test('of a returned mail are known its id, its recipient if it had one, and whose envelope it was', () => {
  const mail =
    '\nReturn-Path: <b+d7@example.com>\nMessage-ID: a <1@example.com> <2@example.com>\nTo: mona@example.org\n'
  const sent = {
    ...message(mail, 'message/rfc822'),
    fields: new Map([
      ['to', ['b+d7@example.com']],
      ['delivered-to', ['b+d8@example.com']],
    ]),
  }
  const original = originalOf(sent, '')
  expect([original.messageId, original.recipient]).toEqual(['<1@example.com>', 'mona@example.org'])
  expect(envelopeIdsOf(sent, original, ['d7', undefined, ''])).toEqual([
    ...['d7', 'b+d7@example.com', 'b+d8@example.com'],
  ])
  expect(
    envelopeIdsOf(
      sent,
      original,
      Array.from({ length: 12 }, (_, index) => `${index}`.repeat(400)),
    ),
  ).toHaveLength(10)
  expect(envelopeIdsOf(sent, original, ['x'.repeat(400)])[0]).toHaveLength(320)
  const several = originalOf(message('To: a@x.org, b@x.org\n', 'text/rfc822-headers'), '')
  expect(Object.keys(several)).toEqual(['fields'])
  // Behind the text, from its first field on; and not a text with no field.
  const tail = '--- Below is your mail ---\nNothing from: here\nFrom: till@example.com\nMessage-ID: <3@example.com>'
  expect(originalOf(message('No mail', 'message/rfc822'), tail).messageId).toBe('<3@example.com>')
  expect(originalOf(message('Message-ID: <4@example.com>', 'text/plain'), tail).messageId).toBe('<3@example.com>')
  for (const type of ['message/global', 'message/partial', 'message/global-headers', 'text/x-rfc822', 'text/rfc822'])
    expect(originalOf(message('Message-ID: <4@example.com>', type), tail).messageId).toBe('<4@example.com>')
  for (const type of ['xmessage/rfc822', 'message/rfc822x'])
    expect(originalOf(message('Message-ID: <4@example.com>', type), tail).messageId).toBe('<3@example.com>')
  expect(['<1>', '<12>', '<123>', '< 123>', undefined].map(messageIdIn)).toEqual([
    ...[undefined, undefined, '<123>', undefined, undefined],
  ])
})

test('words are one line of 500 characters, with a sign that there was more', () => {
  expect(cleanWords(' a\n\t b\u202e\u0000c ')).toBe('a b c')
  expect(cleanWords('x'.repeat(500))).toBe('x'.repeat(500))
  expect(cleanWords('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
  expect(cleanWords(`${'x'.repeat(498)}😀😀`)).toBe(`${'x'.repeat(498)}…`)
  expect(cleanWords(`${'x'.repeat(497)}😀😀`)).toBe(`${'x'.repeat(497)}😀…`)
})

test.each([
  ['From a mailbox', 'From MAILER-DAEMON Tue Nov  3\nSubject: Failed\n\nSorry.', 'Failed', 'Sorry.'],
  ['quoted in one', '\r\n >From x\nSubject: Failed\n\nSorry.', 'Failed', 'Sorry.'],
  ['with old line ends', 'Subject: Failed\r\rSorry.\rBye.', 'Failed', 'Sorry.\nBye.'],
  ['in HTML alone', 'Subject: Failed\nContent-Type: text/html\n\n<p>Sorry.</p>', 'Failed', 'Sorry.'],
  [
    'in one part',
    'Subject: Failed\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nContent-Disposition: attachment\n\nSorry.\n--b--',
    'Failed',
    'Sorry.',
  ],
])('a message %s is opened', async (_, source, subject, text) => {
  const opened = await openMessage(source)
  expect([opened.subject, opened.text.trim()]).toEqual([subject, text])
})

test('a message is read as far as it may have lines and boundaries, its subject as far as a thousand characters', async () => {
  const textOf = async (body: string) => (await openMessage(`Subject: ${'x'.repeat(2000)}\n\n${body}end`)).text
  for (const [line, count, isWhole] of [
    ['--b\n', 500, true],
    ['--b\n', 501, false],
    ['-b\n', 600, true],
    ['b-\n', 600, true],
  ] as const)
    expect([line, count, (await textOf(line.repeat(count))).includes('end')]).toEqual([line, count, isWhole])
  expect((await openMessage(`Subject: ${'x'.repeat(2000)}\n\nSorry.`)).subject).toHaveLength(1000)
})
