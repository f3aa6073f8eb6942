import { transcode } from 'node:buffer'
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { OptionError } from '../errors.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { instantOf, parseDateTime } from '../standards/iso8601.ts'
import { attachPdf } from './attach-pdf.ts'
import type { EmailAttachment, EmailMessage } from './compose.ts'

/** Sender, recipient and date of a mail file. */
export interface EmlEnvelope {
  to: string
  /** Default: a made-up sender. */
  from?: { name: string; address: string } | undefined
  /** Default 1970. Text is ISO 8601. */
  date?: string | Date | undefined
  /** Default: one made of the mail and its recipient. */
  messageId?: string | undefined
  /** A document that goes along. */
  pdf?: { filename: string; bytes: Uint8Array } | undefined
}

/** A receipt's envelope: to its customer, dated when it was issued. */
export function envelopeFor(receipt: ReceiptData | undefined): EmlEnvelope {
  return { to: receipt?.customer?.emailAddress ?? 'customer@example.com', date: receipt?.receiptDateTime }
}

/**
 * Writes a mail as a complete message (RFC 5322, MIME), to be looked at or sent as it is: multipart/alternative with the text
 * first, then the HTML and its images in multipart/related. Boundaries are derived from the Message-ID, or else from the
 * content, so the same mail gives the same bytes.
 *
 * @throws OptionError if an address isn't one
 */
export function writeEml(mail: EmailMessage, envelope: EmlEnvelope): Buffer {
  const { to, from = { name: '', address: 'receipts@example.com' }, date, messageId, pdf } = envelope
  const id = createHash('sha256')
    .update(messageId ?? mail.html)
    .update(to)
    .digest('hex')
    .slice(0, 32)
  const head = [
    addressHeader('From', from),
    addressHeader('To', { name: '', address: to }),
    header('Subject', mail.subject),
    header('Message-ID', messageId ?? `<${id}@example.com>`),
    header('Date', (date instanceof Date ? date : dateOf(date)).toUTCString().replace('GMT', '+0000')),
    'MIME-Version: 1.0',
    ...Object.entries(mail.headers).map(([name, value]) => header(name, value)),
  ]
  const { attachments } = pdf ? attachPdf(mail, pdf.bytes, pdf.filename) : mail
  const images = attachments.filter(({ contentDisposition }) => contentDisposition === 'inline')
  const files = attachments.filter(each => !images.includes(each))
  const alternative = multipart('alternative', `=_alternative_${id}`, [
    textPart('plain', mail.text),
    multipart('related', `=_related_${id}`, [textPart('html', mail.html), ...images.map(attachedPart)]),
  ])
  const body = multipart('mixed', `=_mixed_${id}`, [alternative, ...files.map(attachedPart)])
  return Buffer.from(`${head.join('\r\n')}\r\n${body}`, 'utf8')
}

/**
 * Several parts in one, or the only one; related ones begin with the HTML, and say so (RFC 2387). No encoded part contains `=_`,
 * with which boundaries begin.
 */
function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const inner = parts.map(part => `--${boundary}\r\n${part}\r\n`).join('')
  const type = `Content-Type: multipart/${kind}`
  const head = withParameter(kind === 'related' ? withParameter(type, 'type', 'text/html') : type, 'boundary', boundary)
  return `${head}\r\n\r\n${inner}--${boundary}--\r\n`
}

function textPart(kind: 'plain' | 'html', text: string): string {
  return part([`Content-Type: text/${kind}; charset=utf-8`], encodeText(text))
}

function attachedPart({ cid, filename, contentType, content, contentDisposition }: EmailAttachment): string {
  const id = cid === undefined ? [] : [header('Content-ID', `<${cid}>`)]
  const type = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(contentType) ? contentType : 'application/octet-stream'
  const headers = [
    withParameter(`Content-Type: ${type}`, 'name', filename),
    withParameter(`Content-Disposition: ${contentDisposition}`, 'filename', filename),
    ...id,
  ]
  return part(headers, encodeBytes(content))
}

function part(headers: readonly string[], { encoding, body }: Transfer): string {
  return `${headers.join('\r\n')}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
}

/** A receipt's time without a zone is taken as UTC, so that the file does not depend on where it is written. */
function dateOf(date: string | undefined): Date {
  const sent = date === undefined ? undefined : parseDateTime(date)
  return new Date(sent ? instantOf(sent) : 0)
}

/** A text or file as it travels in a mail, and its Content-Transfer-Encoding (RFC 2045). Lines have at most 76 characters. */
interface Transfer {
  encoding: 'quoted-printable' | 'base64'
  body: string
}

/** Encodes a text: as quoted-printable, or as base64 if that is shorter, for letters beyond ASCII. Line ends become CRLF. */
function encodeText(text: string): Transfer {
  const lines = text.includes('\r') ? text.replace(/\r\n?|\n/g, '\r\n') : text.replaceAll('\n', '\r\n')
  const bytes = utf8(lines)
  // A byte takes three characters in one, 4/3 in the other.
  return (bytes.length - lines.length) * 2 > bytes.length / 2 ? encodeBytes(bytes) : quotedPrintable(bytes)
}

/** A text's bytes, in a quarter of the time that `Buffer.from` takes for letters beyond Latin-1. */
function utf8(text: string): Buffer {
  return text.isWellFormed() ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)
}

/** Encodes a file. */
function encodeBytes(bytes: Uint8Array): Transfer {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { encoding: 'base64', body: written.replace(/.{76}(?!$)/g, '$&\r\n') }
}

/** Characters in a line, where there is a space to break at. */
const maxLineLength = 76
const [tab, lf, cr, space, equals] = [9, 10, 13, 32, 61]
const hex = Buffer.from('0123456789ABCDEF')

/** 1 for each byte that may stand anywhere in a line as it is. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => (byte > space && byte < 127 && byte !== equals ? 1 : 0))

/** RFC 2045, 6.7: no space ends a line, and a soft break ends one that would be too long. */
function quotedPrintable(bytes: Buffer): Transfer {
  const { length } = bytes
  const out = Buffer.allocUnsafe(length * 3 + Math.ceil(length / (maxLineLength / 3 - 1)) * 3 + 3)
  let at = 0
  let column = 0
  for (let index = 0; index < length; index++) {
    const byte = bytes[index]!
    // Almost every byte ends here.
    if (plain[byte] === 1 && column < maxLineLength - 1) {
      out[at++] = byte
      column++
      continue
    }
    if (byte === cr || byte === lf) {
      out[at++] = byte
      column = 0
      continue
    }
    const endsLine = index + 1 === length || bytes[index + 1] === cr
    const isPlain = byte === space || byte === tab ? !endsLine : plain[byte] === 1
    const width = isPlain ? 1 : 3
    if (column + width > (endsLine ? maxLineLength : maxLineLength - 1)) {
      out[at++] = equals
      out[at++] = cr
      out[at++] = lf
      column = 0
    }
    column += width
    if (isPlain) out[at++] = byte
    else {
      out[at++] = equals
      out[at++] = hex[byte >> 4]!
      out[at++] = hex[byte & 15]!
    }
  }
  return { encoding: 'quoted-printable', body: out.toString('latin1', 0, at) }
}

/**
 * Writes a header (RFC 5322): folded, with what isn't ASCII as encoded words (RFC 2047). Control characters become spaces, so a
 * value never begins another header.
 *
 * @throws OptionError if `name` isn't the name of a header
 */
export function header(name: string, value: string): string {
  if (!/^[!-9;-~]{1,60}$/.test(name)) throw new OptionError(`${JSON.stringify(name)} is no name of a mail header`)
  const text = value.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
  // Only in a text for people may any word be encoded: others are addresses.
  const longest = name.toLowerCase() === 'subject' ? maxLineLength - 'Subject: '.length : 900
  return isPlain(text, longest) ? folded(`${name}: ${text}`) : `${name}: ${encodedWords(text, name.length + 2)}`
}

/** Writes the header of a mailbox. @throws OptionError if its address could be read as anything else */
function addressHeader(name: string, { name: person, address }: { name: string; address: string }): string {
  const [, local, domain] =
    /^([^\s\x00-\x1f\x7f<>()[\],;:\\"@]+)@([^\s\x00-\x1f\x7f<>()[\],;:\\"@]+)$/.exec(address) ?? []
  if (local === undefined || domain === undefined)
    throw new OptionError(`the mail’s "${name}" must be one email address`)
  // A letter beyond ASCII before the `@` stays: only servers that take it as it is take such mail (RFC 6532).
  const mailbox = `${local}@${domainToASCII(domain) || domain}`
  if (mailbox.length > longestMailbox) throw new OptionError(`the mail’s "${name}" is longer than an address can be`)
  const shown = person.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
  // Spam filters count a bare address against the mail.
  if (shown === '') return `${name}: <${mailbox}>`
  const before = name.length + 2
  const quoted = quotedIfNeeded(shown)
  const isShort = before + quoted.length < maxLineLength && isPlain(shown, maxLineLength)
  const phrase = isShort ? quoted : encodedWords(shown, before)
  const [last = ''] = phrase.split('\r\n').slice(-1)
  const room = maxLineLength - (phrase.includes('\r\n') ? 0 : before) - last.length
  return `${name}: ${phrase}${mailbox.length + 3 > room ? '\r\n' : ''} <${mailbox}>`
}

/** RFC 5321, 4.5.3.1: 64 octets before the `@`, 255 behind it. */
const longestMailbox = 320

/** A header with a parameter, such as `filename=receipt.pdf` (RFC 2045; RFC 2231 beyond ASCII, and in parts if it is long). */
function withParameter(header: string, name: string, value: string): string {
  return parameters(name, value).reduce((written, parameter) => {
    const column = written.length - (written.lastIndexOf('\n') + 1)
    return `${written};${column + parameter.length + 3 > maxLineLength ? '\r\n' : ''} ${parameter}`
  }, header)
}

function parameters(name: string, value: string): string[] {
  const whole = name + assigned(value)
  if (whole.length <= maxParameterLength) return [whole]
  const parts: string[] = []
  let part = "UTF-8''"
  for (const character of value.toWellFormed()) {
    const written = percentEncoded(character)
    if (part.length + written.length > maxParameterLength - name.length - '*999*='.length) {
      parts.push(part)
      part = ''
    }
    part += written
  }
  return [...parts, part].map((each, at) => `${name}*${at}*=${each}`)
}

/** With the blank before it and the semicolon after it, on a line of its own. */
const maxParameterLength = maxLineLength - 2

function assigned(value: string): string {
  if (/^[\w.+-]+$/.test(value)) return `=${value}`
  if (/^[\x20-\x7e]*$/.test(value)) return `="${value.replace(/["\\]/g, '\\$&')}"`
  return `*=UTF-8''${percentEncoded(value.toWellFormed())}`
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, escaped)
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * Whether a text needs no encoding: printable ASCII that doesn't look encoded and fits on lines. A line can't be broken within a word, nor
 * within blanks: none of a header has blanks only (RFC 5322, 2.2.3).
 *
 * @param longest word in it
 */
function isPlain(text: string, longest: number): boolean {
  if (!/^[\x20-\x7e]*$/.test(text) || text.includes('=?')) return false
  return (
    (text.length < longest || !text.split(' ').some(word => word.length > longest)) &&
    (!text.includes('  ') || text.length < shortText)
  )
}

/** Characters that a line has room for behind any header's name. */
const shortText = maxLineLength - 60

function quotedIfNeeded(phrase: string): string {
  return /^[\w !#$%&'*+\-/=?^`{|}~]*$/.test(phrase) ? phrase : `"${phrase.replace(/["\\]/g, '\\$&')}"`
}

/** Breaks before the spaces of a header, wherever its line would be too long. */
function folded(line: string): string {
  if (line.length <= maxLineLength) return line
  const [first = '', ...words] = line.split(' ')
  let column = first.length
  return words.reduce((written, word) => {
    const isFull = word !== '' && column + 1 + word.length > maxLineLength && !written.endsWith(':')
    column = isFull ? 1 + word.length : column + 1 + word.length
    return `${written}${isFull ? '\r\n' : ''} ${word}`
  }, first)
}

/** Base64 words in UTF-8, each of whole characters and on a line of its own. `before` is what the first line begins with. */
function encodedWords(text: string, before: number): string {
  if (before > maxLineLength / 2) return `\r\n ${encodedWords(text, 1)}`
  const words: string[] = []
  let word = ''
  let bytes = 0
  // The length of base64 is 4/3 that of the bytes, in steps of 4.
  const room = () => Math.floor((maxLineLength - (words.length === 0 ? before : 1) - '=?UTF-8?B??='.length) / 4) * 3
  for (const character of text.toWellFormed()) {
    const size = Buffer.byteLength(character)
    if (bytes + size > room()) {
      words.push(word)
      word = ''
      bytes = 0
    }
    word += character
    bytes += size
  }
  return [...words, word].map(each => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ')
}
