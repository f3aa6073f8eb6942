import { latin1Text } from '../../standards/host.ts'
import { mayHoldPrinterCommands } from '../tidy/printer-commands.ts'
import { amongCommands } from './among-commands.ts'
import { minCardNumberLength } from './brands.ts'
import { cardNumbersIn, type DigitRun, digitRuns, maxSeparators, separates, sizeOf } from './card-numbers.ts'
import { type Edit, edited, mask } from './edits.ts'

/**
 * Masks every payment card number in a text except its last four digits (`4111 1111 1111 1111` → `••••1111`), and all track
 * data (`••••`), however the digits are written and separated. Brand, length, check digit and grouping protect other
 * numbers. Idempotent. Linear time.
 */
export function maskCardNumbers(text: string): string {
  return edited(text, cardDataIn(text))
}

/** What `maskCardNumbers` changes, in order. */
export function cardDataIn(text: string): Edit[] {
  if (!mayHoldCardData(text)) return []
  return mayHoldPrinterCommands(text) ? amongCommands(text, readAsText) : readAsText(text)
}

function readAsText(text: string): Edit[] {
  const folded = fold(text)
  const edits: Edit[] = []
  const add = (from: number, to: number, replacement: string) => {
    const [start, end] = folded.placeOf(from, to)
    edits.push({ start, end, replacement })
  }
  const whole = tracksIn(folded.text)
  // The last four digits of an already masked number don't begin another one.
  const skipped = (run: DigitRun) => {
    const [from = 0] = run.starts
    const [start] = folded.placeOf(from, from + 1)
    return sizeOf(run, 0) === 4 && text.startsWith(mask, start - mask.length) ? 1 : 0
  }
  const tracks = joined([...whole, ...partedTracksIn(without(folded.text, whole), skipped)])
  for (const [from, to] of tracks) add(from, to, mask)
  for (const run of digitRuns(without(folded.text, tracks)))
    for (const { from, to, lastFour } of cardNumbersIn(run, skipped(run))) add(from, to, mask + lastFour)
  return edits.sort((a, b) => a.start - b.start)
}

/** Tracks whose number is written in groups, which hides their shape: a card number followed by the rest of a track. */
function partedTracksIn(text: string, skipped: (run: DigitRun) => number): [from: number, to: number][] {
  const found: [number, number][] = []
  if (!/\d[=^d]/i.test(text)) return found
  for (const run of digitRuns(text))
    for (const { from, to } of cardNumbersIn(run, skipped(run))) {
      const end = endOfTrack(text, to)
      if (end > to && from >= (found.at(-1)?.[1] ?? 0)) found.push([from, end])
    }
  return found
}

/** The folded text with tracks blanked out, positions unchanged. */
function without(text: string, tracks: readonly [from: number, to: number][]): string {
  return edited(
    text,
    tracks.map(([start, end]) => ({ start, end, replacement: 'x'.repeat(end - start) })),
  )
}

/** The shortest number that track data can begin with, written in one piece. */
const minTrackDigits = 12

/** Digits that a text may have without holding card data, however they are written. */
export const fewDigits = minTrackDigits - 1

/**
 * Fast check whether a text, or a raw JSON string, has a run of digits long enough for a card number or a track; most don't.
 * What a backslash or a character beyond Latin letters stands for isn't known here, so such texts are only counted.
 */
export function mayHoldCardData(text: string): boolean {
  const { length } = text
  if (length < minTrackDigits) return false
  let digits = 0
  let inRow = 0
  let separators = 0
  let isPlain = true
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      separators = 0
      if (++digits >= minCardNumberLength || ++inRow >= minTrackDigits) return true
      continue
    }
    inRow = 0
    if (code >= 0xc0 && code <= 0x24f) digits = 0
    else if (code > 0x7e || code === 0x5c || (code >= 0x1b && code <= 0x1d) || code === 0x10) isPlain = false
    // Control characters become separators, a row of them a single one.
    else if (code >= 0x20 && (!separates(code) || ++separators > maxSeparators)) digits = 0
  }
  return !isPlain && hasDigits(text, minTrackDigits)
}

function hasDigits(text: string, count: number): boolean {
  const digits = text.matchAll(/[\p{Nd}\p{No}]/gu)
  let left = count
  while (left > 0 && !digits.next().done) left--
  return left === 0
}

/**
 * Finds the data of a card's magnetic stripe, or its chip's equivalent (ISO/IEC 7813; EMV tag 57), in a folded text: the number,
 * the expiration date and what follows, up to the end mark, in order. Recognized by shape, whatever the number: what
 * follows the card number is matched first, then the number before it. Linear time.
 */
function tracksIn(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const { sign, rest, number } of shapes)
    for (let at = text.search(sign); at >= 0; at = next(text, sign, at + 1)) {
      rest.lastIndex = at
      const after = rest.exec(text)
      const before = after && number.exec(text.slice(Math.max(0, at - maxNumberLength), at))
      if (before) found.push([at - before[0].length, rest.lastIndex])
    }
  return joined(found)
}

/** Ranges in order, those that overlap as one: what follows a track's number may reach into the next. */
function joined(ranges: [from: number, to: number][]): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

/** Where track data ends if its card number ends at `at`; `at` itself if no track continues there. */
function endOfTrack(text: string, at: number): number {
  for (const { rest } of shapes) {
    rest.lastIndex = at
    if (rest.test(text)) return rest.lastIndex
  }
  return at
}

/** Length of the longest number, with its chip tag or the marks before it. */
const maxNumberLength = 42

const shapes = [
  // %B4111111111111111^DOE/JANE^2712101...?
  {
    sign: /\^/g,
    rest: /\^[^^\n]{2,40}\^[0-9]{4}[0-9A-Za-z]{0,80}(?:[^?\n]{0,60}\?)?/y,
    number: /%?B?(?<!\d)\d{12,19}$/i,
  },
  // ;4111111111111111=2712101...?
  { sign: /=/g, rest: /=\d{7}[\d=]{0,80}\??/y, number: /;?(?<!\d)\d{12,19}$/ },
  // 4111111111111111D2712101...F
  { sign: /d/gi, rest: /d\d{2}(?:0[1-9]|1[0-2])\d{3,40}f?/iy, number: /\d{12,40}$/ },
]

function next(text: string, sign: RegExp, at: number): number {
  sign.lastIndex = at
  return sign.exec(text)?.index ?? -1
}

/** A text normalized for the card data search, with each character's place in the original. */
interface Folded {
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
  // What a character becomes is Latin-1.
  const folded = new Uint8Array(text.length)
  const starts = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const escaped = code === 0x5c ? escapeAt(text, at) : undefined
    const char = escaped?.char ?? foldedChar(code)
    if (char !== dropped) {
      folded[count] = char
      starts[count++] = at
    }
    at = escaped?.end ?? at + (code > 0xffff ? 2 : 1)
  }
  const endOf = (at: number) => escapeAt(text, at)?.end ?? at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  return {
    text: latin1Text(folded, count),
    placeOf: (from, to) => [starts[from] ?? 0, endOf(starts[to - 1] ?? 0)],
  }
}

const plain = /^[\x20-\x5b\x5d-\x7e\n\r\t]*$/

/** What an escape stands for, and where it ends; undefined if there is none. */
function escapeAt(text: string, at: number): { char: number; end: number } | undefined {
  if (text.charCodeAt(at) !== 0x5c) return undefined
  const next = visibleFrom(text, at + 1)
  const letter = text[next]
  if (letter === '\\' && !/[nrtu]/.test(text[visibleFrom(text, next + 1)] ?? '')) return { char: 0x5c, end: next + 1 }
  if (letter === 'n' || letter === 'r') return { char: 0x0a, end: next + 1 }
  if (letter === 't') return { char: 0x09, end: next + 1 }
  const hex = letter === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(next + 1, next + 5))?.[0] : undefined
  return hex === undefined ? undefined : { char: foldedChar(Number.parseInt(hex, 16)), end: next + 5 }
}

/** Where the next visible character is: cleaning removes the others before it reads escapes. */
function visibleFrom(text: string, at: number): number {
  let next = at
  while (next < text.length && text.charCodeAt(next) > 0x7f && foldedChar(text.charCodeAt(next)) === dropped) next++
  return next
}

/** Stands for a character that is dropped. */
const dropped = 1

function foldedChar(code: number): number {
  if (code < 0x7f && code >= 0x20) return code
  known[code] ||= read(code).charCodeAt(0) || dropped
  return known[code] ?? dropped
}

/** What each character that was seen becomes; 0 for others. */
const known = new Uint8Array(0x110000)

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
