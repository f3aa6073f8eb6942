import type { Reason } from '../../basics/reasons.ts'
import { meaningOf, misuses } from './codes.ts'
import { foldWords, type Wording, wordsOf } from './words.ts'

/** What a mail server said, as a reply or as it is quoted in a report. */
interface ServerReply {
  /** "550 5.1.1 …", all its lines; or a report's `Diagnostic-Code`. */
  text: string
  /** The basic code, if it isn't in the text. */
  code?: string
  /** A report's `Status`: what the host that wrote the report made of the reply. */
  enhanced?: string
  /** What was refused: `MAIL FROM`, `RCPT TO`, `DATA` … */
  command?: string
}

/** What a reply means. */
export interface ReadReply {
  reason: Reason
  /** Trying again is pointless. */
  isPermanent: boolean
  /** The enhanced code that decided: the host's own, before one that a report gives. */
  enhanced: string | undefined
}

/**
 * Reads why a mail wasn't taken. The enhanced status code decides (RFC 3463, RFC 5248's registry); the words where it is absent or too
 * general, or where they contradict it; the basic code last. Words never make an unknown mailbox of a code for policy (x.7.x), but for `misuses`, and
 * any that may speak of the sender, the message or the way between come first: to take a good address for a bad one costs most.
 *
 * What says 4 in either code isn't permanent; what says 5 is, even "greylisted" (RFC 5321, section 4.2.1).
 */
export function readReply(reply: ServerReply): ReadReply {
  const whole = reply.text.slice(0, maxReplyLength).replace(/^\s*(?:smtp|lmtp|x-[\w-]{1,30})\s{0,9};\s*/i, '')
  const text = quotedIn(whole)
  const code = /^[245]\d\d$/.exec(reply.code ?? '')?.[0] ?? basicCodeOf(text)
  const enhanced = chosenCode(enhancedCodeOf(text), wholeCode.exec(reply.enhanced ?? '')?.[0])
  const reason = reasonOf(text, code, enhanced)
  return {
    reason: isBeforeRecipient(reply.command ?? commandIn(whole)) ? (withoutRecipient[reason] ?? reason) : reason,
    isPermanent: isPermanent(code, enhanced, reason),
    enhanced,
  }
}

/** Exchange's "access denied" says that a mailbox is missing, but for a day after its domain was moved there, of good addresses, too. */
export const doubtfulCode = '5.4.1'

/**
 * Whether a mail server's reply to `RCPT TO` says that the recipient's mailbox doesn't exist, so clearly that the address itself is
 * invalid.
 */
export function saysNoSuchMailbox(text: string): boolean {
  const { reason, isPermanent, enhanced } = readReply({ text })
  return reason === 'unknown_mailbox' && isPermanent && text.startsWith('5') && enhanced !== doubtfulCode
}

/** Characters of a reply that are read. */
const maxReplyLength = 2000

/** What is meant before a recipient was named: such reasons can't be the recipient's. */
const withoutRecipient: Readonly<Partial<Record<Reason, Reason>>> = {
  unknown_mailbox: 'reputation',
  unknown_domain: 'reputation',
  bad_address: 'reputation',
  mailbox_disabled: 'reputation',
  mailbox_full: 'unavailable',
}

const isBeforeRecipient = (command: string) => /^(?:CONN|EHLO|HELO|LHLO|AUTH|STARTTLS|MAIL)/i.test(command)

/** What was refused, as Postfix and Exim say it. */
function commandIn(text: string): string {
  return /\b(?:in reply to|after) (?:end of )?([A-Z]{4})\b/.exec(text)?.[1] ?? ''
}

/** What the server said, without whose words it is in: "host mx.example.com said: 550 …", "Remote server returned '550 …". */
function quotedIn(text: string): string {
  const isReply = /^\s*[245]\d\d\b/.test(text)
  const at = Math.max(text.search(/(?<=\b(?:said|responded|returned was) ?: ?)\S/), isReply ? -1 : lastQuoteOf(text))
  return at > 0 ? text.slice(at) : text
}

function lastQuoteOf(text: string): number {
  let last = -1
  for (const {
    index,
    0: { length },
  } of text.matchAll(/[:'"[>] ?(?=[45][0-57]\d[ -])/g))
    last = index + length
  return last
}

function reasonOf(text: string, code: string | undefined, enhanced: string | undefined): Reason {
  const meaning = enhanced === undefined ? undefined : meaningOf(enhanced)
  if (meaning?.read === 'code') return meaning.reason
  const words = foldWords(text)
  const misused = misuses.find(use => use.enhanced === enhanced && use.words.test(words))
  if (misused) return misused.reason
  const said = wordsOf(words)
  if (meaning?.read === 'unless') return said && mayContradict(said) ? said.reason : meaning.reason
  return said?.reason ?? meaning?.reason ?? basicReasons[code ?? ''] ?? 'other'
}

/** A code of another kind was never meant for a mailbox or domain that isn't there. */
function mayContradict({ reason, isVague }: Wording): boolean {
  return !isVague && reason !== 'unknown_mailbox' && reason !== 'unknown_domain'
}

function isPermanent(code: string | undefined, enhanced: string | undefined, reason: Reason): boolean {
  const classes = [code?.[0], enhanced?.[0]].filter(digit => digit !== undefined)
  if (classes.length > 0) return classes.every(digit => digit === '5')
  return reason === 'unknown_mailbox' || reason === 'unknown_domain' || reason === 'bad_address'
}

/** The basic code with which a text begins, or that it quotes: "host mx.example.com said: 550 …". */
function basicCodeOf(text: string): string | undefined {
  return /^\s*([245]\d\d)\b/.exec(text)?.[1] ?? /(?:[:;'"[(]|^|>:) ?([45][0-57]\d)(?:[ -]|$)/m.exec(text)?.[1]
}

const wholeCode = /^[245]\.\d{1,3}\.\d{1,3}/

/** The enhanced code behind the basic one, or in brackets as qmail has it; not a part of an IP address or a version. */
function enhancedCodeOf(text: string): string | undefined {
  const behind = /\b[245]\d\d[ -]+(?:\S+ )??#?([245]\.[0-7]\.\d{1,3})(?![.\d])/.exec(text)?.[1]
  return behind ?? /(?:^|[\s#(['":,-])([245]\.[0-7]\.\d{1,3})(?![.\d])/.exec(text)?.[1]
}

/** What the host itself says, unless that is nothing, and the report's code is something. */
function chosenCode(said: string | undefined, reported: string | undefined): string | undefined {
  if (said === undefined || (isGeneral(said) && !isGeneral(reported ?? said))) return reported ?? said
  return said
}

const isGeneral = (enhanced: string) => enhanced.endsWith('.0.0')

/** What a basic code says by itself (RFC 5321, section 4.2; RFC 4954; RFC 7504). 550, 553 and 554 say anything. */
const basicReasons: Readonly<Record<string, Reason>> = {
  '421': 'unavailable',
  '450': 'unavailable',
  '451': 'unavailable',
  '452': 'unavailable',
  '454': 'unavailable',
  '521': 'policy',
  '523': 'too_large',
  '525': 'relay',
  '530': 'relay',
  '534': 'relay',
  '535': 'relay',
  '538': 'tls',
  '552': 'mailbox_full',
  '556': 'unknown_domain',
  '571': 'policy',
}
