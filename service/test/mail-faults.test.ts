import { expect, onTestFinished, test } from 'vitest'
import { faultOf } from '../src/delivery/mail/faults.ts'
import { openSmtp } from '../src/delivery/mail/smtp.ts'
import type { MailFault } from '../src/delivery/mail/transport.ts'
import { refusal } from './support/loopback-smtp.ts'
import { startMailServer } from './support/mail-server.ts'
import { mail } from './support/outgoing-mail.ts'

const steps = ['onConnect', 'onMailFrom', 'onRcptTo', 'onData'] as const

/** How sending ends if the server refuses at a step. */
async function faultAt(step: (typeof steps)[number], code: number, words: string): Promise<MailFault> {
  const refuse = (...given: unknown[]) => {
    if (step === 'onData') (given[0] as { resume(): unknown }).resume()
    ;(given.at(-1) as (error: Error) => void)(refusal(code, words))
  }
  const server = await startMailServer({ [step]: refuse })
  const transport = openSmtp({
    url: server.url,
    connections: 1,
    timeouts: { connectMs: 5000, greetingMs: 5000, replyMs: 5000 },
  })
  onTestFinished(async () => {
    await transport.close()
    await server.stop()
  })
  return transport.send(mail, AbortSignal.timeout(20_000)).then(
    () => Promise.reject(new Error('It was sent')),
    error => error,
  )
}

test.each([
  ['onRcptTo', 550, '5.1.1 User unknown', 'unknown_mailbox', true, true],
  ['onRcptTo', 550, '5.7.1 message blocked', 'policy', true, false],
  ['onRcptTo', 450, '4.1.1 User unknown', 'unknown_mailbox', false, false],
  ['onRcptTo', 552, '5.2.2 Mailbox full', 'mailbox_full', true, false],
  ['onRcptTo', 550, '5.7.1 Relaying denied', 'relay', true, false],
  ['onRcptTo', 451, '4.7.1 Greylisted', 'greylisted', false, false],
  ['onData', 554, '5.6.0 Spam detected', 'content', true, false],
  // Some hosts say so only then.
  ['onData', 550, '5.1.1 User unknown', 'unknown_mailbox', true, true],
  // Our own mail server, before it heard of a recipient.
  ['onMailFrom', 550, '5.7.1 Not allowed', 'relay', true, false],
  ['onMailFrom', 530, '5.7.0 Authentication required', 'relay', true, false],
  ['onMailFrom', 550, '5.7.1 Client host blocked using zen.spamhaus.org', 'reputation', true, false],
  ['onMailFrom', 550, '5.1.1 User unknown', 'reputation', true, false],
  ['onConnect', 421, '4.7.0 Too many connections', 'rate_limited', false, false],
  ['onConnect', 554, '5.7.1 No', 'relay', false, false],
] as const)('%s: %i %s is %s', async (step, code, words, reason, permanent, badAddress) => {
  expect(await faultAt(step, code, words)).toMatchObject({ code: String(code), reason, permanent, badAddress })
})

test.each([
  [{ code: 'EAUTH', responseCode: 535, response: '535 5.7.8 Bad credentials', command: 'AUTH PLAIN' }, 'relay', '535'],
  [
    { code: 'EAUTH', responseCode: 454, response: '454 4.7.0 Temporary failure', command: 'AUTH LOGIN' },
    'relay',
    '454',
  ],
  [{ code: 'EAUTH', message: 'Missing credentials' }, 'relay', 'connection'],
  [{ code: 'ETIMEDOUT' }, 'network', 'timeout'],
  [{ code: 'ECONNECTION' }, 'network', 'connection'],
  [{ code: 'EDNS' }, 'dns', 'dns'],
  [{ code: 'ETLS', message: 'No STARTTLS' }, 'tls', 'tls'],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls', 'connection'],
  [{ code: 'ESOCKET', message: 'SSL routines:wrong version number' }, 'tls', 'connection'],
])('%j is %s, and no fault of the mail', (error, reason, code) => {
  expect(faultOf(error)).toMatchObject({ permanent: false, reason, code, badAddress: false })
})

test.each([
  [{ code: 'EENVELOPE', message: 'Invalid recipient' }, 'bad_address', 'envelope'],
  [{ code: 'EMESSAGE', message: 'Message size larger than allowed', command: 'MAIL FROM' }, 'too_large', 'message'],
  [{ code: 'EMESSAGE', message: 'Invalid message', command: 'DATA' }, 'content', 'message'],
  [{ code: 'EENVELOPE', message: 'Invalid sender', command: 'MAIL FROM' }, 'bad_address', 'envelope'],
])('%j is %s, and would fail again', (error, reason, code) => {
  expect(faultOf(error)).toMatchObject({ permanent: true, reason, code, badAddress: false, detail: '' })
})
