import { expect, test } from 'vitest'
import { type Reason, reasons, remedies } from '../../src/basics/reasons.ts'
import { readReply } from '../../src/delivery/replies/read-reply.ts'

/**
 * IANA's registry of enhanced codes, each with its description there, in the words of a host that says nothing else.
 *
 * @see https://www.iana.org/assignments/smtp-enhanced-status-codes
 */
const registry: Readonly<Record<string, readonly [Reason, string]>> = {
  '0.0': ['other', 'Other undefined status'],
  '1.0': ['other', 'Other address status'],
  '1.1': ['unknown_mailbox', 'Bad destination mailbox address'],
  '1.2': ['unknown_domain', 'Bad destination system address'],
  '1.3': ['bad_address', 'Bad destination mailbox address syntax'],
  '1.4': ['bad_address', 'Destination mailbox address ambiguous'],
  '1.5': ['other', 'Destination address valid'],
  '1.6': ['unknown_mailbox', 'Destination mailbox has moved, no forwarding address'],
  '1.7': ['reputation', "Bad sender's mailbox address syntax"],
  '1.8': ['reputation', "Bad sender's system address"],
  '1.9': ['other', 'Message relayed to non-compliant mailer'],
  '1.10': ['unknown_domain', 'Recipient address has null MX'],
  '2.0': ['other', 'Other or undefined mailbox status'],
  '2.1': ['mailbox_disabled', 'Mailbox disabled, not accepting messages'],
  '2.2': ['mailbox_full', 'Mailbox full'],
  '2.3': ['too_large', 'Message length exceeds administrative limit'],
  '2.4': ['other', 'Mailing list expansion problem'],
  '3.0': ['unavailable', 'Other or undefined mail system status'],
  '3.1': ['unavailable', 'Mail system full'],
  '3.2': ['unavailable', 'System not accepting network messages'],
  '3.3': ['unavailable', 'System not capable of selected features'],
  '3.4': ['too_large', 'Message too big for system'],
  '3.5': ['unavailable', 'System incorrectly configured'],
  '3.6': ['unavailable', 'Requested priority was changed'],
  '4.0': ['network', 'Other or undefined network or routing status'],
  '4.1': ['network', 'No answer from host'],
  '4.2': ['network', 'Bad connection'],
  '4.3': ['dns', 'Directory server failure'],
  '4.4': ['unknown_domain', 'Unable to route'],
  '4.5': ['rate_limited', 'Mail system congestion'],
  '4.6': ['unavailable', 'Routing loop detected'],
  '4.7': ['network', 'Delivery time expired'],
  '5.0': ['other', 'Other or undefined protocol status'],
  '5.1': ['other', 'Invalid command'],
  '5.2': ['other', 'Syntax error'],
  '5.3': ['rate_limited', 'Too many recipients'],
  '5.4': ['other', 'Invalid command arguments'],
  '5.5': ['other', 'Wrong protocol version'],
  '5.6': ['relay', 'Authentication Exchange line is too long'],
  '6.0': ['content', 'Other or undefined media error'],
  '6.1': ['content', 'Media not supported'],
  '6.2': ['content', 'Conversion required and prohibited'],
  '6.3': ['content', 'Conversion required but not supported'],
  '6.4': ['content', 'Conversion with loss performed'],
  '6.5': ['content', 'Conversion Failed'],
  '6.6': ['content', 'Message content not available'],
  '6.7': ['bad_address', 'Non-ASCII addresses not permitted for that sender/recipient'],
  '6.8': ['bad_address', 'UTF-8 string reply is required, but not permitted by the SMTP client'],
  '6.9': ['bad_address', 'UTF-8 header message cannot be transferred to one or more recipients'],
  '6.10': ['content', 'Reserved'],
  '7.0': ['policy', 'Other or undefined security status'],
  '7.1': ['policy', 'Delivery not authorized, message refused'],
  '7.2': ['policy', 'Mailing list expansion prohibited'],
  '7.3': ['policy', 'Security conversion required but not possible'],
  '7.4': ['policy', 'Security features not supported'],
  '7.5': ['policy', 'Cryptographic failure'],
  '7.6': ['policy', 'Cryptographic algorithm not supported'],
  '7.7': ['content', 'Message integrity failure'],
  '7.8': ['relay', 'Authentication credentials invalid'],
  '7.9': ['relay', 'Authentication mechanism is too weak'],
  '7.10': ['tls', 'Encryption Needed'],
  '7.11': ['tls', 'Encryption required for requested authentication mechanism'],
  '7.12': ['relay', 'A password transition is needed'],
  '7.13': ['relay', 'Account of the user at the submission server'],
  '7.14': ['relay', 'Trust relationship required'],
  '7.15': ['unavailable', 'Priority Level is too low'],
  '7.16': ['too_large', 'Message is too big for the specified priority'],
  '7.17': ['mailbox_disabled', 'Mailbox owner has changed'],
  '7.18': ['mailbox_disabled', 'Domain owner has changed'],
  '7.19': ['unavailable', 'RRVS test cannot be completed'],
  '7.20': ['reputation', 'No passing DKIM signature found'],
  '7.21': ['reputation', 'No acceptable DKIM signature found'],
  '7.22': ['reputation', 'No valid author-matched DKIM signature found'],
  '7.23': ['reputation', 'SPF validation failed'],
  '7.24': ['reputation', 'SPF validation error'],
  '7.25': ['reputation', 'Reverse DNS validation failed'],
  '7.26': ['reputation', 'Multiple authentication checks failed'],
  '7.27': ['reputation', 'Sender address has null MX'],
  '7.28': ['rate_limited', 'Mail flood detected'],
  '7.29': ['reputation', 'ARC validation failure'],
  '7.30': ['tls', 'REQUIRETLS support required'],
}

test.each(Object.entries(registry))('x.%s is read', (code, [reason, words]) => {
  expect(readReply({ text: `550 5.${code} ${words}` })).toEqual({ reason, isPermanent: true, enhanced: `5.${code}` })
  expect(readReply({ text: `450 4.${code} ${words}` })).toEqual({ reason, isPermanent: false, enhanced: `4.${code}` })
  // A report has the code apart, and no words.
  expect(readReply({ text: '', enhanced: `5.${code}` }).reason).toBe(reason)
})

test.each([
  ['5.7.99', 'policy'],
  ['5.2.99', 'other'],
  ['5.4.99', 'network'],
  ['5.9.1', 'other'],
  ['2.1.5', 'other'],
])('%s, which nobody has registered, is read by its subject', (enhanced, reason) => {
  expect(readReply({ text: '', enhanced }).reason).toBe(reason)
})

/** Exchange Online's own, beyond the registry: its list of non-delivery reports. */
test.each([
  ['5.1.90', 'rate_limited'],
  ['5.2.121', 'rate_limited'],
  ['5.4.14', 'unavailable'],
  ['5.4.310', 'unknown_domain'],
  ['5.4.312', 'dns'],
  ['5.7.54', 'relay'],
  ['5.7.57', 'relay'],
  ['5.7.64', 'relay'],
  ['5.7.120', 'policy'],
  ['5.7.139', 'policy'],
  ['5.7.501', 'reputation'],
  ['5.7.504', 'policy'],
  ['5.7.505', 'policy'],
  ['5.7.508', 'rate_limited'],
  ['5.7.509', 'reputation'],
  ['5.7.512', 'content'],
  ['5.7.513', 'policy'],
  ['5.7.519', 'reputation'],
  ['5.7.600', 'reputation'],
  ['5.7.699', 'reputation'],
  ['5.7.700', 'rate_limited'],
  ['5.7.799', 'rate_limited'],
])('%s is Exchange’s, whatever else it says', (enhanced, reason) => {
  expect(readReply({ text: `550 ${enhanced} Mailbox full` }).reason).toBe(reason)
})

test.each(['5.7.119', '5.7.140', '5.7.500', '5.7.520', '5.7.599', '5.7.800', '5.2.512'])(
  '%s is what the words say, or its subject',
  enhanced => {
    expect(readReply({ text: `550 ${enhanced} Mailbox full` }).reason).toBe('mailbox_full')
    const isPolicy = enhanced.startsWith('5.7')
    expect(readReply({ text: `550 ${enhanced}` }).reason).toBe(isPolicy ? 'policy' : 'other')
  },
)

test.each([
  ['421', 'unavailable', false],
  ['450', 'unavailable', false],
  ['451', 'unavailable', false],
  ['452', 'unavailable', false],
  ['454', 'unavailable', false],
  ['521', 'policy', true],
  ['523', 'too_large', true],
  ['525', 'relay', true],
  ['530', 'relay', true],
  ['534', 'relay', true],
  ['535', 'relay', true],
  ['538', 'tls', true],
  ['550', 'other', true],
  ['551', 'other', true],
  ['552', 'mailbox_full', true],
  ['553', 'other', true],
  ['554', 'other', true],
  ['556', 'unknown_domain', true],
  ['571', 'policy', true],
])('%s alone says %s', (code, reason, isPermanent) => {
  expect(readReply({ text: code })).toEqual({ reason, isPermanent, enhanced: undefined })
  expect(readReply({ text: '', code }).reason).toBe(reason)
})

test('every reason has a remedy, and only what a person can mend asks for another address', () => {
  expect(Object.keys(remedies).sort()).toEqual([...reasons].sort())
  const asks = reasons.filter(reason => remedies[reason] === 'ask_address')
  expect(asks).toEqual(['unknown_mailbox', 'unknown_domain', 'bad_address', 'mailbox_disabled'])
})
