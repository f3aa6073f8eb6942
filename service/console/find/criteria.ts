import { addressOf } from '../parts/router.ts'
import { readAmountOf } from './amounts.ts'
import { westernFigures } from './date-words.ts'
import { readDays } from './dates.ts'
import type { DaySpan } from './days.ts'

/** What someone knows of a receipt, as the address bar holds it. */
export interface UrlCriteria {
  from?: string
  to?: string
  store?: string
  /** A number on the receipt, a card's last digits or a whole amount, whichever fits. */
  any?: string
  number?: string
  card?: string
  /** A decimal with a point. */
  amount?: string
  email?: string
  /** Of a name, or of goods. */
  words?: string
  /** Why one of its mails didn't arrive, or not yet. */
  reason?: string
  /** What was typed and can't be read: then nothing is looked for. */
  unread?: string
}

/** One thing read from what was typed. Days are `2026-11-20`, or two with a slash between. */
export interface Criterion {
  kind: 'any' | 'number' | 'card' | 'amount' | 'email' | 'days' | 'words'
  value: string
}

/** What can't be read, and what it was taken for. */
interface Unread {
  text: string
  as: 'comparison' | 'range' | 'pattern' | 'address' | 'day' | 'long' | 'sign'
}

/**
 * Reads what was typed into the search box: an address, an amount with either decimal mark, days (`dates.ts`), a number, which may be
 * one on the receipt, a card's last digits or a whole amount, or else words of a name or of goods.
 *
 * @returns `unread`: what can't be any of these, such as a comparison. The rest must not be looked for alone: it would find something else
 */
export function readCriteria(text: string, today: Date, language: string): { readings: Criterion[]; unread: Unread[] } {
  const parts = readParts(partsOf(text), today, language)
  const hasWords = parts.some(({ reading }) => reading === 'words')
  const readings: Criterion[] = []
  const words: string[] = []
  const unread: Unread[] = []
  for (const { text: part, reading, isSize } of parts) {
    if (part.length > longest) unread.push({ text: part, as: 'long' })
    else if (reading === 'words') words.push(part)
    else if ('as' in reading) unread.push(reading)
    else if (hasWords && (isSize || /^\d{1,3}$/.test(part))) words.push(part)
    else readings.push(reading)
  }
  const value = words.join(' ')
  if (value.length > longest) unread.push({ text: value, as: 'long' })
  else if (value !== '') readings.push({ kind: 'words', value })
  const short = (each: string) => (each.length > 40 ? `${each.slice(0, 40)}…` : each)
  return { readings, unread: unread.map(each => ({ ...each, text: short(each.text) })) }
}

type Reading = Criterion | Unread | 'words'

/** Each part with what it is; the parts of a date are one. */
function readParts(parts: readonly TypedPart[], today: Date, language: string): (TypedPart & { reading: Reading })[] {
  const read: (TypedPart & { reading: Reading })[] = []
  for (let at = 0; at < parts.length; ) {
    const rest = parts.slice(at)
    const [first] = rest
    if (!first) break
    const end = rest.findIndex(({ isQuoted }) => isQuoted)
    const open = end === -1 ? rest : rest.slice(0, end)
    const long = readLong(open, today, language, parts.length === open.length)
    const typed = rest.slice(0, long?.length ?? 1).map(each => each.text)
    const text = typed.join(' ')
    const reading = long?.reading(text) ?? (first.isQuoted ? 'words' : readWord(text))
    read.push({ ...first, text, reading })
    at += typed.length
  }
  return read
}

interface LongReading {
  length: number
  reading: (typed: string) => Reading
}

/** Days or an amount, which may have several words, at the beginning of open parts. */
function readLong(
  open: readonly TypedPart[],
  today: Date,
  language: string,
  isWhole: boolean,
): LongReading | undefined {
  const [first] = open
  // In Lithuanian, "2026 m." is a year, not a size.
  const isSize = first?.isSize && !/^(?:1[34]|19|20)\d\d$/.test(westernFigures(first.text))
  const words = open.map(({ raw }) => raw)
  const found = isSize ? undefined : readDays(words, today, language, isWhole)
  if (found) return { length: found.length, reading: typed => daysReading(found.days, typed) }
  const texts = open.map(({ text }) => westernFigures(text))
  const { amount, length } = readAmountOf(first?.isSize ? texts.slice(0, 1) : texts, language) ?? {}
  if (amount === undefined || length === undefined) return undefined
  return { length, reading: () => ({ kind: 'amount', value: amount }) }
}

function daysReading(days: DaySpan | undefined, typed: string): Reading {
  if (!days) return { text: typed, as: 'day' }
  return { kind: 'days', value: days.from === days.to ? days.from : `${days.from}/${days.to}` }
}

/** Characters that one clue may have. */
const longest = 200

interface TypedPart {
  text: string
  /** With the signs after it. */
  raw: string
  isQuoted: boolean
  /** Whether it is a number of goods, not of a receipt: of "water 12 × 0.7 l" both. */
  isSize: boolean
}

/** What stands between spaces or quotation marks. */
function partsOf(text: string): TypedPart[] {
  const all = [...halfWidth(text).matchAll(/["“”„«»「」]([^"“”„«»「」]+)["“”„«»「」]|[^\s"“”„«»「」]+/gu)]
  const parts = all.map(([part, quoted]) => ({
    raw: part,
    text: quoted?.trim() ?? part.replace(/^[(;:,!]+|[);:,!?.]+$/g, ''),
    isQuoted: quoted !== undefined,
  }))
  return parts.flatMap((part, at) => {
    const next = parts[at + 1]?.text ?? ''
    // Bosnian "KM" is marks, not kilometers.
    const isSize = /^\d+(?:[.,]\d+)?$/.test(part.text) && unit.test(next) && next !== 'KM'
    return /[^\s&+/·×-]/.test(part.text) ? { ...part, isSize } : []
  })
}

/** Figures, signs and spaces as keyboards for Latin letters have them; commas of lists become spaces. */
function halfWidth(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[，、،\u3000]/g, ' ')
    .replace(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** What follows a number that is a size. */
const unit = /^(?:[mcd]?l|k?g|mg|[cmk]?m|oz|lbs?|x|×)$/i

/** Digits of an amount without decimals, at most, and of the number that may be one. */
const anyNumber = /^\d{1,9}$/

function readWord(typed: string): Reading {
  const word = westernFigures(typed)
  if (/^[^@\s]+@[^@\s]+$/.test(word)) return { kind: 'email', value: word }
  const [, last4] = /^[*•x.…]+(\d{4})$/i.exec(word) ?? []
  if (last4 !== undefined) return { kind: 'card', value: last4 }
  const as = oddOf(word)
  if (as !== undefined) return { text: typed, as }
  if (anyNumber.test(word)) return { kind: 'any', value: word }
  return /\d/.test(word) ? { kind: 'number', value: word.replace(/^#/, '') } : 'words'
}

/** What a word with signs in it seems to be, that can't be looked for. */
function oddOf(word: string): Unread['as'] | undefined {
  if (/@/.test(word)) return 'address'
  if (/\d\.\.+\d|\p{Sc}.*[-\u2013]|[-\u2013]\p{Sc}/u.test(word)) return 'range'
  if (/[<>=≤≥≠≈~]|\d\+$/.test(word)) return 'comparison'
  if (/[*|^{}\\]/.test(word)) return 'pattern'
  return /\p{Sc}/u.test(word) ? 'sign' : undefined
}

/** The address of the list of receipts with these criteria. What may name people stays in the browser. */
export function placeOf({ email, words, unread, ...rest }: UrlCriteria, at?: string): string {
  return addressOf(['receipts'], { ...rest, at }, { email, words, unread })
}
