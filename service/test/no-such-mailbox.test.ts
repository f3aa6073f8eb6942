import { describe, expect, test } from 'vitest'
import { saysNoSuchMailbox } from '../src/delivery/replies/read-reply.ts'

/** Each as its server says it, with made-up addresses: what is refused is the mailbox. */
const gone: Readonly<Record<string, readonly string[]>> = {
  Postfix: [
    '550 5.1.1 <ada.lind@shop-mail.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.1 <spam.list@example.org>: Recipient address rejected: User unknown in virtual alias table',
    '550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in relay recipient table',
    '550 <ada@example.org>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.6 <ada@example.org>: Recipient address rejected: User has moved to lind@example.net',
  ],
  Exim: [
    '550 unknown user',
    '550 No Such User Here"',
    '550-No Such User Here\n550 <ada@example.org>',
    '550 Unknown local part ada in <ada@example.org>',
    '550 5.1.1 <ada@example.org> User not found',
  ],
  Sendmail: ['550 5.1.1 <ada@example.org>... User unknown', '551 5.1.6 <ada@example.org>... User has moved'],
  qmail: [
    '550 Sorry, no mailbox here by that name. (#5.1.1)',
    '554 sorry, no mailbox here by that name (#5.1.1)',
    '550 sorry, unknown user (#5.1.1)',
  ],
  Exchange: [
    '550 5.1.1 User unknown',
    '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address',
  ],
  Gmail: [
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n' +
      "550-5.1.1 double-checking the recipient's email address for typos or\n" +
      '550-5.1.1 unnecessary spaces. For more information, go to\n' +
      '550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1-20020a05 - gsmtp',
  ],
  Yahoo: [
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta1",
    '550 5.1.1 <ada@aol.com>: Recipient address rejected: User unknown',
  ],
  iCloud: ['550 5.1.1 <ada@icloud.com>: user does not exist'],
  Comcast: ['550 5.1.1 Not our Customer'],
  'GMX, web.de, T-Online, Orange': [
    '550 5.1.1 <ada@gmx.example>... User is unknown {mx-us010}',
    '550 Benutzer nicht bekannt/User unknown',
    '550 5.1.1 user unknown',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
  ],
  'Mail.ru, QQ, 163': [
    '550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is not found: user not found',
    '550 Mailbox not found. https://service.mail.qq.com/detail/122/168',
    '550 User not found: ada@163.com',
  ],
  gateways: [
    '550 cuda_nsu 5.1.1 <ada@example.org>: Recipient address rejected: User unknown',
    '550 No such user (ada@example.org)',
    '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [a1b2]',
    '550 5.1.1 User Unknown',
    '550 5.1.1 <ada@example.org>: Email address could not be found, or was misspelled (G8)',
    '550 5.2.1 <ada@prodigy.example>... Addressee unknown',
    '553 5.3.0 <ada@example.org>... No such user here',
    '550 5.0.0 <ada@example.org>... User does not exist',
    '511 5.1.1 unknown address',
  ],
}

/** The address may be good: what is refused is something else, or nobody can tell. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  'the sender': [
    '550 5.1.0 <shop@example.com>: Sender address rejected: User unknown in virtual mailbox table',
    '550 5.1.7 <shop@example>: Sender address rejected: malformed',
    '553 5.1.8 <shop@example.com>... Domain of sender address shop@example.com does not exist',
    '550 5.1.8 <shop@example.com>: Sender address rejected: Domain not found',
    '501 5.1.7 Bad sender address syntax',
    '550 5.1.1 <shop@example.com>: Sender address rejected: undeliverable address: User unknown',
    '550 Sender verify failed',
    '550-Verification failed for <shop@example.com>\n550-No Such User Here\n550 Sender verify failed',
    '550-Callback setup failed while verifying <shop@example.com>\n550 User unknown',
    '550 Invalid sender address',
    '553 sorry, your envelope sender has been denied (#5.7.1)',
    '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)',
    '550 5.1.0 Sender denied',
    '550 5.1.7 Invalid address',
    '550 5.1.8 Access denied, bad outbound sender',
    '550 5.1.1 Return-path address unknown',
    '550 unknown user in MAIL FROM',
    '553 5.7.1 <shop@example.com>: Sender address rejected: not owned by user till',
  ],
  relaying: [
    '554 5.7.1 <ada@example.org>: Relay access denied',
    '550 relay not permitted',
    '550 5.7.1 <ada@example.org>... Relaying denied',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '551 5.7.1 User not local; please try <ada@example.org>',
    '551 User not local; please try <ada@example.org>',
    '550 5.1.1 <ada@example.org>: invalid recipient, relaying denied',
    '550 authentication required for relay',
    '550-Please turn on SMTP Authentication in your mail client.\n550 203.0.113.9 is not permitted to relay',
  ],
  'lists and reputation': [
    '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org',
    '550 203.0.113.9 is listed at zen.spamhaus.org',
    '550 5.1.1 Mail from 203.0.113.9 was rejected due to listing in SBL',
    '550 5.7.1 Unfortunately, messages from [203.0.113.9] weren’t sent. Please contact your provider since part of their network is on our block list (S3140).',
    '550-5.7.1 [203.0.113.9] Our system has detected that this message is\n550 5.7.1 likely unsolicited mail. - gsmtp',
    '553 5.7.2 [TSS11] All messages from 203.0.113.9 will be permanently deferred',
    '554 5.7.9 Message not accepted for policy reasons.',
    '550 5.1.1 rejected: invalid user or blocked by reputation',
    '550 Blocked',
    '554 IP=203.0.113.9 - A problem occurred. (Ask your postmaster for help)',
  ],
  'SPF, DKIM, DMARC, names': [
    '550 SPF check failed',
    '550 5.7.23 <ada@example.org>: Recipient address rejected: Message rejected due to: SPF fail - not authorized',
    '550 5.7.26 This mail has been blocked because the sender is unauthenticated.',
    '550 5.7.1 Email rejected per DMARC policy for example.com',
    '550 5.7.25 The IP address sending this message does not have a PTR record setup',
    '550 unknown user: HELO name does not resolve',
    '550 5.7.1 Client host rejected: cannot find your reverse hostname',
  ],
  'what may end': [
    '450 4.1.1 <ada@example.org>: Recipient address rejected: User unknown',
    '451 4.7.1 Greylisted',
    '550 4.2.0 <ada@example.org>: Recipient address rejected: greylisted',
    '552 5.2.2 Mailbox full',
    '550 5.2.2 <ada@example.org>: user is over quota',
    '552 1 Requested mail action aborted, exceeded storage allocation',
    '550-5.2.1 The email account that you tried to reach is disabled.\n550 5.2.1 https://support.google.com/mail/?p=DisabledUser',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents additional messages from being delivered.',
    '550 5.1.1 User temporarily unavailable, try again later',
    '550 too many invalid recipients',
  ],
  'what nobody can tell': [
    '550 Requested action not taken: mailbox unavailable',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)',
    '553 Requested action not taken: mailbox name not allowed',
    '550 Administrative prohibition',
    '550 Unrouteable address',
    '550 5.7.1 Recipient address rejected: Access denied',
    '550 5.1.0 Address rejected',
    '553 5.1.3 Bad recipient address syntax',
    '550 5.1.2 <ada@example.org>... Host unknown (Name server: example.org: host not found)',
    '550 5.1.2 <ada@example.org>: Recipient address rejected: Domain not found',
    '556 5.1.10 <ada@example.org>: Recipient address rejected: Domain example.org does not accept mail (nullMX)',
    '550 5.7.1 <ada@example.org>: Recipient address rejected: user unknown',
    '550 Rejected',
    '554 Transaction failed',
    '550',
    '501 5.5.4 Invalid arguments',
    '502 unknown command',
    '554 5.4.14 Hop count exceeded - possible mail loop',
    '550 5.6.7 Addresses beyond ASCII not supported',
    '530 5.7.0 Must issue a STARTTLS command first',
    '550 5.3.4 Message too big for system',
    '250 2.1.5 Ok',
    'Sorry: 550 5.1.1 User unknown',
    '',
  ],
}

describe('a mailbox that doesn’t exist', () => {
  test.each(listOf(gone))('%s: %s', (_, reply) => {
    expect(saysNoSuchMailbox(reply)).toBe(true)
  })
})

describe('no word of the mailbox', () => {
  test.each(listOf(otherwise))('%s: %s', (_, reply) => {
    expect(saysNoSuchMailbox(reply)).toBe(false)
  })
})

function listOf(corpus: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(corpus).flatMap(([from, replies]) => replies.map((reply): [string, string] => [from, reply]))
}
