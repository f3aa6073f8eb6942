import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReport } from '../../src/delivery/reports/read.ts'
import type { Report } from '../../src/delivery/reports/report.ts'

/** Reports as hosts write them, from the RFCs and from the hosts' known forms; names and addresses are made up. */
const samples = join(import.meta.dirname, 'samples')
const sample = (name: string) => readFileSync(join(samples, `${name}.eml`))

/** A report's kind ("!" if permanent), reason and recipient. */
const inShort = ({ kind, isPermanent, reason, recipient = '' }: Report) =>
  `${kind}${isPermanent ? '!' : ''} ${reason} ${recipient}`.trim()

/** What each sample says, recipient by recipient. */
const expected: Readonly<Record<string, readonly string[]>> = {
  // RFC 3464, 6522 and 6533.
  'postfix-unknown': ['bounce! unknown_mailbox Ines.Pfeiffer@example.org'],
  'postfix-delayed': ['delayed network till@example.org'],
  'sendmail-several': [
    'bounce! unknown_mailbox nobody@example.org',
    'bounce! mailbox_full full@example.org',
    'delivered other list@example.org',
  ],
  'exchange-online': ['bounce! unknown_mailbox sam.ortega@example.org'],
  'gmail-unknown': ['bounce! unknown_mailbox lena.k@gmail.example'],
  'yandex-unknown': ['bounce! unknown_mailbox gleb@yandex.example'],
  'domino-directory': ['bounce! unknown_mailbox erik@notes.example.org'],
  'docomo-filtered': ['bounce! mailbox_disabled hana.sato@docomo.ne.jp'],
  'x400-relic': ['bounce! unknown_mailbox dupont@ventes.example.fr'],
  'utf8-global': ['bounce! unknown_mailbox jürgen@bücher.example'],
  'spam-policy': ['bounce! reputation mona@example.org'],
  expired: ['bounce network mona@example.org'],
  delivered: ['delivered other mona@example.org'],
  'read-receipt': ['delivered other mona@example.org'],
  // In disorder.
  'wrong-report-type': ['bounce! mailbox_full jutta@example.org'],
  'no-boundary': ['bounce! unknown_mailbox karl@example.org'],
  wrapped: ['bounce! unknown_mailbox otto@wrap.example.org'],
  'html-only': ['bounce! unknown_mailbox nils@example.org'],
  // Written for people.
  'sendmail-v5': ['bounce! unknown_mailbox olga@old.example.net'],
  'exim-unknown': ['bounce! unknown_mailbox rosa@example.org'],
  'exim-delayed': ['delayed network rosa@example.org'],
  'qmail-unknown': ['bounce! unknown_mailbox tomas@qmail.example.net', 'bounce! content vera@example.org'],
  'qmail-helo': ['bounce! reputation vera@example.org'],
  'exchange-2003': ['bounce! unknown_mailbox pia@corp.example.org'],
  'exchange-55': ['bounce! unknown_mailbox pia@corp.example.org'],
  'gmail-plain': ['bounce! mailbox_full noor@example.org'],
  'yahoo-disabled': ['bounce! mailbox_disabled jo.bell@yahoo.example'],
  'yahoo-policy': ['bounce! policy jo.bell@example.org'],
  'aol-attachments': ['bounce content ginger@aol.example'],
  'mailru-unknown': ['bounce! unknown_mailbox anna@mail.example'],
  'newmail-full': ['bounce mailbox_full oleg@example.ru'],
  'notes-plain': ['bounce! unknown_mailbox erik@notes.example.org'],
  'imail-unknown': ['bounce! unknown_mailbox hugo@imail.example.net'],
  'groupwise-full': ['bounce mailbox_full kai@gw.example.org'],
  'mdaemon-unknown': ['bounce! unknown_mailbox lea@example.org'],
  'au-unknown': ['bounce! unknown_mailbox hana.sato@ezweb.ne.jp'],
  'kddi-full': ['bounce mailbox_full aya@dion.example.jp'],
  'softbank-unknown': ['bounce! unknown_mailbox ken.mori@softbank.ne.jp'],
  'qq-unknown': ['bounce! unknown_mailbox 4711@qq.example'],
  '163-full': ['bounce mailbox_full mei@163.example'],
  // RFC 5965, and Hotmail's.
  'arf-abuse': ['complaint complaint paul@example.net'],
  'arf-redacted': ['complaint complaint'],
  'arf-auth-failure': ['unreadable other paul@example.net'],
  'arf-not-spam': ['unreadable other paul@example.net'],
  'hotmail-complaint': ['complaint complaint zoe@hotmail.example'],
  // Programs that answer.
  'challenge-boxbe': ['challenge other'],
  'challenge-tmda': ['challenge other'],
  'challenge-german': ['challenge other'],
  'out-of-office-gone': ['out_of_office other'],
  'out-of-office-german': ['out_of_office other'],
  'out-of-office-vacation': ['out_of_office other'],
  ticket: ['out_of_office other'],
  // People who write about it.
  'human-forward': ['unreadable other'],
  'human-complaint': ['unreadable other'],
  newsletter: ['unreadable other'],
}

describe('what a mail that came back says', () => {
  test.each(Object.entries(expected))('%s', async (name, reports) => {
    expect((await readReport(sample(name))).map(inShort)).toEqual(reports)
  })

  test('every sample is read', () => {
    expect(readdirSync(samples).map(name => name.replace(/\.eml$/, ''))).toEqual(Object.keys(expected).sort())
  })

  test.each(Object.keys(expected))('%s says the same with other line ends, and from a mailbox', async name => {
    const text = sample(name).toString('latin1')
    const reports = await readReport(sample(name))
    for (const other of [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      `From MAILER-DAEMON Tue Nov  3\n${text}`,
    ])
      expect(await readReport(Buffer.from(other, 'latin1'))).toEqual(reports)
  })
})

describe('which delivery it is about', () => {
  test.each([
    ['postfix-unknown', '<0199a1f2-6c51-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['sendmail-v5', '<0199a1f2-1111-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['exim-unknown', '<0199a1f2-2222-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['qmail-unknown', '<0199a1f2-3333-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['notes-plain', '<0199a1f2-9999-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['gmail-unknown', '<0199a1f2-6666-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['utf8-global', '<0199a1f2-cccc-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['arf-redacted', '<0199a1f2-ffff-7d20-9b7e-2f1c40a9e113@example.com>'],
    ['read-receipt', '<0199a1f2-dddd-7d20-9b7e-2f1c40a9e113@example.com>'],
  ])('%s returns our Message-ID', async (name, id) => {
    expect((await readReport(sample(name)))[0]?.originalMessageId).toBe(id)
  })

  test.each([
    ['x400-relic', ['d7f3', 'bounces+d7f3@receipts.example.com']],
    ['arf-redacted', ['bounces+d7f3@receipts.example.com', 'fbl@receipts.example.com']],
    ['postfix-unknown', ['bounces+d7f3@receipts.example.com']],
  ])('%s gives what our envelope was known by', async (name, ids) => {
    expect((await readReport(sample(name)))[0]?.envelopeIds).toEqual(ids)
  })
})

describe('its words', () => {
  test.each([
    [
      'postfix-unknown',
      '550 5.1.1 <ines.pfeiffer@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    ],
    ['qmail-unknown', 'Sorry, no mailbox here by that name. (#5.1.1)'],
    ['softbank-unknown', '宛先のメールアドレスは存在しません。'],
    ['out-of-office-gone', 'Automatic reply: Your receipt from Harbor Hardware'],
    ['challenge-tmda', 'Please confirm your message'],
  ])('%s', async (name, words) => {
    expect((await readReport(sample(name)))[0]?.words).toBe(words)
  })

  test.each(['smtp;', 'SMTP ;'])('are those of %s before what a host says in its own code', async type => {
    const several = `Diagnostic-Code: X-Notes; Mailbox gone\nDiagnostic-Code: ${type} 550 5.1.1 User unknown`
    const [report] = await readReport(
      sample('expired')
        .toString()
        .replace(/Diagnostic-Code:.*/, several),
    )
    expect(report?.words).toBe('550 5.1.1 User unknown')
  })

  test('are one line of at most 500 characters, without what controls a terminal or turns text around', async () => {
    const diagnostic = `550 \u001b[2J\u202e\u0007${'no\u0085 such\u2028 user '.repeat(100)}${'😀'.repeat(500)}`
    const text = sample('expired')
      .toString()
      .replace(/X-Postfix; .*/, `smtp; ${diagnostic}`)
    const [report] = await readReport(text)
    expect(report?.words).toMatch(/^550 \[2J no such user no such user/)
    expect(report?.words.length).toBeLessThanOrEqual(500)
    expect(report?.words).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  })
})

test.each([
  ['failed', '5.4.10', 'bounce 5.4.10'],
  ['undeliverable', '4.4.1', 'bounce 4.4.1'],
  ['delivered', '4.4.1', 'delivered'],
  ['relayed', '4.4.1', 'delivered'],
  ['expanded', '2.0.0', 'delivered'],
  ['delayed', '4.4.1', 'delayed 4.4.1'],
  ['', '2.1.5', 'delivered'],
  ['failed', '2.0.0', 'bounce 2.0.0'],
])('an action that is "%s", with status %s, is %s', async (action, status, said) => {
  const text = sample('expired')
    .toString()
    .replace(/^Action:.*/m, `Action: ${action}`)
    .replace(/^Status:.*/m, `Status: ${status}`)
    .replace(/^Diagnostic-Code:.*\n(?:\s.*\n)*/m, '')
  const [report] = await readReport(text)
  expect([report?.kind, report?.enhanced].filter(Boolean).join(' ')).toBe(said)
})

describe('a good address is not taken for an unknown one', () => {
  const about = (status: string, diagnostic: string, recipient = 'mona@example.org') =>
    sample('expired')
      .toString()
      .replace('4.4.1', status)
      .replace(/X-Postfix; .*/, `smtp; ${diagnostic}`)
      .replace('mona@example.org', recipient)

  test.each([
    [
      'who was refused after the recipient was taken',
      about('5.0.0', '550 User unknown (in reply to end of DATA command)'),
    ],
    ['whom a carrier hides from us', about('5.2.0', '550 : User unknown', 'hana@ezweb.ne.jp')],
    [
      'whose name server was asked in vain',
      about('4.4.3', 'Name service error for example.org: Host not found, try again'),
    ],
    ['whose host has a policy', about('5.7.1', '550 5.7.1 Access denied, user unknown to our list of senders')],
    ['whose host calls us unknown', about('5.1.8', '550 5.1.8 Sender address rejected: User unknown')],
    ['whose mailbox is full', about('5.2.2', '552 5.2.2 User unknown or mailbox full')],
  ])('%s', async (_, text) => {
    const [report] = await readReport(text)
    expect(report?.kind).toBe('bounce')
    expect(report?.reason).not.toBe('unknown_mailbox')
    expect(report?.isPermanent && report.reason === 'unknown_domain').toBe(false)
  })

  test.each([
    ['in the paragraph before', '<a@example.org>:\n550 5.1.1 User unknown\n\n<b@example.org>:\nI gave up.\n'],
    ['in the one behind', '<b@example.org>\n<a@example.org>\n\n<<< 550 5.1.1 <a@example.org>... User unknown\n'],
  ])('beside another who is, %s', async (_, text) => {
    const reports = await readReport(`From: MAILER-DAEMON@example.net\nSubject: failure notice\n\n${text}`)
    expect(reports.map(({ recipient }) => recipient).toSorted()).toEqual(['a@example.org', 'b@example.org'])
    expect(reports.find(({ recipient }) => recipient === 'b@example.org')?.reason).toBe('other')
  })

  test.each([
    ['with another name', 'nora@example.org', 'mailbox_disabled'],
    ['with another domain', 'mona@example.net', 'mailbox_disabled'],
    ['at a host of the same domain, which is the same', 'mona@mx.example.org', 'unknown_mailbox'],
    ['at a machine without a domain, which is its host’s', 'mona@mailstore', 'unknown_mailbox'],
  ])('whose mailbox sends on to an unknown one %s', async (_, final, reason) => {
    const text = about('5.1.1', '550 5.1.1 User unknown')
    const [report] = await readReport(
      text.replace(
        /Final-Recipient:.*/,
        `Original-Recipient: rfc822;mona@example.org\nFinal-Recipient: rfc822; ${final}`,
      ),
    )
    expect([report?.recipient, report?.reason]).toEqual(['mona@example.org', reason])
  })

  test.each(['', '\n'])('who is named in the mail that is returned, parted from the report by %j', async gap => {
    const head = "From: MAILER-DAEMON@example.net\nSubject: failure notice\n\nI couldn't deliver your message.\n"
    const refused = (address: string) => `<${address}>:\n550 5.1.1 User unknown\n`
    const returned = `--- Below this line is a copy of the message.\n\nTo: b@example.org\n\n${refused('b@example.org')}`
    const reports = await readReport(`${head}${refused('a@example.org')}${gap}${returned}`)
    expect(reports.map(({ recipient }) => recipient)).toEqual(['a@example.org'])
  })

  test('who is beside our own address, which the report repeats', async () => {
    const head = 'From: MAILER-DAEMON@example.net\nTo: till@receipts.example.com\nSubject: failure notice\n\n'
    const lines = 'till@receipts.example.com\n\n<mona@example.org>:\n550 5.1.1 User unknown\n'
    expect((await readReport(head + lines)).map(inShort)).toEqual(['bounce! unknown_mailbox mona@example.org'])
  })

  test.each([
    ['who asks about a report', 'Re: Undelivered Mail Returned to Sender', 'unreadable other'],
    ['whose host reports', 'Undelivered Mail Returned to Sender', 'bounce! unknown_mailbox mona@example.org'],
  ])('%s', async (_, subject, said) => {
    const words = 'Your mail could not be delivered.\n\n<mona@example.org>:\n550 5.1.1 User unknown\n'
    for (const [from, path] of [
      ['dana@example.org', '<dana@example.org>'],
      ['MAILER-DAEMON@example.org', '<>'],
    ]) {
      const isPerson = from === 'dana@example.org'
      const [report] = await readReport(`Return-Path: ${path}\nFrom: ${from}\nSubject: ${subject}\n\n${words}`)
      if (report) expect([from, inShort(report)]).toEqual([from, isPerson ? 'unreadable other' : said])
    }
  })

  test('who answers by a program that says so', async () => {
    const words = 'The mailbox does not exist. 550 5.1.1 User unknown. No longer works here.'
    for (const field of [
      'Auto-Submitted: auto-replied',
      'X-Autoreply: yes',
      'Precedence: auto_reply',
      'X-Autorespond: x',
    ])
      for (const from of ['dana@example.org', 'postmaster@example.org']) {
        const [report] = await readReport(`From: ${from}\nSubject: Your receipt\n${field}\n\n${words}\n`)
        expect(report).toMatchObject({ kind: 'out_of_office', isPermanent: false, reason: 'other' })
      }
  })

  test.each(['X-TMDA-Fingerprint-Confirm: 9f2c', 'X-SpamArrest-NoAuth: 1', 'X-Boxbe-Ticket: 88f1'])(
    'whose program asks for a sign of life, as "%s" says',
    async field => {
      const words = 'The mailbox does not exist for strangers.'
      const [report] = await readReport(`From: dana@example.org\nSubject: Your receipt\n${field}\n\n${words}\n`)
      expect(report).toMatchObject({ kind: 'challenge', isPermanent: false })
    },
  )

  test.each([
    'Out of Office: back on Monday',
    'Automatic reply: Your receipt',
    'Automatische Antwort: Ihr Beleg',
    'Réponse automatique : Votre reçu',
    'Respuesta automática: Su recibo',
    'Risposta automatica: La tua ricevuta',
    'Resposta automática: O seu recibo',
    'Automatisch antwoord: Uw bon',
    'Autosvar: Ditt kvitto',
    'Automaattinen vastaus: Kuittisi',
    'Automatyczna odpowiedź: Paragon',
    'Автоматический ответ: Ваш чек',
    'Otomatik Yanıt: Fişiniz',
    'Αυτόματη απάντηση: Η απόδειξή σας',
    '自動返信: レシート',
    '自动回复: 您的收据',
    '부재중: 영수증',
  ])('whose program names its answer "%s"', async subject => {
    const [report] = await readReport(
      `From: dana@example.org\nSubject: ${subject}\n\nThis mailbox does not exist anymore.\n`,
    )
    expect(report).toMatchObject({ kind: 'out_of_office', isPermanent: false })
  })
})
