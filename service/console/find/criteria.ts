import { addressOf } from '../parts/router.ts'

/** What someone knows of a receipt, as the address bar holds it. */
export interface UrlCriteria {
  from?: string
  to?: string
  store?: string
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

/** One thing read from what was typed. */
export interface Criterion {
  kind: 'number' | 'card' | 'amount' | 'email' | 'day' | 'words'
  value: string
}

/**
 * Reads what was typed into the search box: an address, an amount with either decimal mark, a day (as numbers, or as the
 * language's words for today, yesterday and weekdays), a card's last four digits, a number on the receipt, or else words of a name or
 * of goods.
 *
 * @returns `unread`: what can't be any of these, such as a comparison. The rest must not be looked for alone: it would find something else
 */
export function readCriteria(text: string, today: Date, language: string): { readings: Criterion[]; unread: string[] } {
  const parts = partsOf(text).map(part => ({
    ...part,
    reading: part.isQuoted ? ('words' as const) : readWord(part.text, today, language),
  }))
  const hasWords = parts.some(({ reading }) => reading === 'words')
  const readings: Criterion[] = []
  const words: string[] = []
  const unread: string[] = []
  for (const { text: part, reading, isSize } of parts) {
    if (reading === 'unread' || part.length > longest) unread.push(part)
    else if (reading === 'words') words.push(part)
    else if (hasWords && (isSize || /^\d{1,3}$/.test(part))) words.push(part)
    else readings.push(reading)
  }
  const value = words.join(' ')
  if (value.length > longest) unread.push(value)
  else if (value !== '') readings.push({ kind: 'words', value })
  return { readings, unread: unread.map(part => (part.length > 40 ? `${part.slice(0, 40)}…` : part)) }
}

/** Characters that one clue may have. */
const longest = 200

interface TypedPart {
  text: string
  isQuoted: boolean
  /** Whether it is a number of goods, not of a receipt: of "water 12 × 0.7 l" both. */
  isSize: boolean
}

/** What stands between spaces or quotation marks. */
function partsOf(text: string): TypedPart[] {
  const all = [...halfWidth(text).matchAll(/["“”„«»「」]([^"“”„«»「」]+)["“”„«»「」]|[^\s"“”„«»「」]+/gu)]
  const parts = all.map(([part, quoted]) => ({
    text: quoted?.trim() ?? part.replace(/^[(;:,!]+|[);:,!?.]+$/g, ''),
    isQuoted: quoted !== undefined,
  }))
  return parts.flatMap((part, at) => {
    const isSize = /^\d+(?:[.,]\d+)?$/.test(part.text) && unit.test(parts[at + 1]?.text ?? '')
    return /[^\s&+/·×-]/.test(part.text) ? { ...part, isSize } : []
  })
}

/** Figures, signs and spaces as keyboards for Latin letters have them; commas of lists become spaces. */
function halfWidth(text: string): string {
  return text
    .replace(/[，、\u3000]/g, ' ')
    .replace(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** What follows a number that is a size. */
const unit = /^(?:[mcd]?l|k?g|mg|[cmk]?m|oz|lbs?|x|×)$/i

function readWord(word: string, today: Date, language: string): Criterion | 'words' | 'unread' {
  if (/^[^@\s]+@[^@\s]+$/.test(word)) return { kind: 'email', value: word }
  const [, last4] = /^[*•x.…]+(\d{4})$/i.exec(word) ?? []
  if (last4 !== undefined) return { kind: 'card', value: last4 }
  if (/[@<>=≤≥≠≈~|*^{}\\\p{Sc}]|\d\+$|\d\.\.+\d/u.test(word) && readAmount(word) === undefined) return 'unread'
  const day = readDay(word, today, language)
  if (day !== undefined) return { kind: 'day', value: day }
  const amount = readAmount(word)
  if (amount !== undefined) return { kind: 'amount', value: amount }
  if (/^\d{4}$/.test(word)) return { kind: 'card', value: word }
  return /\d/.test(word) ? { kind: 'number', value: word.replace(/^#/, '') } : 'words'
}

/** An amount as a decimal with a point; it has a currency's sign, or one or two decimals. */
export function readAmount(word: string): string | undefined {
  const plain = word.replace(/^[-\u2212+]/, '').replace(/^\p{Sc}|(?:\p{Sc}|元|圓|円|원|zł|kr\.?)$/gu, '')
  const hasSign = plain !== word.replace(/^[-\u2212+]/, '')
  const [, whole, decimals] = /^(\d{1,3}(?:[.,'\u2019]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  if (whole === undefined || (decimals === undefined && !hasSign)) return undefined
  return `${whole.replace(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`
}

/** A day as `2026-11-20`. A weekday is the last one before today, and so is a day without a year. */
export function readDay(word: string, today: Date, language: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?$/.exec(word) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const [, first, second, third] = /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})$/.exec(word) ?? []
  if (first !== undefined) {
    const full = Number(third) < 100 ? 2000 + Number(third) : Number(third)
    const monthFirst = language === 'en-US'
    return dayOf(full, Number(monthFirst ? first : second), Number(monthFirst ? second : first))
  }
  const [, named, its] = /^(\d{1,2})月(\d{1,2})日$/.exec(word) ?? []
  if (named !== undefined) {
    const thisYear = dayOf(today.getFullYear(), Number(named), Number(its))
    const isAhead = thisYear !== undefined && thisYear > before(today, 0)
    return isAhead ? dayOf(today.getFullYear() - 1, Number(named), Number(its)) : thisYear
  }
  const name = word.toLocaleLowerCase(language)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const ago of [0, 1])
    if (relative.format(-ago, 'day').toLocaleLowerCase(language) === name) return before(today, ago)
  for (let ago = 1; ago <= 7; ago++) {
    const date = new Date(`${before(today, ago)}T00:00:00Z`)
    for (const weekday of ['long', 'short'] as const) {
      const known = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date)
      if (known.toLocaleLowerCase(language).replace(/\.$/, '') === name.replace(/\.$/, '')) return before(today, ago)
    }
  }
  return undefined
}

/** The day some days before, on this device's calendar. */
export function before(today: Date, days: number): string {
  return dayOf(today.getFullYear(), today.getMonth() + 1, today.getDate() - days, true) ?? ''
}

function dayOf(year: number, month: number, day: number, rolls = false): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!rolls && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)) return undefined
  return date.toISOString().slice(0, 10)
}

/** The address of the list of receipts with these criteria. What may name people stays in the browser. */
export function placeOf({ email, words, unread, ...rest }: UrlCriteria, at?: string): string {
  return addressOf(['receipts'], { ...rest, at }, { email, words, unread })
}
