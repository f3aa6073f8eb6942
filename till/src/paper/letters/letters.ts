import type { Page } from '../encoder.ts'
import { lettersOf } from './code-page.ts'
import { substitutes } from './substitutes.ts'

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
export function pageFor(text: string, pages: readonly Page[]): Page | undefined {
  const used = lettersIn(text)
  return pages.find(page => covers(page, used, always)) ?? pages.find(page => covers(page, used))
}

/** The letters of a text that none of the pages has, for a log: at most five. */
export function strangeLetters(text: string, pages: readonly Page[]): string[] {
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
    const substitute = letters.has(letter) ? letter : substitutes[letter]!
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
