import { describe, expect, test } from 'vitest'
import type { Reason } from '../../src/basics/reasons.ts'
import { readReply } from '../../src/delivery/replies/read-reply.ts'

/** As hosts say it, with made-up addresses. */
const said: Readonly<Record<string, readonly (readonly [Reason, string])[]>> = {
  Gmail: [
    ['mailbox_disabled', '550-5.2.1 The email account that you tried to reach is disabled.\n550 5.2.1 gsmtp'],
    ['rate_limited', '450-4.2.1 The user you are trying to contact is receiving mail too quickly.\n450 4.2.1 gsmtp'],
    [
      'rate_limited',
      '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents more',
    ],
    ['mailbox_full', "452-4.2.2 The recipient's inbox is out of storage space.\n452 4.2.2 gsmtp"],
    ['reputation', '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n550 5.7.26 gsmtp'],
    [
      'reputation',
      '421-4.7.32 Your email has been rate limited because the From: header is not aligned\n421 4.7.32 gsmtp',
    ],
    [
      'content',
      '552-5.7.0 This message was blocked because its content presents a potential\n552 5.7.0 security issue',
    ],
    ['content', '550-5.7.1 This message is not RFC 5322 compliant.\n550 5.7.1 gsmtp'],
  ],
  'Outlook, Exchange': [
    ['bad_address', '501 5.1.3 Invalid address'],
    ['unknown_mailbox', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['unknown_mailbox', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
    ['mailbox_disabled', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)'],
    ['reputation', '550 5.7.1 Unfortunately, messages from [203.0.113.9] weren’t sent: on our block list (S3140).'],
    ['reputation', '550 5.7.606 Access denied, banned sending IP [203.0.113.9]'],
    ['reputation', '451 4.7.650 The mail server [203.0.113.9] has been temporarily rate limited due to IP reputation.'],
    ['mailbox_full', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
    ['policy', '550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized'],
    ['policy', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
    ['relay', '550 5.7.64 TenantAttribution; Relay Access Denied'],
    ['unavailable', '554 5.4.14 Hop count exceeded - possible mail loop'],
  ],
  'Yahoo, AOL': [
    ['reputation', '421 4.7.0 [TSS04] Messages from 203.0.113.9 temporarily deferred due to user complaints'],
    ['policy', '554 5.7.9 Message not accepted for policy reasons.'],
    ['mailbox_disabled', '554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).'],
    ['mailbox_full', '552 5.2.2 The recipient’s mailbox is over quota'],
  ],
  iCloud: [
    ['mailbox_full', '552 5.2.2 <ada@icloud.com>: user is over quota'],
    ['mailbox_disabled', '550 5.1.1 <ada@icloud.com>: inactive email address'],
    ['reputation', '550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL'],
  ],
  'GMX, web.de, T-Online': [
    ['mailbox_full', '552 5.2.2 Postfach voll'],
    ['unknown_mailbox', '550 Empfänger existiert nicht'],
    ['reputation', '554 IP=203.0.113.9 - None/bad reputation. Ask your postmaster for help.'],
    ['reputation', '554 Transaction failed, IP 203.0.113.9 auf Sperrliste'],
    ['policy', '550 Requested action not taken: Reject due to policy restrictions'],
  ],
  'Orange, Free, La Poste': [
    ['mailbox_full', '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'],
    [
      'mailbox_disabled',
      '550 5.5.0 Le compte du destinataire est bloqué. The recipient account is blocked. LPN007_426',
    ],
    ['reputation', '550 5.7.1 Adresse IP source bloquee pour incident de spam. Client host blocked. OFR006_102'],
    ['rate_limited', '421 Trop de connexions, veuillez vérifier. Too many connections, slow down. OFR005_104 [104]'],
    ['unavailable', '421 Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999'],
    ['unknown_mailbox', '550 5.1.1 Utilisateur inconnu'],
  ],
  'Libero, Tiscali': [
    ['unknown_mailbox', '550 Destinatario sconosciuto'],
    ['unknown_mailbox', '550 5.0.0 Utente inesistente'],
    ['mailbox_full', '552 Casella di posta piena'],
  ],
  'Mail.ru, Yandex': [
    ['content', '550 spam message rejected'],
    ['unknown_mailbox', '550 5.7.1 No such user!'],
    ['unknown_mailbox', 'smtp;550 5.7.1 No such user!'],
    ['unknown_mailbox', '550 Пользователь не найден'],
    ['mailbox_full', '552 Почтовый ящик переполнен'],
    ['reputation', '550 5.7.1 This message was not accepted due to domain owner DMARC policy'],
  ],
  'QQ, 163, Naver': [
    ['unknown_mailbox', '550 邮箱不存在'],
    ['unknown_mailbox', '550 5.0.0 收件人邮箱地址无效'],
    ['rate_limited', '550 Connection frequency limited. http://service.mail.qq.com/'],
    ['content', '554 垃圾邮件'],
    ['mailbox_full', '552 5.2.2 用户邮箱容量已满'],
    ['unknown_mailbox', '550 존재하지 않는 사용자 계정이 없습니다'],
  ],
  'docomo, au, SoftBank': [
    ['unknown_mailbox', '550 Unknown user ada@docomo.example'],
    ['unknown_mailbox', '550 : User unknown'],
    ['unknown_mailbox', '550 Invalid recipient: <ada@softbank.example>'],
    ['unknown_mailbox', '550 5.0.0 宛先のメールアドレスが見つかりません'],
    ['mailbox_full', '552 Too much mail data'],
    ['rate_limited', '552 Too many recipients'],
  ],
  'Comcast, gateways': [
    ['reputation', '550 Sender domain does not exist'],
    ['reputation', '554 resimta comcast 203.0.113.9 Comcast requires that all mail servers must have a PTR record'],
    ['reputation', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.9'],
    ['reputation', '550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550'],
    ['reputation', '554 Service unavailable; Client host [203.0.113.9] blocked using Barracuda Reputation'],
    ['content', '554 rejected due to virus'],
    ['policy', '554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554'],
    ['unknown_mailbox', '550 #5.1.0 Address rejected.'],
    ['reputation', '554 Your access to this mail system has been rejected due to the sending MTA’s poor reputation.'],
  ],
  'Postfix, Exim, qmail, Sendmail': [
    ['reputation', '550-SPF check failed: 550 example.com may not send from 203.0.113.9'],
    ['rate_limited', '421 Maximum number of concurrent connections exceeded'],
    ['greylisted', '450 4.2.0 <ada@example.org>: Recipient address rejected: Greylisted, see http://postgrey.example/'],
    ['greylisted', '451 4.7.1 Greylisting in action, please come back later'],
    ['relay', '554 5.7.1 <ada@example.org>: Relay access denied'],
    ['dns', '451 4.3.0 <ada@example.org>: Temporary lookup failure'],
    ['unknown_domain', '550 Unrouteable address'],
    ['unknown_domain', '550 5.1.2 <ada@example.org>... Host unknown (Name server: example.org: host not found)'],
    ['unknown_domain', '556 5.1.10 Recipient address rejected: Domain example.org does not accept mail (nullMX)'],
    ['mailbox_full', '552 5.2.2 <ada@example.org> Quota exceeded (mailbox for user is full)'],
    ['too_large', '552 5.3.4 Message size exceeds fixed limit'],
    ['too_large', '552 Message size exceeds maximum value'],
    ['network', 'Connection timed out with mx.example.org'],
    ['tls', '530 5.7.0 Must issue a STARTTLS command first'],
    ['rate_limited', '421 4.7.0 Too many connections from 203.0.113.9'],
    ['unavailable', '452 4.3.1 Insufficient system storage'],
    ['policy', '550 5.7.1 Rejected by header based policy'],
    ['policy', '550 Administrative prohibition'],
    ['unknown_mailbox', '550 5.1.1 <ada@example.org>: host unknown'],
  ],
  'in pieces': [
    ['unknown_mailbox', '550-5.1.10 The user is\n550-5.1.10 unknown'],
    ['unknown_mailbox', '550-The user is\n550  5.1.1 unknown'],
    ['unknown_mailbox', '550-no\r\n550 such   user'],
    ['unknown_mailbox', '550 spam.filter@example.org: user unknown'],
    ['unknown_mailbox', 'Name server timeout, but mx.example.org said: no such user'],
    ['unknown_mailbox', 'Name server timeout, but mx.example.org responded :no such user'],
    ['unknown_mailbox', 'Name server timeout, what was returned was: no such user'],
    ['unknown_mailbox', "Name server timeout, then '550 no such user'"],
    ['unknown_mailbox', "Name server timeout, then ' 550 no such user'"],
  ],
  'in other languages': [
    ['unknown_mailbox', '550 5.0.0 El usuario no existe'],
    ['mailbox_full', '552 Buzón lleno, se ha excedido la cuota'],
    ['unknown_mailbox', '550 Usuário desconhecido'],
    ['mailbox_full', '552 Caixa postal do destinatário está cheia'],
    ['unknown_mailbox', '550 Nie ma takiego konta / no such account'],
    ['mailbox_full', '552 Skrzynka odbiorcy jest przepełniona'],
    ['unknown_mailbox', '550 Onbekende gebruiker'],
    ['mailbox_disabled', '550 Konto zostało zablokowane'],
    ['mailbox_disabled', '550 Das Postfach ist deaktiviert'],
  ],
}

describe.each(Object.entries(said))('%s', (_, replies) => {
  test.each(replies)('%s: %s', (reason, text) => {
    expect(readReply({ text }).reason).toBe(reason)
  })
})

/** What has no word of the mailbox must never suppress an address. */
describe('a good address is never taken for an unknown mailbox', () => {
  test.each([
    '550 5.7.1 message blocked',
    '550 5.7.1 <ada@example.org>: Recipient address rejected: user unknown',
    '550 5.7.1 Unknown user policy',
    '550 5.1.1 rejected: user unknown or blocked by reputation',
    '550 5.1.1 <ada@example.org> - 203.0.113.9 has sent to too many recipients this hour',
    '550 5.1.1 Message blocked by spam filter',
    '550 5.1.1 <shop@example.com>: Sender address rejected: User unknown',
    '550 5.1.1 User temporarily unavailable, try again later',
    '550 5.1.1 Access denied',
    '550 5.1.1 mailbox full',
    '552 5.1.1 <ada@example.org> is over quota temporarily',
    '550 5.1.1 greylisted, unknown triplet',
    '550 5.7.509 Access denied, unknown user: sending domain does not pass DMARC',
    '550 user unknown: HELO name does not resolve',
    '554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org; user unknown',
    '550 5.4.1 Mail rejected by destination domain',
    '550 5.4.1 All recipient addresses rejected : Access denied',
    '550 5.4.4 DNS records for the destination computer could not be found',
    '550 Requested action not taken: mailbox unavailable',
  ])('%s', text => {
    expect(readReply({ text }).reason).not.toBe('unknown_mailbox')
    expect(readReply({ text: `smtp; ${text}`, enhanced: '5.0.0' }).reason).not.toBe('unknown_mailbox')
  })

  test.each(['CONN', 'EHLO', 'MAIL FROM', 'AUTH PLAIN'])('whatever is said to %s', command => {
    expect(readReply({ text: '550 5.1.1 User unknown', command }).reason).toBe('reputation')
    expect(readReply({ text: '452 4.2.2 Mailbox full', command }).reason).toBe('unavailable')
  })

  test('whatever Postfix quotes of a reply to MAIL FROM', () => {
    const text = 'host mx.example.org[192.0.2.1] said: 550 5.1.1 User unknown (in reply to MAIL FROM command)'
    expect(readReply({ text }).reason).toBe('reputation')
    expect(readReply({ text: text.replace('MAIL FROM', 'RCPT TO') }).reason).toBe('unknown_mailbox')
  })
})

test.each([
  [{ text: 'Sorry', code: '552' }, 'mailbox_full'],
  [{ text: 'Sorry', code: '5521' }, 'other'],
  [{ text: 'Sorry', code: 'x552' }, 'other'],
  [{ text: '550 User unknown', command: 'RCPT TO, not MAIL' }, 'unknown_mailbox'],
])('%j is %s', (reply, reason) => {
  expect(readReply(reply).reason).toBe(reason)
})

describe('the code', () => {
  test.each([
    // What the host said, before what the report made of it.
    ['550 5.1.1 User unknown', '5.0.0', '5.1.1'],
    ['550 5.7.1 Rejected', '5.1.1', '5.7.1'],
    // Unless it said nothing.
    ['550 5.0.0 Rejected', '5.1.1', '5.1.1'],
    ['550 Rejected', '5.7.1', '5.7.1'],
    ['550 Rejected', 'nonsense', undefined],
    ['550 Rejected', 'x 5.7.1', undefined],
    ['550 5.0.0 Rejected', undefined, '5.0.0'],
    ['550 5.0.0 Rejected', '4.0.0', '5.0.0'],
    // Behind the basic code, before any other.
    ['after 4.4.7 it says, 550 5.1.10 Unknown', undefined, '5.1.10'],
    ['after 4.4.7 it says, 550 -#5.1.1 Unknown', undefined, '5.1.1'],
    ['after 4.4.7 it says, 550 cuda_nsu 5.1.1 Unknown', undefined, '5.1.1'],
    ['after 4.4.7 it says, 550 5.9.1 Unknown', undefined, '4.4.7'],
    ['after 4.4.7 it says, 350 5.1.1 Unknown', undefined, '4.4.7'],
    ['5.1.10 Unknown', undefined, '5.1.10'],
    [' 550 5.7.1 Blocked: 550 5.1.1 User unknown', undefined, '5.7.1'],
    // Of a report's text, without its type.
    ['smtp; 550 5.1.1 User unknown', undefined, '5.1.1'],
    // In brackets, as qmail has it; behind a name, as Barracuda's; in the last of two quotations.
    ['553 sorry, not in my list (#5.7.1)', undefined, '5.7.1'],
    ['550 cuda_nsu 5.1.1 User unknown', undefined, '5.1.1'],
    ["Remote Server returned '550 5.1.351 unknown -> 550 5.1.1 User unknown'", undefined, '5.1.1'],
    // An IP address and a version are none.
    ['550 5.9.11.4 is not welcome', undefined, undefined],
    ['550 4.2.2.1 is not welcome', undefined, undefined],
    ['550 5.4.3.2.1', undefined, undefined],
    ['550 Postfix 3.8.1', undefined, undefined],
  ])('of "%s" with %s is %s', (text, enhanced, found) => {
    expect(readReply({ text, ...(enhanced !== undefined && { enhanced }) }).enhanced).toBe(found)
  })

  test.each([
    ['450 4.1.1 User unknown', false],
    ['450 5.1.1 User unknown', false],
    ['550 4.1.1 User unknown', false],
    ['550 5.1.1 User unknown', true],
    // RFC 5321, section 4.2.1: trying the same again is pointless.
    ['550 5.7.1 Greylisted', true],
    ['550 Too many messages', true],
    ['User unknown', true],
    ['Unrouteable address', true],
    ['Malformed address', true],
    ['Connection timed out', false],
    ['', false],
    ['250 No such user', false],
    [' \n 550 Sorry', true],
    ['550: Sorry', true],
    // Anywhere, as it is quoted, but no other number.
    ['Sorry (550 Sorry)', true],
    ['Sorry;550-Sorry', true],
    ['Sorry; 577', true],
    ['Sorry\n554 Sorry', true],
    ['Sorry (560 Sorry)', false],
    ['Sorry (550th Sorry)', false],
    ['Port 550 is closed', false],
  ])('of "%s" is permanent: %s', (text, isPermanent) => {
    expect(readReply({ text }).isPermanent).toBe(isPermanent)
  })
})

test('a text of a megabyte, whatever is in it, costs as much as its first lines', () => {
  const parts = [
    'user ',
    'no ',
    '@',
    ': 550 ',
    '550-5.1.0 ',
    '5.1.1',
    'account that ',
    "doesn't have a ",
    'ящик ',
    'é',
    ' said: ',
    '<a',
    '://',
  ]
  const [short, long] = [2000, 1_000_000].map(length => {
    const texts = parts.map(part => `550 ${part.repeat(length / part.length)}`)
    const began = process.cpuUsage()
    for (let turn = 0; turn < 20; turn++) for (const text of texts) readReply({ text, enhanced: text, command: text })
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  // Milliseconds of CPU for 260 replies; a megabyte walked once would be a second.
  expect(long).toBeLessThan(200 + 3 * (short ?? 0))
})

test('the last character that is read', () => {
  const filler = (length: number) => `550 ${'.'.repeat(length - 4 - ' user unknown'.length)} user unknown`
  expect(readReply({ text: filler(2000) }).reason).toBe('unknown_mailbox')
  expect(readReply({ text: filler(2001) }).reason).toBe('other')
})
