/** By what whole receipts are counted: each is in one group. */
export const receiptDimensions = [
  'all',
  'store',
  'territory',
  'register',
  'receiptType',
  'transactionType',
  'language',
] as const

/** By what their parts are counted, and what isn't a receipt: a receipt may be in several groups. */
export const partDimensions = [
  'tenderType',
  'cardBrand',
  'taxType',
  'category',
  'item',
  /** Seconds from acceptance to mail, by bucket (`waits.ts`). */
  'wait',
  /** Refused requests, by field and message. */
  'refusal',
  /** Results of email validation. */
  'validation',
] as const

type ReceiptDimension = (typeof receiptDimensions)[number]

/** What a part of a receipt is counted by: an item, a tender, a tax. */
export type PartDimension = (typeof partDimensions)[number]

/** What figures can be grouped by. */
export type Dimension = ReceiptDimension | PartDimension

/** How long the time is that a row is about. */
export type Level = 'quarterHour' | 'day' | 'month'

/** Whether a receipt may be in several groups of a dimension. */
export function isPart(dimension: Dimension): boolean {
  return (partDimensions as readonly string[]).includes(dimension)
}

interface Levels {
  /** How fine the rows for all stores are. */
  all: readonly Level[]
  /** How fine the rows for each store are; empty if there are none. */
  store: readonly Exclude<Level, 'month'>[]
}

/**
 * Which rows there are. Each more costs every receipt an insert or update: months are for dimensions with many groups, of which
 * a year by days is too much to read; there are no rows by store for what has the store in it, or many groups.
 */
export const levelsOf: Readonly<Record<Dimension, Levels>> = {
  all: { all: ['quarterHour', 'day', 'month'], store: [] },
  store: { all: ['quarterHour', 'day', 'month'], store: [] },
  territory: { all: ['quarterHour', 'day'], store: [] },
  register: { all: ['quarterHour', 'day', 'month'], store: [] },
  receiptType: { all: ['quarterHour', 'day'], store: ['day'] },
  transactionType: { all: ['quarterHour', 'day'], store: ['day'] },
  language: { all: ['quarterHour', 'day'], store: ['day'] },
  tenderType: { all: ['quarterHour', 'day'], store: ['day'] },
  cardBrand: { all: ['quarterHour', 'day'], store: ['day'] },
  taxType: { all: ['quarterHour', 'day'], store: ['day'] },
  category: { all: ['day', 'month'], store: [] },
  item: { all: ['day', 'month'], store: [] },
  wait: { all: ['quarterHour', 'day', 'month'], store: ['day'] },
  refusal: { all: ['quarterHour', 'day'], store: [] },
  validation: { all: ['quarterHour', 'day'], store: [] },
}

/** Between the parts of a name that has several, such as store and register. No text from a till contains it. */
export const between = '\u001f'

/** Most UTF-16 units of a name: tills send what they like. */
const maxNameLength = 100

/** A till's text as a name: one line without control characters, of bounded length, the same on both databases. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = text
    .slice(0, 4 * maxNameLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed()
  if (names.size >= maxKnown) names.clear()
  if (text.length <= maxNameLength) names.set(text, name)
  return name
}

/** Tills send the same texts again and again. */
const names = new Map<string, string>()
const maxKnown = 10_000
