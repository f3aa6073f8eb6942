import { currencyDigits } from '../../../src/standards/currency.ts'
import { isFiller, plainWord } from './date-words.ts'

/** An amount that words say, as a decimal with a point, and how many of the words say it. */
interface ReadAmount {
  amount: string
  length: number
}

/** The most groups that an amount is read in; no receipt's has as many. */
const longest = 6

/**
 * Reads an amount that has a currency's sign, or one or two decimals, as the language writes it: "1 234,50 Kč", "US$43.20".
 *
 * @param words as typed, of which the first begin with an amount
 * @param currency ISO 4217, if it is known without a sign
 */
export function readAmountOf(words: readonly string[], language: string, currency?: string): ReadAmount | undefined {
  const before = signLength(words, language)
  const figures = before === 0 ? words : words.slice(before)
  for (let groups = figuresOf(figures, language); groups > 0; groups--) {
    const text = figures.slice(0, groups).join('')
    const [, sign = '', plain = '', unit = ''] = /^[-\u2212+]?([^\d-]*)[-\u2212+]?(\d(?:.*\d)?)(.*)$/u.exec(text) ?? []
    if (![sign, unit].every(each => each === '' || isSign(each, language))) continue
    const behind = figures.slice(groups)
    const after = signLength(behind, language)
    const signs = [sign, unit, ...words.slice(0, before), ...behind.slice(0, after)].filter(each => each !== '')
    const code = currency ?? signs.find(each => signsOf(language).codes.has(each))
    const amount = decimalOf(plain, signs.length > 0, code)
    if (amount !== undefined) return { amount, length: before + groups + after }
  }
  return undefined
}

/** An amount of one word as a decimal with a point; without a sign it has one or two decimals. */
export function readAmount(word: string, language: string): string | undefined {
  return readAmountOf([word], language)?.amount
}

function decimalOf(plain: string, hasSign: boolean, currency: string | undefined): string | undefined {
  const { minimum: digits, wholeWithout } = currency === undefined ? usual : currencyDigits(currency)
  // In dinars, three figures after the mark are decimals, not a group, unless coins that small aren't used.
  const [, all = '', mark = '', thousandths] =
    digits === 3 && !wholeWithout ? (/^(.+)([.,])(\d{3})$/.exec(plain) ?? []) : []
  if (thousandths !== undefined && !all.includes(mark) && grouped.test(all)) return decimal(all, thousandths)
  const [, whole, decimals] =
    /^(\d{1,3}(?:[.,'\u2019]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ??
    // As in India: 12,34,567.89.
    /^(\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d{1,2}))?$/.exec(plain) ??
    []
  // Three figures after a mark might be decimals that somebody mistyped, if decimals are usual.
  const isSure = hasSign || decimals !== undefined || digits !== 2 || wholeWithout
  return whole === undefined || !isSure ? undefined : decimal(whole, decimals)
}

const grouped = /^(?:\d{1,3}(?:[.,'\u2019]?\d{3})*|\d+)$/
const usual = { minimum: 2, wholeWithout: false }

function decimal(whole: string, decimals: string | undefined): string {
  return `${whole.replace(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`
}

/** How many of the words may be groups of one number, if the language puts spaces between them: "1 234,50". */
function figuresOf(words: readonly string[], language: string): number {
  if (!/^[^\d]*\d{1,3}$/.test(words[0] ?? '') || !isSpaced(language)) return 1
  let groups = 1
  while (groups < longest && /^\d{3}$/.test(words[groups] ?? '')) groups++
  return /^\d{3}(?:[.,]\d{1,2})?[^\d]*$/.test(words[groups] ?? '') && groups < longest ? groups + 1 : groups
}

function isSpaced(language: string): boolean {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567)
  return parts.some(({ type, value }) => type === 'group' && /\s/.test(value))
}

/** How many of the first words are a currency's sign: "F CFA" is two. */
function signLength(words: readonly string[], language: string): number {
  const [first = '', second = ''] = words
  if (isSign(`${first} ${second}`, language)) return 2
  return isSign(first, language) && !isFiller(plainWord(first, language), language) ? 1 : 0
}

/** Whether it is a currency's sign, its code in capitals, or what tills of the language print. */
function isSign(text: string, language: string): boolean {
  if (/^[A-Z]{0,3}\p{Sc} ?[A-Z]{0,3}$|^[.,][-\u2013\u2014]$/u.test(text)) return true
  const { codes, signs } = signsOf(language)
  return codes.has(text) || (/^\D+$/.test(text) && signs.has(plainSign(text)))
}

function plainSign(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{M}]+$/u, '')
}

/** Written at tills, but not by `Intl`. Codes are as they are. */
const others = [
  '元',
  '圓',
  '円',
  '원',
  'руб',
  'грн',
  'дин',
  'din',
  'tl',
  'đ',
  'บาท',
  'kr',
  'zł',
  'rs',
  'eur',
  'usd',
  'gbp',
  'chf',
]

interface Signs {
  codes: ReadonlySet<string>
  signs: ReadonlySet<string>
}

const kept = new Map<string, Signs>()

/** What currencies are called in a language. A Latin letter alone may be anything. */
function signsOf(language: string): Signs {
  const known = kept.get(language)
  if (known) return known
  const codes = new Set(Intl.supportedValuesOf('currency'))
  const signs = new Set(others)
  for (const currency of codes)
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
      const sign = (parts.find(({ type }) => type === 'currency')?.value ?? '').replace(/\p{Cf}/gu, '')
      if (sign !== currency && !/\p{Sc}/u.test(sign) && /..|[^\p{sc=Latn}\p{sc=Cyrl}]/u.test(sign))
        signs.add(plainSign(sign))
    }
  const all = { codes, signs }
  kept.set(language, all)
  return all
}
