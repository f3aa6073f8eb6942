/** A text normalized for the card data search, with each character's place in the original. */
export interface Folded {
  text: string
  /** The original range of the characters from `from` up to `to`. */
  placeOf(from: number, to: number): [start: number, end: number]
}

/**
 * Normalizes a text: digits of every script become ASCII digits, invisible characters are dropped, every kind of space becomes a
 * space, every dash a hyphen, and the escapes `\n`, `\t`, `\u0034` the characters they stand for. Letters and signs that the
 * search ignores become `x`, which no card number can contain. Linear time.
 */
export function fold(text: string): Folded {
  if (plain.test(text)) return { text, placeOf: (from, to) => [from, to] }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  for (let at = 0; at < text.length; ) {
    const [char, end] = charAt(text, at)
    if (char !== '') {
      folded += char
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text: folded, placeOf: (from, to) => [starts[from] ?? 0, ends[to - 1] ?? 0] }
}

const plain = /^[\x20-\x5b\x5d-\x7e\n\r\t]*$/

function charAt(text: string, at: number): [char: string, end: number] {
  const code = text.codePointAt(at) ?? 0
  if (code !== 0x5c) return [foldedChar(code), at + (code > 0xffff ? 2 : 1)]
  // Cleaning removes invisible characters before it reads escapes.
  let next = at + 1
  while (next < text.length && text.charCodeAt(next) > 0x7f && foldedChar(text.charCodeAt(next)) === '') next++
  const letter = text[next]
  if (letter === 'n' || letter === 'r') return ['\n', next + 1]
  if (letter === 't') return ['\t', next + 1]
  const hex = letter === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(next + 1, next + 5))?.[0] : undefined
  return hex === undefined ? ['\\', at + 1] : [foldedChar(Number.parseInt(hex, 16)), next + 5]
}

function foldedChar(code: number): string {
  if (code > 0xffff) return read(code)
  if (code < 0x7f && code >= 0x20) return String.fromCharCode(code)
  known[code] ??= read(code)
  return known[code]
}

const known: (string | undefined)[] = []

function read(code: number): string {
  const char = String.fromCodePoint(code)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (/[\n-\r\u0085\u2028\u2029]/.test(char)) return char === '\t' ? char : '\n'
  if (/\p{Cc}/u.test(char)) return '\t'
  if (/[\p{Cf}\p{M}\p{DI}]/u.test(char)) return ''
  if (/[\s\u2800]/u.test(char)) return ' '
  if (/[\p{Pd}\u2212\u2500\u2501\u30fc]/u.test(char)) return '-'
  if (/\p{Nd}/u.test(char)) return digit(code)
  if (/\p{No}/u.test(char)) return /^\d$/.exec(char.normalize('NFKC'))?.[0] ?? 'x'
  // Masks are made of bullets.
  return /[\p{P}\p{Cs}\ufffd]/u.test(char) && char !== '\u2022' ? otherSign : 'x'
}

/** Stands for punctuation beyond ASCII. */
const otherSign = '\u00b7'

/** In Unicode, a script's decimal digits are ten consecutive characters, starting with zero. */
function digit(code: number): string {
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
