import CodepageEncoder from '@point-of-sale/codepage-encoder'
import type { Slip } from 'counterfoil'
import { type Page, type Printer, pagesOf } from './encoder.ts'

/** The code pages of scripts that a printer sets one letter a column, from left to right; the best of a language first. */
export const pages: readonly Page[] = [
  ...(['windows1252', 'cp858', 'cp437', 'windows1250', 'cp852', 'windows1251', 'cp866', 'windows1253'] as const),
  ...(['cp737', 'iso8859-7', 'windows1254', 'cp857', 'windows1257', 'cp775', 'iso8859-15', 'star/standard'] as const),
]

/**
 * The first of the pages that has all letters of a text; failing that, the first that has plain signs for the rest.
 *
 * @returns undefined if a letter is in none of the pages, or letters are in different ones
 */
function pageFor(text: string, pages: readonly Page[]): Page | undefined {
  const used = lettersIn(text)
  return pages.find(page => covers(page, used, always)) ?? pages.find(page => covers(page, used))
}

/** The letters of a text that none of the pages has, for a log: at most five. */
function strangeLetters(text: string, pages: readonly Page[]): string[] {
  return [...lettersIn(text)].filter(letter => !pages.some(page => covers(page, new Set([letter])))).slice(0, 5)
}

/** The lines of a text in the letters of a page that covers it, none longer than `columns`. */
export function linesIn(page: Page, text: string, columns: number): string[] {
  const letters = lettersOf(page)
  const lines = plain(text).split('\n')
  return lines.flatMap(line => cut(fitted(substituted(line, letters), columns), columns))
}

/** Composed letters, plain spaces, no marks without width, and no control characters but line ends. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, '')
    .replace(/(?!\u3000)\p{Zs}|(?!\n)\p{Cc}/gu, ' ')
}

function lettersIn(text: string): ReadonlySet<string> {
  return new Set(plain(text).replaceAll('\n', ''))
}

function covers(page: Page, used: ReadonlySet<string>, plainly?: ReadonlySet<string>): boolean {
  const letters = lettersOf(page)
  const canReplace = (letter: string) => letter in substitutes && (plainly?.has(letter) ?? true)
  return [...used].every(letter => letters.has(letter) || canReplace(letter))
}

/** Minus and hyphens, which hardly a page has: no reason to choose another. */
const always: ReadonlySet<string> = new Set(['\u2212', '\u2010', '\u2011'])

function substituted(line: string, letters: ReadonlySet<string>): string {
  let made = ''
  for (const letter of line) {
    const substitute = (letters.has(letter) ? undefined : substitutes[letter]) ?? letter
    // A currency's code stands off the figures.
    made += /^[A-Z]{3}$/.test(substitute) ? `${/\d$/.test(made) ? ' ' : ''}${substitute}\u0000` : substitute
  }
  return made.replace(/\u0000(?=\d)/g, ' ').replaceAll('\u0000', '')
}

/** Takes what a line has too much from its widest gap, which stands before an amount. */
function fitted(line: string, columns: number): string {
  const excess = line.length - columns
  if (excess <= 0) return line
  const gaps = [...line.matchAll(/(?<=\S) {2,}/g)].sort((one, other) => other[0].length - one[0].length)
  const [gap] = gaps
  if (!gap || gap[0].length <= excess) return line
  return line.slice(0, gap.index) + line.slice(gap.index + excess)
}

/** A line that is still too long, such as an address, goes on at the edge. */
function cut(line: string, columns: number): string[] {
  const lines: string[] = []
  for (let at = 0; at === 0 || at < line.length; at += columns) lines.push(line.slice(at, at + columns).trimEnd())
  return lines
}

/**
 * The letters that a code page prints in one byte each. The tables give control bytes signs too (← is 1B in page 437, which is
 * ESC): a printer would obey them, so they are not among the letters.
 *
 * @param page the library's name
 */
export function lettersOf(page: Page): ReadonlySet<string> {
  const known = letters.get(page)
  if (known) return known
  const named = page as Parameters<typeof CodepageEncoder.encode>[1]
  const points: readonly number[] = CodepageEncoder.getCodepoints(named, true)
  const found = points.filter(isPrintable).map(point => String.fromCodePoint(point))
  // A sign may stand at two places; what counts is the byte that is sent.
  const set = new Set(found.filter(letter => isSentAsOne(CodepageEncoder.encode(letter, named))))
  letters.set(page, set)
  return set
}

const letters = new Map<Page, ReadonlySet<string>>()

function isSentAsOne([byte = 0, ...more]: Uint8Array): boolean {
  return isPrintable(byte) && more.length === 0
}

/** Whether a code point is a letter, and a byte none that a printer obeys. */
function isPrintable(code: number): boolean {
  return code >= 0x20 && code !== 0x7f && code !== 0xfffd
}

/**
 * Plain signs for typographic ones, and ISO 4217's codes for signs of currencies: for code pages that lack them. No letters: a
 * name is spelled right, or the receipt is printed as a picture.
 */
const substitutes: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': ',',
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2039': '<',
  '\u203a': '>',
  '\u2022': '*',
  '\u00b7': '-',
  '\u00d7': 'x',
  '\u2026': '...',
  '\u2122': 'TM',
  '\u2190': '<-',
  '\u2192': '->',
  '€': 'EUR',
  '£': 'GBP',
  '₡': 'CRC',
  '₦': 'NGN',
  '₩': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '₭': 'LAK',
  '₮': 'MNT',
  '₱': 'PHP',
  '₲': 'PYG',
  '₴': 'UAH',
  '₵': 'GHS',
  '₸': 'KZT',
  '₹': 'INR',
  '₺': 'TRY',
  '₼': 'AZN',
  '₽': 'RUB',
  '₾': 'GEL',
}

/** The code page for a slip, and why it is printed so; no page if it must be a picture. */
export function choosePage({ parts, dir }: Slip, printer: Printer): { page?: Page; why: string } {
  if (dir === 'rtl') return { why: 'it runs from right to left' }
  const has = surePages(printer)
  const text = parts.map(part => ('text' in part ? part.text : '')).join('\n')
  const page = pageFor(text, has)
  if (page !== undefined) return { page, why: `code page ${page} has all letters` }
  const strange = strangeLetters(text, has).join(' ')
  const lacks = strange === '' ? 'no code page has all letters' : `no code page has ${strange}`
  return { why: has === everyones ? `${lacks}, of those that every printer has; name the model` : lacks }
}

/** The code pages that a printer surely has, under the numbers that it is told. */
export function surePages(printer: Printer): readonly Page[] {
  const isKnown = printer.model !== undefined || printer.language !== 'esc-pos'
  return isKnown ? pagesOf(printer, pages) : everyones
}

/** The only one that all ESC/POS printers have under one number. */
const everyones: readonly Page[] = ['cp437']
