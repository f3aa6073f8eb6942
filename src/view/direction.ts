/**
 * Keeps values whole in text of the other direction (UAX #9, Unicode bidirectional algorithm): a phone number, a code or an
 * amount inside Arabic, an Arabic name inside English. Without isolation `(416) 555-0142` reads `0142-555 (416)`.
 */
import type { Direction } from './receipt-view.ts'

const LRI = '\u2066'
const RLI = '\u2067'
const PDI = '\u2069'

/** Letters written from right to left: Hebrew, Arabic and their kin, with their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/
/** The first letter that has a direction at all. */
const firstStrong =
  /[A-Za-z\u00aa-\u02b8\u0370-\u058f\u0590-\u08ff\u0900-\u1fff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\uffdc]/

export interface Isolate {
  /** Words a person wrote: isolated when their own direction is not the document's. */
  words(text: string): string
  /** Codes, numbers, phones, cards, addresses of the web: always left to right. */
  code(text: string): string
  /** Amounts and dates as the locale writes them: kept in one piece. */
  amount(text: string): string
}

/** Gives the three ways to isolate a value in a document of direction `dir`. */
export function isolateFor(dir: Direction): Isolate {
  if (dir === 'ltr') {
    const words = (text: string) => (rightToLeft.test(text) ? wrap(text) : text)
    return { words, code: words, amount: words }
  }
  return {
    words: text => (text === '' || isRightToLeft(text) ? text : wrap(text)),
    code: text => (text === '' ? text : `${LRI}${text}${PDI}`),
    amount: text => (text === '' ? text : rightToLeft.test(text) ? `${RLI}${text}${PDI}` : `${LRI}${text}${PDI}`),
  }
}

function wrap(text: string): string {
  const strong = firstStrong.exec(text)
  return `${strong && rightToLeft.test(strong[0]) ? RLI : LRI}${text}${PDI}`
}

function isRightToLeft(text: string): boolean {
  const strong = firstStrong.exec(text)
  return strong !== null && rightToLeft.test(strong[0]) && !/[A-Za-z]/.test(text)
}

/** Removes the isolates again, for places that are not shown as text, such as a subject. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '')
}
