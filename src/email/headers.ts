import { domainToASCII } from 'node:url'
import { OptionError } from '../errors.ts'

/** Characters in a line, where there is a space to break at. */
export const maxLineLength = 76

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
export function addressHeader(name: string, { name: person, address }: { name: string; address: string }): string {
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
export function withParameter(header: string, name: string, value: string): string {
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
