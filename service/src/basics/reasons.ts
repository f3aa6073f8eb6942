/**
 * Why a mail didn't arrive, or not yet: by the enhanced status code of a reply or report (RFC 3463, section 3, and RFC 5248's registry), by
 * its words where a host sends none, or by what went wrong here.
 */
export const reasons = [
  /** 5.1.1, 5.1.6 … of the recipient: nobody has this address. */
  'unknown_mailbox',
  /** 5.1.2, 5.1.10, 5.4.4: the address's domain takes no mail. */
  'unknown_domain',
  /** What was typed isn't an address that can be mailed to: 5.1.3, 5.6.7. */
  'bad_address',
  /** x.2.1: the mailbox is there, but takes nothing. */
  'mailbox_disabled',
  /** x.2.2. */
  'mailbox_full',
  /** x.7.1 and others: the host's rules. */
  'policy',
  /** Our address, domain or its record: block lists, SPF, DKIM, DMARC, reverse DNS. */
  'reputation',
  /** Spam or virus filters, of this mail. */
  'content',
  /** x.2.3, x.3.4. */
  'too_large',
  /** Asked to come back, because we are new there. */
  'greylisted',
  /** Too many mails or connections. */
  'rate_limited',
  /** x.4.3, x.4.4 of the way there. */
  'dns',
  /** x.7.10, x.7.11 and failures of STARTTLS. */
  'tls',
  /** Our own mail server refuses us: its login, its permission to relay. */
  'relay',
  /** No connection, or silence. */
  'network',
  /** The host has trouble of its own: 421, x.3.x. */
  'unavailable',
  /** The person called it spam (RFC 5965). */
  'complaint',
  /** It says nothing that we understand. */
  'other',
] as const

/** One of them. */
export type Reason = (typeof reasons)[number]

/** What to do about it: have another address given, wait, see to the domain's reputation, see to our mail server, or to the mail itself. */
type Remedy = 'ask_address' | 'wait' | 'reputation' | 'relay' | 'mail' | 'none'

/** Each reason's remedy. */
export const remedies: Readonly<Record<Reason, Remedy>> = {
  unknown_mailbox: 'ask_address',
  unknown_domain: 'ask_address',
  bad_address: 'ask_address',
  mailbox_disabled: 'ask_address',
  mailbox_full: 'wait',
  policy: 'reputation',
  reputation: 'reputation',
  content: 'mail',
  too_large: 'mail',
  greylisted: 'wait',
  rate_limited: 'wait',
  dns: 'wait',
  tls: 'relay',
  relay: 'relay',
  network: 'wait',
  unavailable: 'wait',
  complaint: 'none',
  other: 'none',
}
