/**
 * Keeps values whole. It isolates them in text of the other direction (UAX #9, Unicode bidirectional algorithm): a phone number, code or amount in
 * Arabic, an Arabic name in English. Without isolation `(416) 555-0142` reads `0142-555 (416)`. And it keeps short ones on one
 * line: spaces become no-break spaces, and a word joiner (U+2060) marks each hyphen at which a browser would break.
 */
import { createBoundedCache } from '../locale/bounded-cache.ts'
import type { Format } from '../locale/format/format.ts'
import { isOneLetter, unbroken, wordJoiner } from '../locale/format/one-piece.ts'
import type { Direction } from './receipt-view.ts'

const LRI = '\u2066'
const RLI = '\u2067'
const PDI = '\u2069'

/** Right-to-left letters: Hebrew, Arabic and related scripts, with presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/
/** One look tells that there is nothing to do, as for most texts: neither a direction nor a place at which a line ends. */
const mayNeedWords = /\d [cdgklmoµGLMTVW]|[–«\u0590-\u08ff\ud800-\udfff\ufb1d-\ufefc]/
const mayNeedValue = /[ \-–\u0590-\u08ff\ud800-\udfff\ufb1d-\ufefc]/
/** The first letter with a direction. */
const firstStrong =
  /[A-Za-z\u00aa-\u02b8\u0370-\u058f\u0590-\u08ff\u0900-\u1fff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\uffdc]/

/** Marks texts that run against their document (UAX #9). */
export interface Isolate {
  /**
   * Words a person wrote; isolated if their direction isn't the document's. Ranges of figures, figures and their units, and
   * guillemets stay with theirs.
   */
  words(text: string): string
  /** Codes, numbers, phones, cards, URLs; always left to right, and on one line if short. */
  code(text: string): string
  /** Amounts and dates as the locale writes them; on one line if short. */
  amount(text: string): string
  /** A date of which a sentence on a narrow roll may need two lines. */
  longDate(text: string): string
}

/** Returns the three ways to isolate a value in a document with direction `dir`. */
export function isolateFor(dir: Direction): Isolate {
  return dir === 'ltr' ? inLeftToRight : inRightToLeft
}

const inLeftToRight: Isolate = {
  words: text => (mayNeedWords.test(text) ? remembered(text) : text),
  code: valueInLeftToRight,
  amount: valueInLeftToRight,
  // Korean and Han dates are short, and no line may end in one.
  longDate: text => (eastAsian.test(text) ? valueInLeftToRight(text) : isolated(text)),
}

const eastAsian = /[\p{Script=Hangul}\p{Script=Han}]/u

/** A shop sells the same goods again and again. */
const known = createBoundedCache<string>(500)

function remembered(text: string): string {
  return text.length > 100 ? wordsInLeftToRight(text) : known.get(text, wordsInLeftToRight)
}

function wordsInLeftToRight(text: string): string {
  return isolated(kept(text))
}

function valueInLeftToRight(text: string): string {
  return !isOneLetter(text) && mayNeedValue.test(text) ? isolated(unbroken(text)) : text
}

const inRightToLeft: Isolate = {
  words: text => (text === '' || isRightToLeft(text) ? kept(text) : wrap(kept(text))),
  code: text => (text === '' ? text : `${LRI}${unbroken(text)}${PDI}`),
  amount: text => valueInRightToLeft(text, unbroken(text.replace(marks, ''))),
  longDate: text => valueInRightToLeft(text, text.replace(marks, '')),
}

function valueInRightToLeft(sent: string, shown: string): string {
  return sent === '' ? sent : `${runsLeft.test(sent) ? RLI : LRI}${shown}${PDI}`
}

/** Intl’s, for text without isolates: within them, the Hebrew sign would lose its space. Left-to-right marks hold the minus. */
const marks = /[\u061c\u200f]/g
/** An amount whose sign stands at the left of its digits, because it is of letters that run so or Intl says so: ₪ in Hebrew. */
const runsLeft = new RegExp(`${rightToLeft.source}|\u200f`)

function isolated(text: string): string {
  return rightToLeft.test(text) ? wrap(text) : text
}

/** Text in which no line ends within a range (48–52), between figure and unit, or between guillemets and what they enclose. */
function kept(text: string): string {
  const ranged = text.includes('–') ? text.replace(/(?<=\d)–(?=\d)/g, `–${wordJoiner}`) : text
  const whole = ranged.replace(beforeUnit, '\u00a0')
  return whole.includes('« ') ? whole.replace(/« ([^«»]*) »/g, '«\u00a0$1\u00a0»') : whole
}

/** The space between a figure and its unit: 750 g. */
const beforeUnit = /(?<=\d) (?=(?:[kmµ]?g|[kcmd]?m|[cmd]?[lL]|oz|lbs?|k?W|V|[MGT]B)(?![\p{L}\d]))/gu

function wrap(text: string): string {
  const strong = firstStrong.exec(text)
  return `${strong && rightToLeft.test(strong[0]) ? RLI : LRI}${text}${PDI}`
}

function isRightToLeft(text: string): boolean {
  const strong = firstStrong.exec(text)
  return strong !== null && rightToLeft.test(strong[0]) && !/[A-Za-z]/.test(text)
}

/**
 * Values that were isolated one by one, as one if none of them runs from right to left: in Arabic `Visa •••• 1881` reads as it does on the
 * card, and not `•••• 1881 Visa`.
 */
export function asOne(text: string): string {
  return isolates.test(text) && !rightToLeft.test(text) ? `${LRI}${text.replace(everyIsolate, '')}${PDI}` : text
}

const isolates = /[\u2066-\u2069]/
const everyIsolate = /[\u2066-\u2069]/g

const unseen = /[\u2060\u2066-\u2069]/

/** Removes isolates and word joiners, for strings that aren't shown as text, such as a subject. */
export function withoutIsolates(text: string): string {
  return unseen.test(text) ? text.replace(/[\u2060\u2066-\u2069]/g, '') : text
}

/** Writes an amount as it is shown, in the receipt's currency or another one: isolated, and on one line. */
export type ShownMoney = (amount: number, currency?: string) => string

/**
 * The amounts of a format. In most, an amount is shown as it is written, whatever the number: what goes around and between its digits
 * is the same for all.
 */
export function shownMoney(f: Format): ShownMoney {
  const known = ofFormats.get(f)
  if (known) return known
  const isolate = isolateFor(f.dir)
  const isShownAsWritten = samples.every(sample => isolate.amount(f.money(sample)) === f.money(sample))
  const money: ShownMoney = (amount, currency) => {
    const written = f.money(amount, currency)
    return isShownAsWritten && currency === undefined ? written : isolate.amount(written)
  }
  ofFormats.set(f, money)
  return money
}

const ofFormats = new WeakMap<Format, ShownMoney>()

/** They have every sign that a currency and a locale write. */
const samples = [0, 1, 1234567.125, -1, -1234567.125]
