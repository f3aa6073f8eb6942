import { normalized } from 'counterfoil/internal'

/** How long the time is that a row is about. What has months also has thirds of them, both of days that are settled (`settle.ts`). */
export type Level = 'quarterHour' | 'day' | 'month'

interface DimensionRows {
  /** Whether each receipt is in one group, a receipt's parts are counted, or what isn't a receipt. */
  of: 'receipt' | 'part' | 'event'
  /** How fine the rows for all stores are; empty if they would be as many as those for each, of which they are added up. */
  all: readonly Level[]
  /** How fine the rows for each store are; empty if there are none. */
  store: readonly Exclude<Level, 'quarterHour'>[]
  /** Whether its names are texts of tills, which are forgotten with the receipts they came with. */
  isFromTills?: true
  /** Most names on one day of a merchant, if more than usual: what comes later counts as one. */
  maxNames?: number
}

/** Most names of people and tills on a day: a chain has some at each of its stores. */
const maxAtStores = 10_000

/** Where tables by store and something else, such as tenders, are read from: of a year of 300 stores, days are too much. */
const paired = ['day', 'month'] as const

/**
 * What figures can be grouped by, and which rows there are. Each more costs every receipt an insert or update: months, made of days
 * that are over, are for dimensions with many groups, of which a year by days is too much to read; there are no rows by store for what has the store in it, or many groups.
 *
 * A new one of receipts has its name in `bucket-key.ts`, one of their parts is added where they are counted; its field in answers is in
 * `answer-shape.ts`. Receipts of before get it when they are counted anew (`countingRules`).
 */
const dimensions = {
  all: { of: 'receipt', all: ['quarterHour', 'day', 'month'], store: [] },
  store: { of: 'receipt', all: ['quarterHour', 'day', 'month'], store: [], isFromTills: true },
  territory: { of: 'receipt', all: ['quarterHour', 'day'], store: [], isFromTills: true },
  register: {
    ...{ of: 'receipt', all: ['quarterHour', 'day', 'month'], store: [], isFromTills: true },
    maxNames: maxAtStores,
  },
  operator: { of: 'receipt', all: [], store: paired, isFromTills: true, maxNames: maxAtStores },
  associate: { of: 'receipt', all: [], store: paired, isFromTills: true, maxNames: maxAtStores },
  /** Who was at which register of a store: asked for one store, so its days are few. */
  registerOperator: { of: 'receipt', all: [], store: ['day'], isFromTills: true },
  receiptType: { of: 'receipt', all: ['quarterHour', 'day'], store: ['day'] },
  transactionType: { of: 'receipt', all: ['quarterHour', 'day'], store: ['day'], isFromTills: true },
  language: { of: 'receipt', all: ['quarterHour', 'day'], store: ['day'] },
  tenderType: { of: 'part', all: ['quarterHour', 'day'], store: paired, isFromTills: true },
  cardBrand: { of: 'part', all: ['quarterHour', 'day'], store: paired, isFromTills: true },
  taxType: { of: 'part', all: ['quarterHour', 'day'], store: paired, isFromTills: true },
  discount: { of: 'part', all: paired, store: paired, isFromTills: true },
  category: { of: 'part', all: ['day', 'month'], store: [], isFromTills: true },
  item: { of: 'part', all: ['day', 'month'], store: [], isFromTills: true },
  /** Seconds from acceptance to mail, by bucket (`mails.ts`). */
  wait: { of: 'part', all: ['quarterHour', 'day', 'month'], store: ['day'] },
  /** Mails that failed, bounced or were called spam, by why (`mails.ts`), and by the domain of their address. */
  mailReason: { of: 'part', all: ['quarterHour', 'day'], store: ['day'] },
  mailDomain: { of: 'part', all: ['day', 'month'], store: [], isFromTills: true },
  /** Refused requests, by field and message. */
  refusal: { of: 'event', all: ['quarterHour', 'day'], store: [] },
  /** Results of email validation. */
  validation: { of: 'event', all: ['quarterHour', 'day'], store: [] },
} as const satisfies Record<string, DimensionRows>

/** What figures can be grouped by. */
export type Dimension = keyof typeof dimensions

type DimensionOf<Of extends DimensionRows['of']> = {
  [Name in Dimension]: (typeof dimensions)[Name]['of'] extends Of ? Name : never
}[Dimension]

/** What a part of a receipt is counted by: an item, a tender, a tax; or what isn't a receipt. */
export type PartDimension = DimensionOf<'part' | 'event'>

/** By what whole receipts are counted. */
export type ReceiptDimension = DimensionOf<'receipt'>

/** Which rows each dimension has. */
export const dimensionRows: Readonly<Record<Dimension, DimensionRows>> = dimensions

/** All of them. */
export const allDimensions = Object.keys(dimensions) as readonly Dimension[]

/** By what whole receipts are counted. */
export const receiptDimensions = allDimensions.filter((name): name is ReceiptDimension => !isPart(name))

/** Whether all stores together are read from the rows for each: people mostly work in one. */
export function isOnlyByStore(dimension: Dimension): boolean {
  return dimensions[dimension].all.length === 0
}

/** Whether a receipt may be in several groups of a dimension. */
export function isPart(dimension: Dimension): dimension is PartDimension {
  return dimensions[dimension].of !== 'receipt'
}

/** Between the parts of a name that has several, such as store and register. No text from a till contains it. */
export const between = '\u001f'

/** Between the names of two dimensions, each of which may have parts. No text from a till contains it. */
export const betweenDimensions = '\u001e'

/** Most UTF-16 units of a name: tills send what they like. */
const maxNameLength = 100

/** A till's text as a name: one line without control characters, of bounded length, the same on both databases. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = normalized(text.slice(0, 4 * maxNameLength).toWellFormed(), 'NFC')
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
