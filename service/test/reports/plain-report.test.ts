import { expect, test } from 'vitest'
import type { Message } from '../../src/delivery/reports/mail/message.ts'
import { isAnnounced, noticesAbout, readPlainReport } from '../../src/delivery/reports/plain-report.ts'
import { readReport } from '../../src/delivery/reports/read.ts'
import { tell } from '../../src/delivery/reports/tell.ts'

const announced = 'Undelivered mail'

/** A mail system's report, with what it differs in. */
function message(text: string, fields: Record<string, string> = {}, { subject = announced, type = '' } = {}): Message {
  const all = { from: 'MAILER-DAEMON@example.net', to: 'till@example.com', ...fields }
  return {
    fields: new Map(Object.entries(all).map(([name, value]) => [name, [value]])),
    ...{ subject, text, parts: type ? [{ type, content: '' }] : [] },
  }
}

/** Recipients, each with what may be said of it, the likeliest first. */
const notices = (text: string, fields: Record<string, string> = {}) =>
  readPlainReport(message(text, fields))?.notices.map(({ recipient = '', texts }) => [recipient, ...texts])

test.each<[what: string, text: string, said: string[][]]>([
  ['in its line', '<a@x.org>: 550 No', [['a@x.org', '<a@x.org>: 550 No', '<a@x.org>: 550 No']]],
  ['under it', '<a@x.org>\nUser unknown', [['a@x.org', '<a@x.org>\nUser unknown']]],
  ['behind it', '<a@x.org>:\n\nUser unknown', [['a@x.org', 'User unknown']]],
  ['before it', 'User unknown\n\n<a@x.org>:', [['a@x.org', 'User unknown']]],
  ['elsewhere', '<a@x.org>\n\nA\n\nB\n\nC\n\n550 No', [['a@x.org', '550 No', 'A', 'B']]],
  ['with a code first', '<a@x.org>\n\nSorry.\n\nNo mailbox (#5.1.1)', [['a@x.org', 'No mailbox (#5.1.1)', 'Sorry.']]],
  [
    'with a reply first',
    '<a@x.org>\n\nGone (#5.1.1)\n\n<<< 550 No',
    [['a@x.org', '<<< 550 No', '<<< 550 No', 'Gone (#5.1.1)']],
  ],
  [
    'with what leads to a reply',
    '<a@x.org>\n\nmx.x.org said:\n  550 No',
    [['a@x.org', 'mx.x.org said: 550 No', 'mx.x.org said: 550 No']],
  ],
  [
    'of each',
    '<a@x.org>\nA\n\n<b@x.org>\nB',
    [
      ['a@x.org', '<a@x.org>\nA'],
      ['b@x.org', '<b@x.org>\nB'],
    ],
  ],
  [
    'of each, line by line',
    '<a@x.org> A\n<b@x.org> B',
    [
      ['a@x.org', '<a@x.org> A'],
      ['b@x.org', '<b@x.org> B'],
    ],
  ],
  ['of one, twice', '<a@x.org>\nA\n\n<A@x.org>\nB', [['a@x.org', '<a@x.org>\nA', '<A@x.org>\nB']]],
  ['of nobody', 'It could not be sent: 550 No', [['', 'It could not be sent: 550 No', 'It could not be sent: 550 No']]],
  ['in a list', '  1. a@x.org\n * (b@x.org)', [['a@x.org', '1. a@x.org'], ['b@x.org']]],
  [
    'with a label',
    'Failed recipient: a@x.org\n\nRCPT TO: <b@x.org>',
    [
      ...[
        ['a@x.org', 'Failed recipient: a@x.org'],
        ['b@x.org', 'RCPT TO: <b@x.org>'],
      ],
    ],
  ],
  ['with a label in Spanish', 'Destinatarios: a@x.org', [['a@x.org', 'Destinatarios: a@x.org']]],
  [
    'with what is mentioned',
    'We know a@x.org and b@x.org\n\nWe know b@x.org',
    [['a@x.org', 'We know a@x.org and b@x.org', 'We know b@x.org']],
  ],
  ['to one', 'To: a@x.org\n\nNo', [['a@x.org', 'To: a@x.org', 'No']]],
  ['beside signs', '<a@x.org>\n\n-----\n\nNo', [['a@x.org', 'No']]],
])('a report for people says of a recipient %s', (_, text, said) => {
  expect(notices(text)).toEqual(said)
})

test.each([
  ['whom to ask', 'Please write to help@x.org\nContact c@x.org'],
  ['postmasters', 'postmaster@x.org\n\nabuse@x.org\n\nhelpdesk@x.org'],
  ['a sender', 'From : c@x.org\nX-Sender: d@x.org\nMail from e@x.org'],
  ['our own address', 'till@example.com'],
  ['the mail’s own fields', 'To: c@x.org\nSent: Monday\nSubject: Receipt'],
  ['the mail’s own copy', 'An: c@x.org\nCC: d@x.org'],
])('a report for people names no recipient by %s', (_, text) => {
  expect(notices(`${text}\n\n<a@x.org>: No`)?.map(([recipient]) => recipient)).toEqual(['a@x.org'])
})

test('those who failed are named by a field, whatever else is named', () => {
  const fields = { 'x-failed-recipients': 'a@x.org, B@x.org' }
  expect(notices('<a@x.org>: 550 No\n\n<c@x.org>: 550 Yes', fields)).toEqual([
    ['a@x.org', '<a@x.org>: 550 No'],
    ['B@x.org'],
  ])
  expect(notices('We know b@x.org and a@x.org.', fields)?.map(([recipient]) => recipient)).toEqual([
    'b@x.org',
    'a@x.org',
  ])
  expect(notices('No mailbox', { 'x-failed-recipients': 'a@x.org' })).toEqual([['a@x.org', 'No mailbox']])
  const many = Array.from({ length: 120 }, (_, index) => `u${index}@x.org`)
  expect(notices('No', { 'x-failed-recipients': many.join(', ') })).toHaveLength(100)
  expect(notices(many.map(address => `<${address}>`).join('\n\n'))).toHaveLength(100)
})

test.each<[what: string, sent: Message, isReport: boolean]>([
  ['a mail system that announces it', message('No'), true],
  ['its text does', message('It could not be delivered.', {}, { subject: 'Mail' }), true],
  ['nothing does', message('Hello', {}, { subject: 'Mail' }), false],
  ['it does below', message(`${'\n'.repeat(40)}It could not be delivered.`, {}, { subject: 'Mail' }), false],
  ['an answer', message('It could not be delivered.', {}, { subject: `Re: ${announced}` }), false],
  ['a person', message('No', { from: 'dana@x.org' }), false],
  ['a program', message('No', { from: 'no-reply@x.org' }), false],
  ['a program that returns the mail', message('No', { from: 'no-reply@x.org' }, { type: 'message/rfc822' }), true],
  ['a program that quotes it', message('No\n\nReceived: from x', { from: 'no-reply@x.org' }), true],
  ['a person who returns the mail', message('No', { from: 'dana@x.org' }, { type: 'message/rfc822' }), false],
  ['a list', message('No', { 'list-unsubscribe': '<mailto:x@x.org>' }), false],
  ['a list that returns the mail', message('No\n\nReceived: from x', { 'list-unsubscribe': '<mailto:x@x.org>' }), true],
  ['a person’s host, in a field', message('No', { from: 'dana@x.org', 'x-failed-recipients': 'a@x.org' }), true],
])('is a report or not: %s', (_, sent, isReport) => {
  expect(readPlainReport(sent) !== undefined).toBe(isReport)
})

test('a report is announced by its subject, unless it answers, or by a field', () => {
  const field = { 'x-failed-recipients': 'a@x.org' }
  expect([
    isAnnounced(message('')),
    isAnnounced(message('', {}, { subject: `Re: ${announced}` })),
    isAnnounced(message('', field, { subject: 'Re: Mail' })),
    isAnnounced(message('', {}, { subject: 'Mail' })),
  ]).toEqual([true, false, true, false])
})

test('what stands behind a report is the mail that it returns', () => {
  const read = (text: string) => readPlainReport(message(text))
  const tail = 'Received: from x\nTo: b@x.org'
  expect(read(`<a@x.org>: No\n\n${tail}`)?.tail).toBe(tail)
  expect(read(`\n\nReceived: from x\n<a@x.org>: No`)).toMatchObject({ tail: '', notices: [{ recipient: 'a@x.org' }] })
  expect(read('<a@x.org>: No')?.tail).toBe('')
})

test('a report says of one of several recipients, or of none in particular', () => {
  const sent = message('<a@x.org>: A\n\n<B@x.org>: B')
  expect(noticesAbout(sent, ['A@x.org', 'b@x.org'])).toEqual(
    new Map([
      ['a@x.org', ['<a@x.org>: A']],
      ['b@x.org', ['<B@x.org>: B']],
    ]),
  )
  expect(noticesAbout(sent, [])).toEqual(new Map([[undefined, ['<a@x.org>: A']]]))
  expect(noticesAbout(message('Only a word'), ['a@x.org']).get('a@x.org')).toEqual(['Only a word'])
})

test('a host that still tries says so in its first lines', () => {
  const kindOf = (text: string) => readPlainReport(message(text))?.notices[0]?.kind
  expect(kindOf('It is delayed.')).toBe('delayed')
  expect(kindOf(`${'\n'.repeat(60)}It is delayed.`)).toBe('bounce')
})

const told = (said: Parameters<typeof tell>[1][number], sent = message(''), tail = '') => tell(sent, [said], tail)[0]

test('of several words those are told that give a reason, but for the host’s own', () => {
  const texts = ['Sorry', '<a@x.org>: 552 5.2.2 Full', '550 User unknown']
  expect(told({ kind: 'bounce', texts })).toMatchObject({ reason: 'mailbox_full', words: '552 5.2.2 Full' })
  expect(told({ kind: 'bounce', texts: ['', 'Sorry', 'Pardon'] })).toMatchObject({ reason: 'other', words: 'Sorry' })
  expect(told({ kind: 'bounce', texts, diagnostic: 'Gone' })).toMatchObject({ reason: 'mailbox_full', words: 'Gone' })
  expect(told({ kind: 'delayed', texts })).toMatchObject({
    reason: 'mailbox_full',
    isPermanent: false,
    enhanced: '5.2.2',
  })
  expect(told({ kind: 'delivered', texts })).toMatchObject({ reason: 'other', words: announced })
  expect(told({ kind: 'complaint', texts, words: 'Spam' })).toMatchObject({ reason: 'complaint', words: 'Spam' })
  expect(told({ kind: 'bounce', status: '5.1.1' })).toMatchObject({ reason: 'unknown_mailbox', words: announced })
  expect(told({ kind: 'bounce', texts: ['a@x.org...User unknown'] })?.reason).toBe('unknown_mailbox')
  expect(told({ kind: 'bounce', texts: ['Said 553: 5.1.2 it'] })?.enhanced).toBe('5.1.2')
})

test.each([
  ['<a@x.org>: No', 'No'],
  [' "a@x.org> No', 'No'],
  ['a@x.org:  No', 'No'],
  ['a@x.org', 'a@x.org'],
  ['It is a@x.org: No', 'It is a@x.org: No'],
])('words are told without whom they are about: %s', (text, words) => {
  expect(told({ kind: 'bounce', texts: [text] })?.words).toBe(words)
})

test('a report names the recipient of the mail that it returns, unless it can’t be read', () => {
  const tail = 'Message-ID: <1@example.com>\nTo: a@x.org\n'
  const sent = message('', { from: '<>', to: '' })
  expect(told({ kind: 'out_of_office' }, sent, tail)).toMatchObject({
    recipient: 'a@x.org',
    originalMessageId: '<1@example.com>',
  })
  expect(Object.keys(told({ kind: 'unreadable' }, sent, tail) ?? {})).not.toContain('recipient')
  expect(told({ kind: 'unreadable', recipient: 'b@x.org', messageId: '<2@example.com>' }, sent, tail)).toMatchObject({
    ...{ recipient: 'b@x.org', originalMessageId: '<2@example.com>' },
  })
  expect(Object.keys(told({ kind: 'bounce' }, sent) ?? {})).toEqual(['kind', 'isPermanent', 'reason', 'words'])
  expect(told({ kind: 'bounce', envelopeIds: ['d7'] }, sent)?.envelopeIds).toEqual(['d7'])
})

const status = 'Final-Recipient: rfc822; A@x.org\nAction: failed\nStatus: 5.0.0\n'
const reporting = (more = '', text = '') =>
  `Content-Type:multipart/report; boundary=b\n${more}\n--b\n\n${text}\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b--\n`
const short = async (source: string) =>
  (await readReport(source)).map(({ kind, reason, recipient }) => `${kind} ${reason} ${recipient ?? ''}`.trim())

test('a report in a report is opened if a mail system sent it', async () => {
  const wrapped = (from: string, inner = reporting()) =>
    `From: ${from}\nSubject: Fw\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: message/rfc822\n\nFrom: MAILER-DAEMON@x.org\n${inner}\n--c--\n`
  expect(await short(wrapped('MAILER-DAEMON@x.org'))).toEqual(['bounce other A@x.org'])
  expect(await short(wrapped('dana@x.org'))).toEqual(['unreadable other'])
  expect(await short(wrapped('MAILER-DAEMON@x.org', `X-Content-Type: multipart/report\n\n${status}`))).toEqual([
    'unreadable other',
  ])
})

test('a report’s text says more than a code that says nothing, and a host’s word more than a challenge', async () => {
  const daemon = 'From: MAILER-DAEMON@x.org\n'
  expect(await short(daemon + reporting('', '<a@x.org>: mailbox is full'))).toEqual(['bounce mailbox_full A@x.org'])
  const nobody = reporting('', 'The mailbox is full').replace(/Final-Recipient.*\n/, '')
  expect(await short(daemon + nobody)).toEqual(['bounce mailbox_full'])
  const challenge = `${daemon}X-Boxbe-Ticket: 1\n`
  expect(await short(challenge + reporting())).toEqual(['challenge other'])
  const refused = reporting().replace('Status: 5.0.0', 'Diagnostic-Code: smtp; 550 User unknown')
  expect(await short(challenge + refused)).toEqual(['bounce unknown_mailbox A@x.org'])
  expect(await short(challenge + refused.replace('550 ', 'Port 550 '))).toEqual(['challenge other'])
  const several = refused.replace('Final-', 'Final-Recipient: rfc822; b@x.org\n\nFinal-')
  expect(await short(challenge + several)).toHaveLength(2)
  expect(await short(`${challenge}Subject: ${announced}\n\n<a@x.org>: 550 User unknown`)).toEqual([
    'bounce unknown_mailbox a@x.org',
  ])
})
