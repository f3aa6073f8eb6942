import type { Reason } from '../../basics/reasons.ts'

/**
 * How far an enhanced code can be trusted. `code`: it decides. `unless`: it does unless the words name something else than a missing
 * mailbox or domain. `words`: it says too little, or hosts use it for anything, so the words decide first.
 */
type Reading = 'code' | 'unless' | 'words'

/** What an enhanced code means, and whether the words are asked. */
interface CodeMeaning {
  reason: Reason
  read: Reading
}

/** The meaning of an enhanced code by its subject and detail, without its class; undefined if it has none. */
export function meaningOf(enhanced: string): CodeMeaning | undefined {
  const [, subject = '', detail = ''] = enhanced.split('.')
  const row = codes[`${subject}.${detail}`] ?? microsoft(subject, Number(detail)) ?? codes[`${subject}.*`]
  return row && { reason: row[0], read: row[1] }
}

/**
 * IANA's registry (RFC 3463, 4468, 4865, 4954, 5248, 6531, 6710, 7293, 7372, 7505, 8689, ARC's RFC 8617). Where hosts are known to use a code
 * for something else, the words are asked: 1.0 (any host), 1.10 (Exchange: no such recipient), 2.1 (Japanese hosts: user unknown;
 * Gmail: too many mails), 4.1 (Exchange: no such recipient), 5.0 (Outlook.com), 7.9 (Yahoo: policy), 7.13 (carriers: the recipient's
 * account), 7.30 (Gmail: no DKIM). Sources: the hosts' own tables of codes.
 */
const codes: Readonly<Record<string, readonly [Reason, Reading]>> = {
  '0.0': ['other', 'words'],
  '1.0': ['other', 'words'],
  '1.1': ['unknown_mailbox', 'unless'],
  '1.2': ['unknown_domain', 'unless'],
  '1.3': ['bad_address', 'unless'],
  '1.4': ['bad_address', 'unless'],
  '1.5': ['other', 'words'],
  '1.6': ['unknown_mailbox', 'unless'],
  '1.7': ['reputation', 'code'],
  '1.8': ['reputation', 'code'],
  '1.9': ['other', 'words'],
  '1.10': ['unknown_domain', 'words'],
  // Microsoft: the sender's daily recipients; what another server said.
  '1.90': ['rate_limited', 'code'],
  '1.351': ['other', 'words'],
  '1.*': ['other', 'words'],
  '2.0': ['other', 'words'],
  '2.1': ['mailbox_disabled', 'words'],
  '2.2': ['mailbox_full', 'code'],
  '2.3': ['too_large', 'code'],
  '2.4': ['other', 'words'],
  // Microsoft: more mails an hour than the recipient may get.
  '2.121': ['rate_limited', 'code'],
  '2.122': ['rate_limited', 'code'],
  '2.*': ['other', 'words'],
  '3.0': ['unavailable', 'words'],
  '3.1': ['unavailable', 'code'],
  '3.2': ['unavailable', 'words'],
  '3.3': ['unavailable', 'words'],
  '3.4': ['too_large', 'code'],
  '3.5': ['unavailable', 'words'],
  '3.6': ['unavailable', 'words'],
  '3.*': ['unavailable', 'words'],
  '4.0': ['network', 'words'],
  '4.1': ['network', 'words'],
  '4.2': ['network', 'unless'],
  '4.3': ['dns', 'code'],
  '4.4': ['unknown_domain', 'words'],
  // Gmail's relay: the sender's daily quota.
  '4.5': ['rate_limited', 'words'],
  '4.6': ['unavailable', 'unless'],
  '4.7': ['network', 'words'],
  // Exchange: a loop; the recipient's domain isn't there.
  '4.14': ['unavailable', 'code'],
  '4.310': ['unknown_domain', 'code'],
  '4.312': ['dns', 'code'],
  '4.*': ['network', 'words'],
  '5.3': ['rate_limited', 'words'],
  '5.6': ['relay', 'code'],
  '5.*': ['other', 'words'],
  '6.0': ['content', 'unless'],
  '6.7': ['bad_address', 'code'],
  '6.8': ['bad_address', 'code'],
  '6.9': ['bad_address', 'code'],
  '6.*': ['content', 'code'],
  '7.7': ['content', 'unless'],
  '7.8': ['relay', 'unless'],
  '7.9': ['relay', 'unless'],
  '7.10': ['tls', 'code'],
  '7.11': ['tls', 'code'],
  '7.12': ['relay', 'unless'],
  '7.13': ['relay', 'unless'],
  '7.14': ['relay', 'unless'],
  '7.15': ['unavailable', 'unless'],
  '7.16': ['too_large', 'code'],
  // The mailbox, or its domain, is somebody else's by now.
  '7.17': ['mailbox_disabled', 'code'],
  '7.18': ['mailbox_disabled', 'code'],
  '7.19': ['unavailable', 'unless'],
  '7.20': ['reputation', 'code'],
  '7.21': ['reputation', 'code'],
  '7.22': ['reputation', 'code'],
  '7.23': ['reputation', 'code'],
  '7.24': ['reputation', 'code'],
  '7.25': ['reputation', 'code'],
  '7.26': ['reputation', 'code'],
  '7.27': ['reputation', 'code'],
  '7.28': ['rate_limited', 'code'],
  // ARC; Gmail: no TLS.
  '7.29': ['reputation', 'unless'],
  '7.30': ['tls', 'unless'],
  // Gmail: who the sender is.
  '7.32': ['reputation', 'code'],
  '7.40': ['reputation', 'code'],
  // Exchange: our relay's login, or what it may relay.
  '7.54': ['relay', 'code'],
  '7.57': ['relay', 'code'],
  '7.60': ['relay', 'code'],
  '7.64': ['relay', 'code'],
  '7.*': ['policy', 'unless'],
}

/**
 * Codes that a host is known to use for something else, and the words by which it is known. Yandex and old hosted domains of Google have 5.7.1 for
 * a missing mailbox, in just these words; o2.pl and wp.pl have 5.1.3; Exchange Online has 5.4.1 where its directory has no such recipient ("directory-based edge blocking"); Cisco's gateways "#5.1.0"
 * for what their recipient table rejects.
 */
export const misuses: readonly { enhanced: string; words: RegExp; reason: Reason }[] = [
  { enhanced: '5.7.1', words: /^\W*no (?:such user|mailbox found)\b/, reason: 'unknown_mailbox' },
  { enhanced: '5.1.3', words: /does not exist|nie istnieje/, reason: 'unknown_mailbox' },
  { enhanced: '5.4.1', words: /recipient address rejected: access denied/, reason: 'unknown_mailbox' },
  { enhanced: '5.1.0', words: /^\W*#5\.1\.0 address rejected/, reason: 'unknown_mailbox' },
]

/** Exchange Online's codes of three digits, by ranges of its list of non-delivery reports. */
function microsoft(subject: string, detail: number): readonly [Reason, Reading] | undefined {
  if (subject !== '7') return undefined
  if (detail === 508 || (detail >= 700 && detail < 800)) return ['rate_limited', 'code']
  if (detail === 512) return ['content', 'code']
  if (detail >= 600 && detail < 700) return ['reputation', 'code']
  // Who may write to a recipient or group.
  if (detail >= 120 && detail < 140) return ['policy', 'code']
  if (detail === 504 || detail === 505 || detail === 513) return ['policy', 'code']
  return detail > 500 && detail < 520 ? ['reputation', 'code'] : undefined
}
