import { domainToASCII } from 'node:url'
import { OptionError } from '../../errors.ts'

/** Characters in a line, where there is a space to break at. */
const maxLineLength = 76

/**
 * Writes a header (RFC 5322): folded, with what isn't ASCII as encoded words (RFC 2047). Control characters become spaces, so a
 * value never begins another header.
 *
 * @throws OptionError if `name` isn't the name of a header
 */
export function header(name: string, value: string): string {
  if (!/^[!-9;-~]{1,60}$/.test(name)) throw new OptionError(`${JSON.stringify(name)} is no name of a mail header`)
  const text = value.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
  return isPlain(text) ? folded(`${name}: ${text}`) : `${name}: ${encodedWords(text, name.length + 2)}`
}

/** Writes the header of a mailbox. @throws OptionError if its address could be read as anything else */
export function addressHeader(name: string, { name: person, address }: { name: string; address: string }): string {
  const [, local, domain] =
    /^([^\s\x00-\x1f\x7f<>()[\],;:\\"@]+)@([^\s\x00-\x1f\x7f<>()[\],;:\\"@]+)$/.exec(address) ?? []
  if (local === undefined || domain === undefined)
    throw new OptionError(`the mail’s "${name}" must be one email address`)
  // A letter beyond ASCII before the `@` stays: only servers that take it as it is take such mail (RFC 6532).
  const mailbox = `${local}@${domainToASCII(domain) || domain}`
  const shown = person.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
  // Spam filters count a bare address against the mail.
  if (shown === '') return `${name}: <${mailbox}>`
  const before = name.length + 2
  const phrase = isPlain(shown) ? quotedIfNeeded(shown) : encodedWords(shown, before)
  const [last = ''] = phrase.split('\r\n').slice(-1)
  const room = maxLineLength - (phrase.includes('\r\n') ? 0 : before) - last.length
  return `${name}: ${phrase}${mailbox.length + 3 > room ? '\r\n' : ''} <${mailbox}>`
}

/** A header with a parameter, such as `filename=receipt.pdf` (RFC 2045; RFC 2231 beyond ASCII). */
export function withParameter(written: string, name: string, value: string): string {
  const parameter = `${name}${assigned(value)}`
  return `${written};${written.length + parameter.length + 2 > maxLineLength ? '\r\n' : ''} ${parameter}`
}

function assigned(value: string): string {
  if (/^[\w.+-]+$/.test(value)) return `=${value}`
  if (/^[\x20-\x7e]*$/.test(value)) return `="${value.replace(/["\\]/g, '\\$&')}"`
  return `*=UTF-8''${encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, escaped)}`
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whether a text needs no encoding: printable ASCII that doesn't look encoded and fits on lines (RFC 5322: 998 characters). */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') && !/[^ ]{900}/.test(text)
}

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
