import { expect, test } from 'vitest'
import { automaticAnswer } from '../../src/delivery/reports/automatic.ts'
import { doubted, earlyCommand } from '../../src/delivery/reports/doubt.ts'
import type { Message } from '../../src/delivery/reports/mail/message.ts'
import { isAnswer, isFromDaemon, isFromProgram, isMailerDaemon } from '../../src/delivery/reports/mail/sender.ts'
import { isDelay, isReturnedMark } from '../../src/delivery/reports/plain-words.ts'

/** A message of a person's, with what it differs in. */
const message = (text: string, fields: Record<string, string> = {}, subject = ''): Message => ({
  fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
  ...{ subject, text, parts: [] },
})

test.each([
  'Reporting-MTA: dns; mx.example.net',
  'Final-Recipient : rfc822; mona@example.org',
  'Original-Recipient: rfc822; mona@example.org',
  'Received: from mx.example.com',
  'Received: (qmail 4711 invoked by uid 500)',
  'Return-Path:<bounces@example.com>',
  'Return-Path: <bounces@example.com>',
  'DKIM-Signature: v=1; a=rsa-sha256',
  'Message-ID:<1@example.com>',
  'MIME-Version:1.0',
  'MIME-Version: 1.0',
  'X-Mailer: Counterfoil',
  `Received: from ${'x'.repeat(285)}`,
  '--- Original message follows.',
  ' > === Message follows ===',
  '|------------------------- Message text follows: (body too large, truncated) ------------------|',
  '**returned',
  'Original message follows.',
  'Old message:',
  '   (the unsent mail headers as received)',
  "The unsent mail's headers as received follows",
  "Undelivered e-mail's body in full",
  'Returned undeliverable mail text is below',
  'Rejected email header begins',
  'failed message',
  'Your message follows:',
  ' * Your e-mail header reads ...',
  'Your email was',
  'A copy of the first few lines of the mail follows',
  'The header of the undelivered mail, all of it, will follow: -->',
  'The first 50 lines of your message:',
  '- First 7 lines of the original mail',
  'Below is the header',
  '( Below this line is a message',
  'Here is the returned mail',
  'This is a copy',
  '- Following is message 7',
  'A copy of your message:',
  '- Copy of the original header, as far as it came to us, is below ----',
  'Message header:',
  '*** Mail headers follow ***',
  'E-mail contents follows',
  'email content',
  '--- Ursprüngliche Nachricht',
  '= = 元のメール',
])('what is returned begins with "%s"', line => {
  expect(isReturnedMark(line)).toBe(true)
})

test.each([
  'There is a final-recipient: mona@example.org',
  'It has no Message-ID: <1@example.com>',
  'MIME-Version: none',
  `Received: from ${'x'.repeat(286)}`,
  'Sorry -- your message is too large',
  '- your message was too large',
  'no-- original',
  `--- your message ${'was refused '.repeat(6)}`,
  'The original message was received at Mon, 2 Nov 2026 10:00:00 GMT',
  'We keep the original message',
  'Your message was refused',
  'We saw that your mail was',
  'The original text follows on paper',
  'Nothing of the first 50 lines of your message was read',
  'What stands below is the header',
  'We kept a copy of your message below',
  'A copy of your message: none',
  'See message body:',
  'Message text was too long',
  'Siehe --- ursprüngliche Nachricht',
])('what is returned doesn’t begin with "%s"', line => {
  expect(isReturnedMark(line)).toBe(false)
})

test.each([
  'Delivery delay',
  'Your mail is delayed',
  'Warning: e-mail not delivered yet',
  'Warning: email not delivered yet',
  'This is a warning message',
  'This is only a warning',
  'It will be re-tried',
  'It will be retried',
  'You do not need to re-send it',
  "You don't need to resend it",
  'We are still trying',
  'It is still be attempting',
  'It has not been delivered',
  'It has not yet been delivered',
  'not yet delivered',
  'not yet been delivered',
])('a host that says "%s" still tries', words => {
  expect([isDelay(words, ''), isDelay('', words)]).toEqual([true, true])
})

test.each([
  'permanent error',
  'It failed permanently',
  'permanently failed',
  'We finally fail',
  'final failure',
  'given up',
  'giving up',
  'no longer going to try',
  'not retry',
])('a host that says "%s" doesn’t, whatever else it says', words => {
  expect(isDelay('Your mail is delayed', words)).toBe(false)
})

test.each([
  'MAILER-DAEMON@example.net',
  'MailerDaemon@example.net',
  'Postmaster <x@example.net>',
  'post_office@example.net',
  'Mail Delivery System <x@example.net>',
  'MailDelivery <x@example.net>',
  'delivery-agent <x@example.net>',
  'Delivery Notification <x@example.net>',
  'bounces@example.net',
  'bounce-handler@example.net',
  'Bounced message <x@example.net>',
  'ReturnedMail <x@example.net>',
  'root@example.net',
  'mailsys42@example.net',
  'antivirus <x@example.net>',
  'Anti-Virus <x@example.net>',
  'mailscan <x@example.net>',
  'Mail Scan <x@example.net>',
  'gateway@example.net',
  'gateways@example.net',
  '< >',
  '',
])('"%s" is a mail system', from => {
  expect(isFromDaemon(message('', { from }))).toBe(true)
})

test.each([
  ['dana@example.org', '<dana@example.org>', false],
  ['Dana Root <dana@example.org>', 'dana.mailer-daemon@example.org', false],
  ['dana@example.org', 'x<>', false],
  ['dana@example.org', '<>x', false],
  ['dana@example.org', '<>', true],
  ['dana@example.org', '<  >', true],
  ['dana@example.org', '<MAILER-DAEMON>', true],
  ['dana@example.org', 'MAILER-DAEMON@example.org', true],
])('from %s, whose envelope has %s: a mail system? %s', (from, path, isDaemon) => {
  expect(isFromDaemon(message('', { from, 'return-path': path }))).toBe(isDaemon)
})

test.each([
  ['no-reply@example.org', true, false],
  ['noreply@example.org', true, false],
  ['notifier@example.org', true, false],
  ['mta7.eu-1@example.org', true, false],
  ['dana@mta.example.org', false, false],
  ['Mailer Daemon <x@example.org>', false, true],
  ['mailerdaemon@example.org', false, true],
  ['Mail Delivery System <x@example.org>', false, true],
  ['Mail Delivery Subsystem <x@example.org>', false, true],
])('from "%s": a program? %s, one that says it is a mail system? %s', (from, isProgram, isItself) => {
  expect([isFromProgram(message('', { from })), isMailerDaemon(message('', { from }))]).toEqual([isProgram, isItself])
})

test.each([
  ['Re: Your receipt', true],
  ['  AW : Ihr Beleg', true],
  ['Fw: Undelivered', true],
  ['Fwd: Undelivered', true],
  ['Undelivered: Re: Your receipt', false],
  ['Receipt: yours', false],
])('"%s" answers or forwards another: %s', (subject, expected) => {
  expect(isAnswer(message('', {}, subject))).toBe(expected)
})

/** What a challenge must say: what is to be done, why, and that it is about our mail. */
const [asked, held, ours] = ['Please confirm.', 'You are a human.', 'The mail.']

test.each(
  [
    ...[
      'Please kindly confirm.',
      'Please authorize.',
      'Please authorise.',
      'You must now first verify.',
      'Use the allow list.',
      'Join the allowed-list.',
    ],
    ...['Join our guestlist.', 'Join our guest list.', 'Prove you are real.', 'Prove that you are real.'],
    ...['Click here.', 'By clicking on the link.', 'Click below.', 'Reply to this.', 'Replying to this helps.'],
    ...['Send a message.', 'Send an empty reply.', 'Send an email.', 'Send an e-mail.', 'Complete the form.'],
    ...['Bitte bestätigen.', 'Confirmez.', 'Confirmer.'],
  ].map(words => `${words} ${held} ${ours}`),
)('is a challenge: %s', text => {
  expect(automaticAnswer(message(text))).toBe('challenge')
  expect(automaticAnswer(message('', {}, text))).toBe('challenge')
})

test.each(
  [
    ...[
      'I am not spam.',
      'I am not a spammer.',
      'I am not an automated thing.',
      'You are human.',
      "You're a real person.",
    ],
    ...['It is legitimate.', 'Antispam here.', 'Anti-Spam here.', 'Spam Arrest.', 'SpamArrest.', 'Spam Blocker.'],
    ...['SpamBlocker.', 'No unsolicited mail.', 'No unsolicited email.', 'No unsolicited e-mail.', 'No junk mail.'],
    ...[
      'No junk-email.',
      'No junk e-mail.',
      'Your mail is held.',
      'The messages which you sent us were all being held.',
    ],
    ...['Email was put here and quarantined.', 'E-mail is wait-listed.', 'Mail is waitlisted.', 'The first time.'],
    ...[
      'This one-time step.',
      'Ensure delivery.',
      'Ensure the delivery.',
      'We do not recognize it.',
      'He does not recognise it.',
    ],
  ].map(words => `${asked} ${words} ${ours}`),
)('is a challenge, too: %s', text => {
  expect(automaticAnswer(message(text))).toBe('challenge')
})

test.each(
  [
    ...['Your message.', 'This e-mail.', 'The email.', 'Your address.', 'Your e-mail address.', 'Ihr E-Mail.'],
    ...[
      'Ihre Nachricht.',
      'Dein Mail.',
      'Deine Nachricht.',
      'Votre e-mail.',
      'Votre email.',
      'Sua e-mail.',
      'Sua email.',
    ],
    ...['Uw e-mail.', 'Uw email.', 'Su correo.'],
  ].map(words => `${asked} ${held} ${words}`),
)('is a challenge about what we wrote: %s', text => {
  expect(automaticAnswer(message(text))).toBe('challenge')
})

test('the longest challenge has three thousand characters', () => {
  const text = `${asked} ${held} ${ours}`
  expect(automaticAnswer(message(text.padEnd(3000)))).toBe('challenge')
  expect(automaticAnswer(message(text.padEnd(3001)))).toBeUndefined()
})

test.each([
  ['what nobody is asked for', `${held} ${ours}`, {}],
  ['what nobody waits for', `${asked} ${ours}`, {}],
  ['what isn’t ours', `${asked} ${held}`, {}],
  ['a list', `${asked} ${held} ${ours}`, { 'list-id': '<news.example.org>' }],
  ['a letter that many get', `${asked} ${held} ${ours}`, { 'list-unsubscribe': '<mailto:off@example.org>' }],
])('is no challenge: %s', (_, text, fields) => {
  expect(automaticAnswer(message(text, fields))).toBeUndefined()
})

test.each([
  ['auto-submitted', 'auto-replied', true],
  ['auto-submitted', 'Auto-Generated; x=1', true],
  ['auto-submitted', 'no, auto-replied', false],
  ['precedence', 'autoreply', true],
  ['precedence', 'auto_respond', true],
  ['precedence', 'bulk', false],
  ['x-post-messageclass', '9; Autoreply', true],
  ['x-post-messageclass', '9; auto_reply', true],
  ['x-post-messageclass', '9', false],
  ['x-ooo', '1', true],
])('a program answered, as "%s: %s" says: %s', (name, value, isProgram) => {
  expect(automaticAnswer(message('', { [name]: value }))).toBe(isProgram ? 'out_of_office' : undefined)
})

const missing = { reason: 'unknown_mailbox', isPermanent: true, enhanced: undefined } as const

test.each([
  ['a host that takes it', 'mona@example.org', '550 User unknown', '', true],
  ['after the mail was sent', 'mona@example.org', '550 User unknown (in reply to end of DATA command)', '', false],
  ['after its data', 'mona@example.org', '550 User unknown after the data', '', false],
  ['after it', 'mona@example.org', '550 User unknown', 'It failed after I sent the message.', false],
  ['in a transcript', 'mona@example.org', '550 User unknown', '>>> DATA\n<<< 550 User unknown', false],
  ['in a tight transcript', 'mona@example.org', '550 User unknown', '>>>DATA\n<<< 550 User unknown', false],
  ['at its end', 'mona@example.org', '550 User unknown', '>>> . \n<<< 550 User unknown', false],
  ['in a table', 'mona@example.org', '550 User unknown', '---SMTP command   DATA', false],
  ['together', 'mona@example.org', '550 User unknown', '>>> DATA\n<<< 503 5.0.0 Need RCPT (recipient)', true],
  ['together, tight', 'mona@example.org', '550 User unknown', '>>> DATA\n<<<554 no valid recipients', true],
  ['far below', 'mona@example.org', '550 User unknown', `${' '.repeat(16_380)}>>> DATA`, true],
  ['with the code for it', 'mona@example.org', '550 5.1.1 after end of data', '', true],
  ['with a part of another code', 'mona@example.org', '550 5.1.10 after end of data', '', false],
  ['with a part of an address', 'mona@example.org', '550 15.1.1.9 after end of data', '', false],
  ['by Mail.ru', 'mona@example.org', '550 local mailbox m@mail.ru is unavailable: user not found after data', '', true],
  ['by Yahoo', 'mona@example.org', "554 This user doesn't have a yahoo.com account after data", '', true],
  ['by Yahoo, at length', 'mona@example.org', '554 does not have an ymail.com account after data', '', true],
  ['by a carrier', 'hana@docomo.ne.jp', '550 : User unknown', '', false],
  ['by a carrier’s part', 'hana@t.vodafone.au.com', '550 : User unknown', '', false],
  ['by a carrier of the name', 'hana@beau.com', '550 : User unknown', '', true],
  ['not by a carrier', 'hana@au.com.example.org', '550 : User unknown', '', true],
  ['by a carrier that names who', 'hana@au.com', '550 <hana@au.com>: User unknown', '', true],
  ['by a carrier to the recipient', 'hana@docomo.ne.jp', '550 : User unknown', '>>> RCPT TO:<hana@docomo.ne.jp>', true],
])('a mailbox that nobody has, says a host %s: of %s, "%s", %j, is believed: %s', (_, recipient, said, text, isSo) => {
  const read = doubted(missing, message(text), { recipient, said, isForwarded: false })
  expect(read.reason).toBe(isSo ? 'unknown_mailbox' : 'mailbox_disabled')
})

test.each([
  ['unknown_domain', true, 'mailbox_disabled'],
  ['unknown_domain', false, 'unknown_domain'],
  ['unknown_mailbox', true, 'mailbox_disabled'],
  ['mailbox_full', true, 'mailbox_full'],
] as const)('%s of a mailbox that mail was sent on to (%s) is %s', (reason, isForwarded, expected) => {
  const about = { recipient: undefined, said: '550 5.1.1', isForwarded }
  expect(doubted({ ...missing, reason }, message(''), about).reason).toBe(expected)
})

test.each([
  ['Connected, but my name was rejected.', 'EHLO'],
  ['Connected, but sender was rejected.', 'MAIL'],
  ['>>> MAIL FROM:<a@example.com>\n<<< 550 No', 'MAIL'],
  ['>>>Mail From:<a@example.com> SIZE=9\n  <<<450 No', 'MAIL'],
  ['>>> MAIL FROM:<a@example.com>\n<<< 250 Yes', undefined],
  ['>>> RCPT TO:<a@example.com>\n<<< 550 No', undefined],
])('%j was said of %s', (said, command) => {
  expect(earlyCommand(said)).toBe(command)
})
