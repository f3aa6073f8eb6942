import { addressesIn } from './mail/addresses.ts'
import { fieldOf, linesOf } from './mail/fields.ts'
import type { Message } from './mail/message.ts'
import { isMail } from './mail/original.ts'
import { isAnswer, isFromDaemon, isFromProgram } from './mail/sender.ts'
import { announces, isDelay, isReturnedMark } from './plain-words.ts'

/** What a report without a delivery status says of one recipient. */
interface PlainNotice {
  kind: 'bounce' | 'delayed'
  recipient?: string
  /** What may be the host's words, the likeliest first. */
  texts: string[]
}

/** A report without a delivery status: qmail's, Exim's, and those of many old hosts. */
interface PlainReport {
  notices: PlainNotice[]
  /** What stands behind it: the returned mail, or nothing. */
  tail: string
}

/** Lines of the text that are read, characters of each, and recipients. */
const maxLines = 500
const maxLineLength = 1000
const maxRecipients = 100

/** Reads a report that is written for people; undefined if the message isn't one. */
export function readPlainReport(message: Message): PlainReport | undefined {
  const failed = failedRecipients(message)
  const { head, tail } = parted(message.text)
  const isReturning = tail !== '' || message.parts.some(({ type }) => isMail.test(type))
  const isHosts = isFromDaemon(message) || (isReturning && isFromProgram(message))
  const isReport = isHosts && (isAnnounced(message) || isAnnouncedIn(message, head))
  // Lists send whatever is written about mail.
  const isList = message.fields.has('list-unsubscribe') && !isReturning
  if (failed.length === 0 && (!isReport || isList)) return undefined
  const kind = isDelay(message.subject, head.slice(0, 60).join('\n')) ? 'delayed' : 'bounce'
  return { notices: noticesIn(head, failed, ownAddresses(message)).map(notice => ({ kind, ...notice })), tail }
}

/** Whether a message says by its header alone that a mail wasn't delivered. */
export function isAnnounced(message: Message): boolean {
  return failedRecipients(message).length > 0 || (!isAnswer(message) && announces(message.subject))
}

/** What a message's text says of recipients, by their addresses in lower case, the likeliest first; of none in particular by undefined. */
export function noticesAbout(message: Message, recipients: readonly string[]): Map<string | undefined, string[]> {
  const notices = noticesIn(parted(message.text).head, recipients, ownAddresses(message))
  const texts = new Map(notices.map(({ recipient, texts }) => [recipient?.toLowerCase(), texts]))
  return recipients.length > 0 ? texts : new Map(notices.slice(0, 1).map(({ texts }) => [undefined, texts]))
}

/** Exim and Gmail name them in the header. */
function failedRecipients({ fields }: Message): string[] {
  return addressesIn((fields.get('x-failed-recipients') ?? []).join(','), maxRecipients)
}

/** The report's lines, and what it returns. */
function parted(text: string): { head: string[]; tail: string } {
  const head: string[] = []
  let length = 0
  for (const line of linesOf(text, maxLines)) {
    if (isReturnedMark(line) && head.some(earlier => earlier.trim() !== '')) break
    head.push(line.slice(0, maxLineLength))
    length += line.length + 1
  }
  return { head, tail: text.slice(length) }
}

/** Whether its first lines say that a mail wasn't delivered. */
function isAnnouncedIn(message: Message, head: readonly string[]): boolean {
  return !isAnswer(message) && announces(head.slice(0, 40).join('\n'))
}

/** Addresses that are the report's own, not those of recipients. */
function ownAddresses({ fields }: Message): Set<string> {
  const own = ['from', 'to', 'delivered-to', 'reply-to', 'sender', 'x-original-to', 'envelope-to']
  return new Set(
    own.flatMap(name => addressesIn(fieldOf(fields, name) ?? '', 10)).map(address => address.toLowerCase()),
  )
}

/** A line that names a recipient. */
interface Named {
  at: number
  address: string
  /** 2 if it is the recipient's line, 1 if it mentions the address. */
  rank: number
}

function noticesIn(
  head: readonly string[],
  failed: readonly string[],
  own: ReadonlySet<string>,
): Omit<PlainNotice, 'kind'>[] {
  const all = head.flatMap((line, at) => (isOriginalsTo(head, at) ? [] : namedIn(line, at, own)))
  const known = new Set(failed.map(address => address.toLowerCase()))
  const named = known.size > 0 ? all.filter(({ address }) => known.has(address.toLowerCase())) : all
  const rank = Math.max(0, ...named.map(({ rank }) => rank))
  const best = new Map<string, Named>()
  for (const one of named) {
    const key = one.address.toLowerCase()
    if (one.rank === rank && !best.has(key) && best.size < maxRecipients) best.set(key, one)
  }
  for (const address of failed)
    if (!best.has(address.toLowerCase())) best.set(address.toLowerCase(), { at: -1, address, rank })
  // What is merely mentioned: the first is likeliest.
  const chosen = [...best.values()].slice(0, rank > 1 || known.size > 0 ? maxRecipients : 1)
  if (chosen.length === 0) return [{ texts: textsAround(head, -1, [], true) }]
  return chosen.map(({ at, address }) => {
    const others = all.filter(one => one.address.toLowerCase() !== address.toLowerCase())
    const isOnly = chosen.length === 1
    return { recipient: address, texts: at < 0 && !isOnly ? [] : textsAround(head, at, others, isOnly) }
  })
}

function namedIn(line: string, at: number, own: ReadonlySet<string>): Named[] {
  if (!line.includes('@') || isAboutOthers.test(line)) return []
  const [address] = addressesIn(line, 5).filter(
    candidate =>
      !own.has(candidate.toLowerCase()) && !/^(?:postmaster|mailer-daemon|abuse|support|help\w*)@/i.test(candidate),
  )
  if (address === undefined) return []
  const before = line.slice(0, line.indexOf(address))
  if (/^[\s<>"'*\-•·([|]{0,20}(?:\d+[.)] ?)?[<"'(]{0,3}$/.test(before)) return [{ at, address, rank: 2 }]
  return [{ at, address, rank: isRecipientLabel.test(before) ? 2 : 1 }]
}

/** Exchange begins with the mail's own fields: to whom it was addressed isn't who didn't get it. */
function isOriginalsTo(head: readonly string[], at: number): boolean {
  const next = `${head[at + 1] ?? ''}\n${head[at + 2] ?? ''}`
  return (
    /^\s*(?:to|cc|an|à|para|a)\s*:/i.test(head[at] ?? '') &&
    /^\s*(?:cc|subject|betreff|objet|asunto|oggetto|sent)\s*:/im.test(next)
  )
}

/** Lines about the sender, the message, or whom to ask. */
const isAboutOthers =
  /^\W{0,8}(?:from|von|de|sender|reply-to|cc|subject|message-id|return-path|received|mail from|>>> mail from|references|in-reply-to|date|x-[\w-]+)\b ?:|\b(?:contact|please (?:e-?mail|write|send)|questions|assistance|original (?:message )?(?:sender|from)|was received (?:at|from)|sent by|message from|mail from)\b/i

/** What stands before a recipient. */
const isRecipientLabel =
  /(?:recipients?|addressees?|address(?:es)?|rcpt to|user|mailbox|account|to|failed|for|empfänger|an|destinat[aá]ri?[oe]?s?|destinataires?|получател[ья]|адрес\w*|宛先|收件人|受信者)\W{0,12}$/iu

/** Lines of a report, from one to before another. */
type LineRange = readonly [from: number, end: number]

/** What may be said of a recipient: what quotes a reply first, then what has a code, then the nearest. Nothing that names another. */
function textsAround(head: readonly string[], at: number, others: readonly Named[], isOnly: boolean): string[] {
  const starts = new Set(others.filter(({ rank }) => rank > 1).map(one => one.at))
  const named = new Set(isOnly ? [] : others.map(one => one.at))
  const near = at < 0 ? [] : paragraphsAround(head, at, starts)
  const isAboutOther = ([from, end]: LineRange) =>
    from !== at && head.slice(from, end).some((_, index) => named.has(from + index))
  const anywhere = isOnly ? [...quotesIn(head), ...(at < 0 ? [[0, head.length] as const] : [])] : []
  return [...near.filter(lines => !isAboutOther(lines)), ...anywhere]
    .map(([from, end]) => asText(head.slice(from, end)))
    .filter(text => /[\p{L}\p{N}]/u.test(text.replace(/[^\s<>@]{1,64}@[^\s<>]{1,255}/, '')))
    .map(text => ({ text, grade: aReply.test(text) ? 0 : aCode.test(text) ? 1 : 2 }))
    .toSorted((one, other) => one.grade - other.grade)
    .map(({ text }) => text)
}

/** LineRange as one text, in which a reply stands behind what leads to it. */
function asText(lines: readonly string[]): string {
  return lines
    .join('\n')
    .trim()
    .replace(/:\s*\n\s*/g, ': ')
}

/** "550 …", "<<< 550 …", "said: 550 …". */
const aReply = /(?:^|[:>(\s'"])[45]\d\d[ -](?=\D|\d\.\d)/m
/** "(#5.1.1)". */
const aCode = /(?<![\d.])[45]\.\d{1,2}\.\d{1,3}(?![\d.])/

/** The first lines that quote a reply, with what leads to it. */
function quotesIn(head: readonly string[]): LineRange[] {
  const at = head.findIndex(line => aReply.test(line))
  if (at < 0) return []
  let from = at
  while (from > 0 && head[from - 1]?.trim() !== '' && at - from < 5) from--
  return [[from, endOfParagraph(head, at, new Set())]]
}

/** A recipient's paragraph, the two behind it unless another recipient's comes first, and the one before. */
function paragraphsAround(head: readonly string[], at: number, starts: ReadonlySet<number>): LineRange[] {
  const paragraphs: LineRange[] = []
  let from = at
  for (let count = 0; count < 3 && from < head.length; count++) {
    while (from < head.length && head[from]?.trim() === '') from++
    if (from > at && starts.has(from)) break
    const end = endOfParagraph(head, from, starts)
    paragraphs.push([from, end])
    from = end
  }
  return [...paragraphs, paragraphBefore(head, at)]
}

/** Until the next empty line, or another recipient's. */
function endOfParagraph(head: readonly string[], from: number, starts: ReadonlySet<number>): number {
  let end = from + 1
  while (end < head.length && end - from < 20 && head[end]?.trim() !== '' && !starts.has(end)) end++
  return end
}

function paragraphBefore(head: readonly string[], at: number): LineRange {
  let end = at
  while (end > 0 && head[end - 1]?.trim() === '') end--
  let from = end
  while (from > 0 && head[from - 1]?.trim() !== '' && end - from < 20) from--
  return [from, end]
}
