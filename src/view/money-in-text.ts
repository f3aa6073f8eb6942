import { moneyMark, sumWords, unitBehind } from './money-words.ts'

/** A part of a text, from one position up to before another. */
export type Span = readonly [from: number, to: number]

/** What is known of a receipt's money. */
export interface KnownMoney {
  /** Its amounts without their signs, in major units. */
  amounts: readonly number[]
  /** Its currencies, ISO 4217. */
  currencies: readonly string[]
  /** What these are called in the reader's language. */
  names: readonly string[]
  /** The decimals of its prices; zero where a figure with decimals is no price. */
  decimals: number
}

/** Finds the parts of a text, as `plainForm` gives it, that speak of money. */
export type FindMoney = (text: string) => Span[]

/**
 * A text as it is searched: Latin digits whatever the script, one form of each letter (NFKC), nothing invisible, plain spaces.
 */
export function plainForm(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Zs}\t]/gu, ' ')
  return plain.replace(/[^\x00-\x7f]/gu, sign => (digit.test(sign) ? String(digitValue(sign)) : sign))
}

/**
 * Makes the search for money in texts. A part speaks of money when it is
 * - a figure with a currency's sign, code or name beside it, or with the dash of round prices (`12,–`);
 * - a figure with the decimals of the currency that is no measure, date, time or part of a code;
 * - an amount of the receipt: one with decimals wherever it stands, a whole one from 100 on, a smaller one where a word such as
 *   "total" or "paid" is in the same text. Small whole figures are sizes, days and pieces far more often than prices.
 */
export function moneyFinder({ amounts, currencies, names, decimals }: KnownMoney): FindMoney {
  const mark = moneyMark(currencies, names)
  const marked = new RegExp(
    `${mark}[\\s:=]*[-−+(]?\\s?(?:${range})|(?:${range})${multiple}\\s?[-–—)]?\\s?${mark}`,
    'giu',
  )
  const held = new Set(amounts.map(keyOf))

  const isHeld = (figure: string, sums: boolean): boolean =>
    readings(figure).some(value => held.has(keyOf(value)) && (!Number.isInteger(value) || value >= 100 || sums))

  return text => {
    if (!/\d/.test(text) && !kanjiYen.test(text)) return []
    const sums = sumWords.test(text)
    const figures = Array.from(text.matchAll(figurePattern)).filter(({ 0: figure, index }) => {
      const before = text.slice(0, index)
      const behind = text.slice(index + figure.length)
      if (roundPrice.test(behind)) return true
      if (unitBehind.test(behind)) return false
      const whole = !/[.,٫·]/.test(figure)
      if (isHeld(figure, sums)) return !(whole && inCode(before, behind))
      return hasDecimals(figure, decimals) && !inCode(before, behind) && !isDayOrTime(figure, before, behind)
    })
    const found = [...text.matchAll(marked), ...text.matchAll(new RegExp(kanjiYen, 'gu')), ...figures]
    return found.map(({ 0: part, index }) => [index, index + part.length] as const)
  }
}

const digit = /^\p{Nd}$/u

/** Digits of a script stand in a row, from zero to nine. */
function digitValue(sign: string): number {
  const code = sign.codePointAt(0)!
  let value = 0
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

const digits = "(?:\\d{1,3}(?: \\d{3})+(?!\\d)|\\d+)(?:[.,'’·٫٬]\\d+)*"
const figurePattern = new RegExp(digits, 'g')
const roundDash = '[.,][-–—−]{1,2}(?!\\s?\\d)'
const roundPrice = new RegExp(`^(?:${roundDash}|:-(?!\\s?\\d))`)
/** '50', '50–100', '25/50', '12.–'. */
const range = `${digits}(?:\\s?[-–—~/]\\s?${digits})*(?:${roundDash})?`
const multiple = '(?:\\s?(?:k|mio\\.?|million|百|千|万|億))?'
const kanjiYen = /[〇一二三四五六七八九十百千万億]+\s?(?:円|元)/u

/** The numbers that a figure can be read as: '1,299' is 1299 and 1.299, '2 129.00' also 129. */
function readings(figure: string): number[] {
  const parts = figure.split(/[.,'’·٫٬ ]/)
  if (parts.length === 1) return [Number(figure)]
  const marks = figure.match(/[.,'’·٫٬ ]/g) ?? []
  const pieces = figure.includes(' ') ? figure.split(' ').flatMap(piece => [piece, piece.replace(/[,٫·]/, '.')]) : []
  const pairs = marks.map((_, at) => `${parts[at]}.${parts[at + 1]}`)
  return [parts.join(''), `${parts.slice(0, -1).join('')}.${parts.at(-1)}`, ...pieces, ...pairs].map(Number)
}

function keyOf(value: number): string {
  return String(Number(Math.abs(value).toFixed(6)))
}

/** '1,299.00' and '12,50' where prices have two decimals; not '31.12.26'. */
function hasDecimals(figure: string, decimals: number): boolean {
  if (decimals === 0) return false
  const found = /^(?:\d{1,3}(?:([.,'’٬ ])\d{2,3}(?=\D))*|\d+)([.,٫·])(\d+)$/.exec(figure)
  const [, group, mark, fraction] = found ?? []
  return fraction?.length === decimals && group !== mark && !(decimals === 3 && mark === ',')
}

/** Part of a code or a word: 'AB-12.50', 'v1.25', '#12.50'. */
function inCode(before: string, behind: string): boolean {
  return /[\p{L}#_/\\@]$|[\p{L}\d][-–]$/u.test(before) || /^[\p{L}_@\\]/u.test(behind)
}

/** A day without its year ('bis 31.12.') or opening hours ('9.00–18.00', '10.30 Uhr'). */
function isDayOrTime(figure: string, before: string, behind: string): boolean {
  const [, first, second] = /^(\d{1,2})[.](\d{2})$/.exec(figure) ?? []
  if (first === undefined) return false
  const isTime = (hour: string, minute: string) => Number(hour) <= 24 && Number(minute) < 60
  if (/^\.(?!\d)/.test(behind) && Number(first) <= 31 && Number(second) >= 1 && Number(second) <= 12) return true
  const other =
    /^\s?(?:[-–—]|bis|to|à|a|et)\s?(\d{1,2})\.(\d{2})(?!\d)/.exec(behind) ??
    /(?<!\d)(\d{1,2})\.(\d{2})\s?(?:[-–—]|bis|to|à|a|et)\s?$/.exec(before)
  return isTime(first, second!) && other !== null && isTime(other[1]!, other[2]!)
}
