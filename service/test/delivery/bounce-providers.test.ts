import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { signatureHeaders } from '../../src/basics/standard-webhooks.ts'
import { createMailgun } from '../../src/delivery/bounces/providers/mailgun.ts'
import { createPostmark } from '../../src/delivery/bounces/providers/postmark.ts'
import { headerOf, type Provider, reportOf, type Told } from '../../src/delivery/bounces/providers/provider.ts'
import { createResend } from '../../src/delivery/bounces/providers/resend.ts'
import { createSendgrid } from '../../src/delivery/bounces/providers/sendgrid.ts'
import { createSes } from '../../src/delivery/bounces/providers/ses.ts'
import { fetchSmallText } from '../../src/delivery/bounces/providers/sns.ts'
import { makeCertificate } from '../support/certificate.ts'
import { startMailServer, until } from '../support/mail-server.ts'
import { receipt, startService, type TestService } from '../support/service.ts'

/** After the certificates were made. */
const now = Date.now() + 60_000
const seconds = String(Math.floor(now / 1000))
const to = 'guest@example.com'

/** A provider's reports, in short. */
async function read(provider: Provider, body: unknown, headers: Record<string, string> = {}, at = now) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reports = await provider.read({ headers, body: text }, at)
  if (reports === 'unsigned') return reports
  return reports.map(({ kind, reason, isPermanent }) => `${kind} ${reason}${isPermanent ? ' for good' : ''}`)
}

const topicArn = 'arn:aws:sns:eu-west-1:123456789012:bounces'
const certificateUrl = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`

/** Amazon's topic, with what it was asked for. */
function openTopic() {
  const files = makeCertificate('sns.amazonaws.com', 'rsa')
  const asked: string[] = []
  const fetchText = async (url: string) => {
    asked.push(url)
    return readFileSync(files.cert, 'utf8')
  }
  function message(about: Record<string, unknown> | string, changes: Record<string, string> = {}) {
    const sent: Record<string, string> = {
      ...{ Type: 'Notification', MessageId: 'm-1', TopicArn: topicArn, SignatureVersion: '2' },
      Message: typeof about === 'string' ? about : JSON.stringify(about),
      ...{ Timestamp: new Date(now).toISOString(), SigningCertURL: certificateUrl },
      ...changes,
    }
    const signed = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const text = signed.flatMap(name => (sent[name] === undefined ? [] : [`${name}\n${sent[name]}\n`])).join('')
    const sign = createSign(sent.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text)
    return { ...sent, Signature: sign.sign(readFileSync(files.key, 'utf8'), 'base64') }
  }
  return { message, asked, fetchText }
}

test('SES says by SNS what became of mails', async () => {
  const { message, asked, fetchText } = openTopic()
  const ses = createSes({ topicArn }, fetchText)
  const bounce = (bounceType: string, bounceSubType: string, one: Record<string, string> = {}) =>
    message({
      notificationType: 'Bounce',
      bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: to, ...one }] },
      mail: { source: 'bounces@example.com' },
    })
  const complaint = (more: Record<string, string>) =>
    message({ eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: to }], ...more }, mail: {} })
  const gone = { action: 'failed', status: '5.1.1', diagnosticCode: `smtp; 550 5.1.1 <${to}>... User unknown` }
  expect(await read(ses, bounce('Permanent', 'General', gone))).toEqual(['bounce unknown_mailbox for good'])
  expect(await read(ses, bounce('Permanent', 'NoEmail'))).toEqual(['bounce unknown_mailbox for good'])
  expect(await read(ses, bounce('Permanent', 'Suppressed'))).toEqual(['bounce policy for good'])
  expect(await read(ses, bounce('Transient', 'MailboxFull'))).toEqual(['bounce mailbox_full'])
  expect(await read(ses, bounce('Transient', 'General'))).toEqual(['out_of_office other'])
  expect(await read(ses, complaint({ complaintFeedbackType: 'abuse' }))).toEqual(['complaint complaint'])
  expect(await read(ses, complaint({ complaintFeedbackType: 'not-spam' }))).toEqual([])
  expect(await read(ses, complaint({ complaintSubType: 'OnAccountSuppressionList' }))).toEqual(['bounce policy'])
  const delivery = { notificationType: 'Delivery', delivery: { recipients: [to], smtpResponse: '250 ok' }, mail: {} }
  expect(await read(ses, message(delivery, { SignatureVersion: '1' }))).toEqual(['delivered other'])
  expect(await read(ses, message('no JSON'))).toEqual([])
  expect(asked).toEqual([certificateUrl])
})

test('SES: nothing counts that Amazon hasn’t signed, of that topic, with a certificate of its own', async () => {
  const { message, asked, fetchText } = openTopic()
  const ses = createSes({ topicArn }, fetchText)
  const good = message('{}')
  for (const changes of [
    { Message: '{"a":1}' },
    { Signature: 'AAAA' },
    { TopicArn: `${topicArn}2` },
    { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.example.net/SimpleNotificationService-0a0a0a0a.pem' },
    { SigningCertURL: 'https://example.net/SimpleNotificationService-0a0a0a0a.pem' },
    { SigningCertURL: certificateUrl.replace('eu-west-1', 'us-east-1') },
    { SigningCertURL: certificateUrl.replace('https:', 'http:') },
    { SigningCertURL: `${certificateUrl}?x=1` },
    { SigningCertURL: certificateUrl.replace('sns.', 'user@sns.') },
  ])
    expect(await read(ses, { ...good, ...changes })).toBe('unsigned')
  expect(await read(ses, 'no JSON')).toBe('unsigned')
  expect(await read(ses, good, {}, now + 60 * 86_400_000)).toBe('unsigned')
  expect(await read(ses, good)).toEqual([])
  expect(new Set(asked)).toEqual(new Set([certificateUrl]))

  // Made-up names of certificates lead to few requests.
  const failing = createSes({ topicArn }, async url => {
    asked.push(url)
    throw new Error('404')
  })
  asked.length = 0
  for (let number = 0; number < 30; number++)
    await expect(
      read(failing, { ...good, SigningCertURL: certificateUrl.replace('0a0a', String(1000 + number)) }),
    ).rejects.toThrow()
  expect(asked).toHaveLength(10)
})

test('SES: a subscription is confirmed only for our topic, at Amazon', async () => {
  const { message, asked, fetchText } = openTopic()
  const ses = createSes({ topicArn }, fetchText)
  const url = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=t1`
  const confirmation = (SubscribeURL: string) =>
    message('You have chosen …', { Type: 'SubscriptionConfirmation', Token: 't1', SubscribeURL })
  for (const SubscribeURL of [
    url.replace('bounces', 'others'),
    url.replace('amazonaws.com', 'example.net'),
    'https://169.254.169.254/latest',
    'nonsense',
  ])
    expect(await read(ses, confirmation(SubscribeURL))).toEqual([])
  expect(asked).toEqual([certificateUrl])
  expect(await read(ses, confirmation(url))).toEqual([])
  expect(asked).toEqual([certificateUrl, url])
})

test('Postmark says what became of mails, to whoever has its password', async () => {
  const postmark = createPostmark({ user: 'postmark', password: 'a-password-of-ours' })
  const authorization = `Basic ${Buffer.from('postmark:a-password-of-ours').toString('base64')}`
  const bounce = (Type: string, Details = '') =>
    read(postmark, { RecordType: 'Bounce', Type, Email: to, Details }, { authorization })
  expect(await bounce('HardBounce', 'smtp;550 5.1.1 The email account that you tried to reach does not exist')).toEqual(
    ['bounce unknown_mailbox for good'],
  )
  expect(await bounce('HardBounce')).toEqual(['bounce other for good'])
  const Description = 'The server was unable to deliver your message (ex: unknown user, mailbox not found).'
  const general = { RecordType: 'Bounce', Type: 'HardBounce', Email: to, Description }
  expect(await read(postmark, general, { authorization })).toEqual(['bounce other for good'])
  expect(await bounce('SoftBounce', 'smtp;552 5.2.2 Mailbox full')).toEqual(['bounce mailbox_full'])
  expect(await bounce('Transient')).toEqual([expect.stringMatching(/^delayed /)])
  expect(await bounce('AutoResponder')).toEqual(['out_of_office other'])
  expect(await bounce('Subscribe')).toEqual([])
  expect(await read(postmark, { RecordType: 'SpamComplaint', Email: to }, { authorization })).toEqual([
    'complaint complaint',
  ])
  const named = { headers: { authorization }, body: JSON.stringify({ ...general, Email: `Guest <${to}>` }) }
  expect(await postmark.read(named, now)).toMatchObject([{ recipient: to }])
  for (const wrong of ['', 'Basic eA==', authorization.toLowerCase()])
    expect(await read(postmark, {}, { authorization: wrong })).toBe('unsigned')
})

test('SendGrid says what became of mails, signed lately', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sendgrid = createSendgrid({ publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') })
  const headers = (body: string, timestamp = seconds) => ({
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': createSign('sha256')
      .update(timestamp + body)
      .sign(privateKey, 'base64'),
  })
  const events = [
    { event: 'bounce', type: 'bounce', email: to, status: '5.1.1', reason: '550 5.1.1 No such user' },
    { event: 'bounce', type: 'blocked', email: to, reason: '550 5.7.1 Blocked by policy' },
    { event: 'dropped', email: to, reason: 'Bounced Address' },
    { event: 'deferred', email: to, response: '421 4.7.0 Try again later' },
    { event: 'delivered', email: to, response: '250 OK' },
    { event: 'spamreport', email: to },
    { event: 'open', email: to },
    { email: 7 },
  ]
  const body = `${JSON.stringify(events)}\r\n`
  expect(await read(sendgrid, body, headers(body))).toEqual([
    ...['bounce unknown_mailbox for good', 'bounce policy', 'bounce policy', expect.stringMatching(/^delayed /)],
    ...['delivered other', 'complaint complaint'],
  ])
  expect(await read(sendgrid, body, headers(body), now + 301_000)).toBe('unsigned')
  expect(await read(sendgrid, `${body} `, headers(body))).toBe('unsigned')
  expect(await read(sendgrid, body, { ...headers(body), 'x-twilio-email-event-webhook-signature': 'AAAA' })).toBe(
    'unsigned',
  )
  expect(await read(sendgrid, body)).toBe('unsigned')
})

test('Mailgun says what became of mails; a token counts once', async () => {
  const key = 'a-signing-key-of-ours'
  const mailgun = createMailgun({ key })
  const signature = (token: string, timestamp = seconds) => ({
    ...{ timestamp, token },
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  })
  let number = 0
  const say = (data: Record<string, unknown>) =>
    read(mailgun, { signature: signature(`token-${++number}`), 'event-data': { recipient: to, ...data } })
  const status = { code: 550, message: '5.1.1 The email account does not exist', 'enhanced-code': '5.1.1' }
  const failed = { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': status }
  expect(await say(failed)).toEqual(['bounce unknown_mailbox for good'])
  expect(await say({ ...failed, severity: 'temporary' })).toEqual(['delayed unknown_mailbox'])
  expect(await say({ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' })).toEqual(['bounce policy'])
  expect(await say({ event: 'complained' })).toEqual(['complaint complaint'])
  expect(await say({ event: 'opened' })).toEqual([])

  const body = { signature: signature('token-a'), 'event-data': { event: 'delivered', recipient: to } }
  expect(await read(mailgun, body)).toEqual(['delivered other'])
  // It comes again if we couldn't take it, but no other with its signature.
  expect(await read(mailgun, body)).toEqual(['delivered other'])
  expect(await read(mailgun, { ...body, 'event-data': { ...failed, recipient: to } })).toBe('unsigned')
  expect(await read(mailgun, { ...body, signature: signature('token-b', '1') })).toBe('unsigned')
  expect(await read(mailgun, { ...body, signature: { ...signature('token-c'), token: 'token-d' } })).toBe('unsigned')
  expect(await read(mailgun, '[]')).toBe('unsigned')
})

const secret = `whsec_${Buffer.from('a secret of the tests, 32 bytes!').toString('base64')}`

function svix(body: string): Record<string, string> {
  const headers = signatureHeaders([secret], { id: 'msg_1', body }, Date.now())
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'svix'), value]))
}

test('Resend says what became of mails, signed as Svix has it', async () => {
  const resend = createResend({ secret })
  const say = (type: string, data: Record<string, unknown>) => {
    const body = JSON.stringify({ type, data: { to: [to], ...data } })
    return read(resend, body, svix(body))
  }
  const bounce = { type: 'Permanent', subType: 'General', message: '550 5.1.1 The user does not exist' }
  expect(await say('email.bounced', { bounce })).toEqual(['bounce unknown_mailbox for good'])
  expect(await say('email.bounced', { bounce: { ...bounce, type: 'Transient' } })).toEqual(['bounce unknown_mailbox'])
  // Resend's own words are the same for many causes.
  const suppressed = { type: 'Permanent', subType: 'Suppressed', message: 'On the suppression list: user unknown' }
  expect(await say('email.bounced', { bounce: suppressed })).toEqual(['bounce policy for good'])
  expect(await say('email.complained', {})).toEqual(['complaint complaint'])
  expect(await say('email.opened', {})).toEqual([])
  expect(await read(resend, '{}', { ...svix('{}'), 'svix-id': 'msg_2' })).toBe('unsigned')
  expect(await read(resend, '{}')).toBe('unsigned')
})

/** What providers add to a report's kind and reason. */
const at = '2026-11-02T09:00:00.000Z'
const writtenAt = Date.parse(at)
const told = (reports: Awaited<ReturnType<Provider['read']>>) => (reports === 'unsigned' ? [] : reports)

test('SES: facts of each recipient', async () => {
  const { message, fetchText } = openTopic()
  const ses = createSes({ topicArn }, fetchText)
  const say = async (about: Record<string, unknown>) =>
    told(await ses.read({ headers: {}, body: JSON.stringify(message(about)) }, now))
  const headers = [
    { name: 'X-Till', value: '7' },
    { name: 'Message-ID', value: '<1@example.com>' },
  ]
  const mail = { source: 'b+d7@example.com', headers, commonHeaders: { messageId: '<2@example.com>' } }
  const full = { emailAddress: to, status: '4.2.2', diagnosticCode: 'smtp; 452 Full' }
  const deliveryDelay = {
    timestamp: at,
    delayType: 'MailboxFull',
    delayedRecipients: [full, { emailAddress: 'b@x.org' }],
  }
  const about = { writtenAt, originalMessageId: '<1@example.com>', envelopeIds: ['b+d7@example.com'] }
  expect(await say({ eventType: 'DeliveryDelay', mail, deliveryDelay })).toMatchObject([
    { ...about, kind: 'delayed', reason: 'mailbox_full', enhanced: '4.2.2', recipient: to, words: 'smtp; 452 Full' },
    { ...about, kind: 'delayed', reason: 'other', recipient: 'b@x.org', words: 'MailboxFull' },
  ])
  const delivery = { timestamp: at, recipients: [to], smtpResponse: '250 ok' }
  expect(await say({ mail: { ...mail, headers: undefined }, delivery })).toMatchObject([
    { kind: 'delivered', originalMessageId: '<2@example.com>', writtenAt, words: '250 ok' },
  ])
  const bounce = async (bounceType: string, one: object = {}, bounceSubType: string | undefined = 'General') =>
    (
      await say({
        mail,
        bounce: { timestamp: at, bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: to, ...one }] },
      })
    ).map(({ kind, reason, isPermanent, words }) => `${kind} ${reason} ${isPermanent} ${words}`)
  expect(await bounce('Transient', { status: '4.4.7' })).toEqual(['bounce network false Transient General'])
  expect(await bounce('Transient', { diagnosticCode: '550 No' })).toEqual(['bounce other false 550 No'])
  expect(await bounce('Transient', {}, 'MessageTooLarge')).toEqual(['bounce too_large false Transient MessageTooLarge'])
  expect(await bounce('Permanent')).toEqual(['bounce other true Permanent General'])
  const complain = async (more: object) =>
    (await say({ mail, complaint: { complainedRecipients: [{ emailAddress: to }], ...more } })).map(
      ({ words }) => words,
    )
  expect(await complain({})).toEqual(['complaint'])
  expect(await complain({ complaintFeedbackType: 'abuse' })).toEqual(['abuse'])
  expect(await complain({ complaintFeedbackType: 'abuse', complaintSubType: 'OnAccountSuppressionList' })).toEqual([
    'OnAccountSuppressionList',
  ])
  const goodbye = message('You …', {
    Type: 'UnsubscribeConfirmation',
    Token: 't',
    SubscribeURL: 'https://example.com/',
  })
  expect(await read(ses, goodbye)).toEqual([])
  expect(await read(ses, message('You …', { Type: 'SubscriptionConfirmation', Token: 't' }))).toEqual([])
})

test('SES: a certificate has Amazon’s name for them, and counts while it is valid; few are asked for a minute', async () => {
  const { message, fetchText } = openTopic()
  const ses = createSes({ topicArn }, fetchText)
  const good = message('{}')
  const short = certificateUrl.replace('0a'.repeat(16), '0a0a0a0')
  for (const SigningCertURL of [short, `${certificateUrl}/x`, certificateUrl.replace('/Simple', '/x/Simple'), 'x'])
    expect(await read(ses, { ...good, SigningCertURL })).toBe('unsigned')
  expect(await read(ses, { ...good, SigningCertURL: short.replace('.pem', '0.pem') })).toEqual([])
  expect(await read(ses, good, {}, now - 60 * 86_400_000)).toBe('unsigned')

  const china = topicArn.replace('aws:', 'aws-cn:').replace('eu-west-1', 'cn-north-1')
  const ours = createSes({ topicArn: china }, fetchText)
  const SigningCertURL = certificateUrl.replace('eu-west-1.amazonaws.com', 'cn-north-1.amazonaws.com.cn')
  expect(await read(ours, message('{}', { TopicArn: china, SigningCertURL }))).toEqual([])

  let asked = 0
  const failing = createSes({ topicArn }, async () => {
    asked += 1
    throw new Error('404')
  })
  for (let number = 0; number < 40; number++) {
    const url = certificateUrl.replace('0a0a', String(1000 + number))
    await read(failing, { ...good, SigningCertURL: url }, {}, now + (number < 20 ? 0 : 60_000)).catch(() => {})
  }
  expect(asked).toBe(20)
})

test('Postmark: facts of a mail', async () => {
  const postmark = createPostmark({ user: 'postmark', password: 'a-password-of-ours' })
  const headers = { authorization: `Basic ${Buffer.from('postmark:a-password-of-ours').toString('base64')}` }
  const say = async (about: unknown) =>
    told(await postmark.read({ headers, body: typeof about === 'string' ? about : JSON.stringify(about) }, now))
  expect(await say({ RecordType: 'Delivery', Recipient: to, DeliveredAt: at, Metadata: { delivery: 'd7' } })).toEqual([
    {
      ...{ kind: 'delivered', isPermanent: false, reason: 'other', words: '', recipient: to, writtenAt },
      envelopeIds: ['d7'],
    },
  ])
  const bounce = { RecordType: 'Bounce', Email: to, BouncedAt: at, Metadata: { delivery: 7 } }
  expect(await say({ ...bounce, Type: 'DnsError' })).toMatchObject([
    { kind: 'bounce', reason: 'dns', isPermanent: false, words: 'DnsError', writtenAt, envelopeIds: [] },
  ])
  expect(await say({ ...bounce, Type: 'Blocked', Description: 'It was blocked.' })).toMatchObject([
    { reason: 'policy', words: 'It was blocked.' },
  ])
  expect(await say({ ...bounce, Type: 'BadEmailAddress' })).toMatchObject([
    { reason: 'bad_address', isPermanent: true },
  ])
  for (const nothing of [bounce, { RecordType: 'Open', Type: 'HardBounce', Email: to }, 'no JSON', { RecordType: 7 }])
    expect(await say(nothing)).toEqual([])
})

test('SendGrid: facts of a mail', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sendgrid = createSendgrid({ publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') })
  const say = (events: unknown, when = now, timestamp = seconds) => {
    const body = JSON.stringify(events)
    const signature = createSign('sha256')
      .update(timestamp + body)
      .sign(privateKey, 'base64')
    const name = 'x-twilio-email-event-webhook'
    return sendgrid.read(
      { headers: { [`${name}-timestamp`]: timestamp, [`${name}-signature`]: signature }, body },
      when,
    )
  }
  const about = { email: to, timestamp: writtenAt / 1000, 'smtp-id': '<1@example.com>' }
  const events = [
    { ...about, event: 'dropped', reason: 'Invalid', status: '5.0.0' },
    { ...about, event: 'dropped', reason: 'Not Invalid' },
    { ...about, event: 'dropped' },
    { ...about, event: 'deferred', reason: '452 Mailbox full' },
    { ...about, event: 'delivered', response: '250 OK' },
    { ...about, event: 'bounce', type: 'bounce', reason: '550 No such user' },
    { ...about, event: 'spamreport' },
  ]
  const facts = told(await say(events))
  expect(facts.map(({ reason, isPermanent, words }) => `${reason} ${isPermanent} ${words}`.trim())).toEqual([
    ...['bad_address false Invalid', 'policy false Not Invalid', 'policy false', 'mailbox_full false 452 Mailbox full'],
    ...['other false 250 OK', 'unknown_mailbox true 550 No such user', 'complaint false spamreport'],
  ])
  for (const each of facts)
    expect(each).toMatchObject({ originalMessageId: '<1@example.com>', writtenAt, recipient: to })
  expect(await say({ event: 'bounce', email: to })).toEqual([])
  const edge = Number(seconds) * 1000
  for (const [when, isTaken] of [
    [edge - 300_000, true],
    [edge - 300_001, false],
    [edge + 300_000, true],
    [edge + 300_001, false],
  ] as const)
    expect(await say([], when)).toEqual(isTaken ? [] : 'unsigned')
  for (const timestamp of [` ${seconds}`, `${seconds} `, `${seconds}.0`])
    expect(await say([], now, timestamp)).toBe('unsigned')
})

test('Mailgun: facts of a mail', async () => {
  const key = 'a-signing-key-of-ours'
  const mailgun = createMailgun({ key })
  let number = 0
  const say = (data: Record<string, unknown>, when = now, timestamp = seconds) => {
    const token = `token-${++number}`
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex')
      .toUpperCase()
    const body = { signature: { timestamp, token, signature }, 'event-data': { recipient: to, ...data } }
    return mailgun.read({ headers: {}, body: JSON.stringify(body) }, when)
  }
  const short = async (data: Record<string, unknown>) =>
    told(await say(data)).map(({ kind, reason, isPermanent, words }) => `${kind} ${reason} ${isPermanent} ${words}`)
  const failed = (status: object, more = {}) =>
    short({ event: 'failed', reason: 'bounce', 'delivery-status': status, ...more })
  expect(await short({ event: 'rejected', reason: 'spam' })).toEqual(['bounce content false spam'])
  expect(await short({ event: 'failed', reason: 'old' })).toEqual(['bounce other false old'])
  expect(await short({ event: 'failed', reason: 'suppress-complaint' })).toEqual([
    'bounce policy false suppress-complaint',
  ])
  expect(await short({ event: 'failed', reason: 'not-suppress-bounce' })).toEqual([
    'bounce other true not-suppress-bounce',
  ])
  expect(await short({ event: 'failed' })).toEqual(['bounce other true '])
  expect(await failed({ code: 550, message: '5.1.1 No', description: 'Sorry' })).toEqual([
    'bounce unknown_mailbox true 550 5.1.1 No Sorry',
  ])
  expect(await failed({ code: 550, message: '552 Full' })).toEqual(['bounce mailbox_full true 552 Full'])
  expect(await failed({ code: 550, message: 'Error 552' })).toEqual(['bounce other true 550 Error 552'])
  expect(await failed({ code: 605, message: 'Not sent' })).toEqual(['bounce other true Not sent'])
  expect(await failed({ code: 5500, message: 'Not sent' })).toEqual(['bounce other true Not sent'])
  expect(await failed({ 'enhanced-code': '5.2.2' })).toEqual(['bounce mailbox_full true bounce'])
  const facts = { envelope: { sender: 'b+d7@example.com' }, message: { headers: { 'message-id': '1@example.com' } } }
  expect(told(await say({ event: 'delivered', timestamp: writtenAt / 1000, ...facts }))).toMatchObject([
    { writtenAt, originalMessageId: '<1@example.com>', envelopeIds: ['b+d7@example.com'], recipient: to },
  ])
  expect(told(await say({ event: 'delivered', recipient: undefined, message: {} }))).toMatchObject([{ recipient: '' }])
  const [edge, nine] = [Number(seconds) * 1000, 9 * 3_600_000]
  for (const [when, isTaken] of [
    [edge - nine, true],
    [edge - nine - 1, false],
    [edge + nine, true],
    [edge + nine + 1, false],
  ] as const)
    expect(await say({ event: 'opened' }, when)).toEqual(isTaken ? [] : 'unsigned')
})

test('Resend: facts of each recipient', async () => {
  const resend = createResend({ secret })
  const say = async (type: string, data: Record<string, unknown>) => {
    const body = JSON.stringify({ type, created_at: at, data: { to: [to], ...data } })
    return told(await resend.read({ headers: svix(body), body }, now))
  }
  const short = async (type: string, data: Record<string, unknown>) =>
    (await say(type, data)).map(({ kind, reason, isPermanent, words }) => `${kind} ${reason} ${isPermanent} ${words}`)
  expect(await short('email.failed', { failed: { reason: 'quota' } })).toEqual(['bounce relay false quota'])
  expect(await short('email.failed', {})).toEqual(['bounce relay false '])
  expect(await short('email.delivery_delayed', {})).toEqual(['delayed other false '])
  expect(await short('email.delivered', { to })).toEqual(['delivered other false '])
  expect(await short('email.delivered', { to: [to, 'b@x.org'] })).toHaveLength(2)
  expect(await short('email.delivered', { to: undefined })).toEqual([])
  expect(await short('email.complained', {})).toEqual(['complaint complaint false complaint'])
  const bounced = (bounce: object | undefined) => short('email.bounced', { bounce })
  expect(await bounced({ message: ' smtp; 550 5.2.2 Full' })).toEqual([
    'bounce mailbox_full false smtp; 550 5.2.2 Full',
  ])
  expect(await bounced({ message: 'SMTP;552-Full' })).toEqual(['bounce mailbox_full false SMTP;552-Full'])
  expect(await bounced({ message: 'Error 550 5.2.2 Full' })).toEqual(['bounce other false Error 550 5.2.2 Full'])
  expect(await bounced({ type: 'Permanent', subType: 'NoEmail' })).toEqual(['bounce unknown_mailbox true NoEmail'])
  expect(await bounced(undefined)).toEqual(['bounce other false '])
  const headers = ['Message-ID', 'Return-Path', 'X-Entity-Ref-ID', 'Subject'].map(name => ({
    name,
    value: `a@${name}`,
  }))
  expect(await say('email.delivered', { headers })).toMatchObject([
    {
      originalMessageId: '<a@Message-ID>',
      envelopeIds: ['a@Return-Path', 'a@X-Entity-Ref-ID'],
      writtenAt,
      recipient: to,
    },
  ])
  expect(await say('email.delivered', { headers, message_id: '<m@x>' })).toMatchObject([{ originalMessageId: '<m@x>' }])
  const wrong = '{"type":7}'
  expect(await read(resend, wrong, svix(wrong))).toEqual([])
})

/** Sends a provider's request. */
async function post(shop: TestService, path: string, body: unknown, headers: Record<string, string> = {}) {
  return (await shop.ask(path, { method: 'POST', credentials: null, body, headers })).status
}

test.each<[what: string, told: Partial<Told>, said: string]>([
  ['words of a mailbox that isn’t there', { text: '550 5.1.1 User unknown' }, 'unknown_mailbox for good'],
  ['words that may change', { text: '452 4.2.2 Mailbox full' }, 'mailbox_full'],
  ['no words', {}, 'other'],
  ['no words, for good', { isPassing: false }, 'other for good'],
  [
    'words for good, which it takes for passing',
    { text: '550 5.1.1 User unknown', isPassing: true },
    'unknown_mailbox',
  ],
  ['a status that may change, which it takes for good', { enhanced: '4.2.2', isPassing: false }, 'mailbox_full'],
  ['words that name no reason', { text: '550 Sorry', otherwise: 'policy', isPassing: false }, 'policy for good'],
  ['a delay', { kind: 'delayed', text: '550 5.1.1 User unknown', isPassing: false }, 'unknown_mailbox'],
  ['a complaint', { kind: 'complaint', text: '550 5.1.1 User unknown' }, 'complaint'],
])('a provider’s report of %s', (_, told, said) => {
  const { reason, isPermanent } = reportOf({ kind: 'bounce', recipient: to, ...told })
  expect(`${reason}${isPermanent ? ' for good' : ''}`).toBe(said)
})

test('a provider’s report has its recipient and ids bare, and its words before its label', () => {
  const sent = {
    kind: 'bounce',
    recipient: `"Ada" <${to}>`,
    messageId: ' <m1@shop.example> ',
    at: 1_795_867_200,
  } as const
  expect(reportOf({ ...sent, label: 'Bounce', text: '550 Sorry', ids: ['', undefined, 'd7f3'] })).toMatchObject({
    ...{ recipient: to, originalMessageId: '<m1@shop.example>', writtenAt: 1_795_867_200_000, words: '550 Sorry' },
    envelopeIds: ['d7f3'],
  })
  const bare = reportOf({ kind: 'bounce', recipient: to, label: 'Bounce', at: 'yesterday' })
  expect(bare).toMatchObject({ recipient: to, words: 'Bounce', envelopeIds: [] })
  for (const name of ['originalMessageId', 'writtenAt', 'enhanced']) expect(bare).not.toHaveProperty(name)
  const headers = { 'svix-id': 'msg_1', 'set-cookie': ['a', 'b'] }
  const read = (name: string) => headerOf({ headers, body: '' } as never, name)
  expect(['svix-id', 'set-cookie', 'missing'].map(read)).toEqual(['msg_1', '', ''])
})

test('what a provider says of a mail changes its delivery, found by sender, Message-ID or metadata', async () => {
  const { message, fetchText } = openTopic()
  await using mailServer = await startMailServer()
  await using shop = await startService({
    fetchText,
    settings: {
      ...{ SMTP_URL: mailServer.url, BOUNCE_ADDRESS: 'bounces@example.com', BOUNCE_SES_TOPIC_ARN: topicArn },
      ...{ BOUNCE_POSTMARK_USER: 'postmark', BOUNCE_POSTMARK_PASSWORD: 'a-password-of-ours' },
      ...{ BOUNCE_RESEND_SECRET: secret },
    },
  })
  const send = async (transactionNumber: string) => {
    const id = await shop.create(receipt({ transactionNumber }))
    const first = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
    await until(async () => (await first()).status === 'sent')
    const mail = mailServer.mails.at(-1)
    return { first, messageId: mail?.messageId, sender: mail?.envelope.from, source: mail?.source ?? '' }
  }
  const [bySender, byMetadata, byId] = [await send('1'), await send('2'), await send('3')]

  const bounce = { bounceType: 'Permanent', bounceSubType: 'NoEmail', bouncedRecipients: [{ emailAddress: to }] }
  const notification = { notificationType: 'Bounce', bounce, mail: { source: bySender.sender } }
  // SNS calls it plain text.
  const plain = { 'content-type': 'text/plain; charset=UTF-8' }
  expect(await post(shop, '/bounces/ses', JSON.stringify(message(notification)), plain)).toBe(204)
  expect(await bySender.first()).toMatchObject({ status: 'bounced', reason: 'unknown_mailbox' })

  const [, delivery] = /^X-PM-Metadata-delivery: (\S+)\r$/m.exec(byMetadata.source) ?? []
  const authorization = `Basic ${Buffer.from('postmark:a-password-of-ours').toString('base64')}`
  const complaint = { RecordType: 'SpamComplaint', Email: to, Metadata: { delivery } }
  expect(await post(shop, '/bounces/postmark', complaint, { authorization })).toBe(204)
  expect((await byMetadata.first()).status).toBe('complained')

  const delivered = JSON.stringify({
    type: 'email.delivered',
    data: { to: [to.toUpperCase()], message_id: byId.messageId },
  })
  expect(await post(shop, '/bounces/resend', delivered, svix(delivered))).toBe(204)
  expect(await byId.first()).toMatchObject({ status: 'sent', report: { words: '' } })

  // Of other mails of the account.
  expect(await post(shop, '/bounces/postmark', { ...complaint, Metadata: {} }, { authorization })).toBe(204)
  expect(await post(shop, '/bounces/mailgun', {})).toBe(404)
  expect(await post(shop, '/bounces/postmark', '{', { authorization })).toBe(204)
  expect(await post(shop, '/bounces/ses', 'x'.repeat(300_000), plain)).toBe(413)
  const answers = []
  for (let number = 0; number < 105; number++) answers.push(await post(shop, '/bounces/resend', {}))
  expect([answers[0], answers.at(-1)]).toEqual([401, 429])
  // Who is who they say is let in from there, too.
  expect(await post(shop, '/bounces/resend', delivered, svix(delivered))).toBe(204)
})

test('what a provider points to is fetched if it is small, there, and where it was said to be', async () => {
  const most = 65_536
  const server = createServer(({ url }, response) => {
    if (url === '/elsewhere') response.writeHead(302, { location: '/small' }).end()
    else if (url === '/missing') response.writeHead(404).end('none')
    else response.end('ü'.repeat((url === '/small' ? most : most + 2) / 2))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await fetchSmallText(`${at}/small`)).toBe('ü'.repeat(most / 2))
    await expect(fetchSmallText(`${at}/large`)).rejects.toThrow('The answer is too long.')
    await expect(fetchSmallText(`${at}/missing`)).rejects.toThrow('The answer was 404.')
    await expect(fetchSmallText(`${at}/elsewhere`)).rejects.toThrow('fetch failed')
  } finally {
    server.close()
  }
})
