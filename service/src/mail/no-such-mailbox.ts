/**
 * Whether a mail server's reply to `RCPT TO` says that the recipient's mailbox doesn't exist. Anything it may have said of the
 * sender, the message, its own state or a domain's DNS is no: to take a good address for a bad one costs more than the other way.
 *
 * Enhanced codes (RFC 3463, IANA's registry): 5.1.1 (bad destination mailbox) and 5.1.6 (it has moved) say so, 5.7.x (policy), 5.1.7,
 * 5.1.8 (sender's address) and codes of other classes never. With others, or none, the wording must. 5.1.2 and 5.1.10 tell what DNS
 * says of a domain, which email validation asks itself; behind 5.2.1 the mailbox exists.
 */
export function saysNoSuchMailbox(reply: string): boolean {
  if (!reply.startsWith('5')) return false
  const text = reply.slice(0, longest)
  const [, enhanced = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  if (enhanced !== '' && !enhanced.startsWith('5.')) return false
  if (/^5\.(?:7\.|1\.[78]$)/.test(enhanced)) return false
  // Each line of a reply repeats its codes; an address or link may hold any word.
  const words = text.replace(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b|[ -])?/gm, ' ').replace(/\S*(?:@|:\/\/)\S*/g, ' ')
  const said = words.replace(/[’`]/g, "'").replace(/\s+/g, ' ')
  if (ofSomethingElse.test(said)) return false
  return enhanced === '5.1.1' || enhanced === '5.1.6' || noSuchMailbox.some(wording => wording.test(said))
}

/** Characters of a reply that are read. */
const longest = 2000

/** Words that make a refusal one of the sender, the message or the way between. */
const ofSomethingElse = new RegExp(
  [
    'senders?|(?:mail|envelope|header)[ -]?from|return[ -]path|verif(?:y|ied|ication)|call ?(?:back|out)',
    'relay(?:ing|ed)?(?! recipient table)|authenticat\\w*|auth|helo|ehlo|ptr|rdns|reverse dns|client|tls',
    'spf|dkim|dmarc|(?:black|block|deny|allow|white)[ -]?list\\w*|listed|listing|rbl|dnsbl|spamhaus|blocked|banned',
    'spam|virus|phish\\w*|reputation|polic(?:y|ies)|prohibited|not allowed|denied|refused by|not (?:permitted|authorized)',
    'gr[ae]y[ -]?list\\w*|temporar\\w*|try again|rate|too (?:many|much)|quota|full|exceeded|storage|disabled|suspended',
    'time(?:d)?[ -]?out|unavailable at|dns|name server|lookup failed',
  ]
    .map(words => `\\b(?:${words})\\b`)
    .join('|'),
  'i',
)

const mailbox =
  '(?:user(?:name)?|recipient|mail ?box|account|address(?:ee)?|alias|customer|local[ -]?part|person|inbox)'
const missing =
  "(?:unknown|(?:was |is |could )?not (?:be )?(?:found|known|exist)|(?:does|do|did)(?: not|n't) exist|no longer (?:exists?|valid|in use))"

const noSuchMailbox: readonly RegExp[] = [
  // "Mailbox not found", "User is unknown here", "The email account that you tried to reach does not exist".
  new RegExp(`\\b${mailbox}\\b(?:(?!\\b(?:domain|host|system|server)\\b)[^.;]){0,40}?\\b${missing}\\b`, 'i'),
  // "No such user", "Unknown local part", "Invalid recipient", "not a valid mailbox".
  new RegExp(
    `\\b(?:no such|unknown|invalid|non-?existent|no|not a (?:valid|known)|unknown or (?:illegal|invalid))(?: (?:local|virtual|e-?mail|destination|mail))?[ -]${mailbox}\\b(?! domain)`,
    'i',
  ),
  /\bdoes(?: not|n't) have an? (?:\S+ )?account\b/i,
]
