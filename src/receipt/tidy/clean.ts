import { normalized } from '../../standards/normal-form.ts'
import { withoutPrinterCommands } from './printer-commands.ts'

/**
 * Makes a text safe to print: Unicode NFC with at most 30 marks on a letter, no direction marks (they can make an amount read backwards;
 * Trojan Source, CVE-2021-42574), each run of control characters and noncharacters as one space, broken surrogates as U+FFFD. Idempotent.
 * Linear time.
 */
export function cleanText(text: string): string {
  if (!unplain.test(text)) return text
  return normalized(text.replace(directionMarks, '').replace(controls, ' ').toWellFormed(), 'NFC')
}

/** The same for multi-line text: line breaks and tabs stay, and escaped ones (`unescaped`) become real. */
export function cleanLines(text: string): string {
  return cleanBreaks(unescaped(text))
}

/** The same for raw text, in which a backslash is a backslash. A printer's commands are taken out. */
export function cleanRaw(text: string): string {
  return isPlainInLines(text) ? text : cleanBreaks(withoutPrinterCommands(text))
}

function cleanBreaks(text: string): string {
  if (isPlainInLines(text)) return text
  const cleaned = text
    .replace(directionMarks, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controlsInLines, ' ')
  return normalized(cleaned.toWellFormed(), 'NFC')
}

/** Whether there is nothing to clean in a multi-line text but escaped line breaks and tabs. */
export function isPlainInLines(text: string): boolean {
  return !unplainInLines.test(text)
}

/**
 * A text with escaped line breaks and tabs, which the interface allows, as real ones: `\n`, `\r\n`, `\t`. A doubled backslash is a
 * backslash. A word that begins with one is a path, in which no letter is an escape: `\\server\new` is `\server\new`.
 */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(escapes, (found, before = '', path = '') =>
    found === '\\\\' ? '\\' : (meant.get(before) ?? before) + path.replaceAll('\\\\', '\\'),
  )
}

/** An escape or what stands before a word, with the path that may follow; or a doubled backslash. */
const escapes = /(\\r\\n|\\n|\\t|[\s"'(<[]|^(?=\\\\))(\\\\\S*)?|\\\\/g
const meant = new Map([
  ['\\r\\n', '\n'],
  ['\\n', '\n'],
  ['\\t', '\t'],
])

/** Whether cleaning removed anything from a text, beyond spelling it differently (NFC, line ends, `\n`). */
export function hasHiddenCharacters(text: string): boolean {
  return !isPlainInLines(text) && (text.search(directionMarks) >= 0 || text.search(hidden) >= 0 || !text.isWellFormed())
}

/** The digits of `plainSigns`, also raised and in fractions. */
export const plainDigits = '0-9\\xb2\\xb3\\xb9\\xbc-\\xbe'

/** `plainSigns` without digits: no number is written with these. */
export const plainLetters =
  '\\x20-\\x2f\\x3a-\\x5b\\x5d-\\x7e\\xa0-\\xb1\\xb4-\\xb8\\xba\\xbb\\xbf-\\u024f\\u2010-\\u2015\\u2018-\\u201f\\u2026\\u20ac'

/**
 * ASCII without the backslash, and signs of European text that Unicode NFC leaves alone whatever stands beside them, for a
 * regular expression's class: in these is nothing to clean.
 */
export const plainSigns = `${plainDigits}${plainLetters}`
const unplain = new RegExp(`[^${plainSigns}\\\\]`)
const unplainInLines = new RegExp(`[^${plainSigns}\\\\\\n\\t]`)
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
const controls = /[\x00-\x1f\x7f-\x9f\u2028\u2029\p{Noncharacter_Code_Point}]+/gu
const controlsInLines = /[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]+/gu
const hidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\p{Noncharacter_Code_Point}]/u

/** Whether a sent value is missing, null or a text without anything to see, which all mean the same. */
export function isBlank(value: unknown): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && isBlankText(value))
}

/** Whether a text is white space and signs that nothing shows, such as U+200B (Unicode's Default_Ignorable_Code_Point). */
export function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && !visible.test(text)
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a sent value is blank, or a list or object with nothing but blanks. */
export function holdsNothing(value: unknown): boolean {
  return isBlank(value) || (typeof value === 'object' && Object.values(value).every(holdsNothing))
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads decimal text such as `"-12.990"`: optional sign, digits, optional point and digits, surrounded by optional blanks.
 * Returns undefined for anything else (exponents, separators, commas), and for a number whose digits a double can't
 * hold, so that reading never changes an amount.
 */
export function decimalOf(text: string): number | undefined {
  if (text.length > maxLength) return undefined
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const [whole, sign, digits = '', fraction = ''] = match
  const value = Number(whole)
  const short = `${digits.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.?0*$/, '')
  if (String(Math.abs(value)) !== short) return undefined
  return sign === '-' && value !== 0 ? value : Math.abs(value)
}

const maxLength = 40

/** Most decimals that are printed. */
const maxDecimals = 6

/** Whether a number has more decimals than are printed, such as 1e-7 or 19.990000000000002. */
export function hasMoreDecimals(value: number): boolean {
  // Fast path: nearly every amount is a whole number of millionths.
  if (Math.round(value * 1e6) / 1e6 === value || !Number.isFinite(value)) return false
  const [digits = '', exponent = '0'] = String(value).split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent) > maxDecimals
}

/** A number without the noise of binary arithmetic: 19.990000000000002 is 19.99. Decimals that were sent stay. */
export function withoutNoise(value: number): number {
  const rounded = Math.round(value * 10 ** maxDecimals) / 10 ** maxDecimals
  return Math.abs(value - rounded) < 1e-9 && Math.abs(value) < 1e9 ? rounded || 0 : value
}
