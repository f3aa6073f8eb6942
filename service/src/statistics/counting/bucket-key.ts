import type { LocaleDecision, ReceiptData } from 'counterfoil'
import { localTimeOf, parseDateTime } from 'counterfoil/internal'
import { nameOf, type ReceiptDimension } from './dimensions.ts'

/** Where a receipt and its mails count: when, and its name in each dimension. Decided once, when it is accepted, and stored with it. */
export interface BucketKey extends Record<Exclude<ReceiptDimension, 'all' | 'registerOperator'>, string> {
  /** The day that the receipt prints: days since 1970. */
  day: number
  /**
   * The instant at which its quarter hour began, milliseconds since 1970: of UTC or of the store's clock, whichever began later.
   * They differ only if a till sends an offset that no zone has. So what is between this and the next is in one quarter of both.
   */
  quarterStart: number
  /** Minutes that clock is ahead of UTC. */
  utcOffset: number
  /** ISO 4217; empty if unknown. */
  currency: string
  scale: number
  /** How long the time is that its finest rows are about, minutes: an hour from `quarterStart` if an earlier version counted it. */
  minutes: 15 | 60
}

/** Where a receipt counts: on the day that it prints, whatever the server's zone. */
export function bucketKeyOf(
  receipt: ReceiptData,
  { locale, at, scale }: { locale: LocaleDecision; at: Moment; scale: number },
): BucketKey {
  const { workstation, receiptType, transactionType } = receipt
  return {
    ...at,
    store: nameOf(workstation.store.id),
    territory: nameOf(workstation.store.address.territory ?? ''),
    register: nameOf(workstation.id),
    operator: nameOf(workstation.operator ?? ''),
    associate: nameOf(workstation.associate ?? ''),
    receiptType,
    transactionType: nameOf(transactionType),
    language: locale.languages[0] ?? locale.chosen,
    currency: currencyOf(receipt, locale),
    scale,
  }
}

/** A receipt's currency, or else its merchant's or store's; empty if none is known. */
export function currencyOf({ currency }: ReceiptData, locale: LocaleDecision): string {
  return currency ?? locale.currency ?? ''
}

/** When a receipt counts, in the local time of its store. */
type Moment = Pick<BucketKey, 'day' | 'quarterStart' | 'utcOffset' | 'minutes'>

const minute = 60_000
const quarter = 15 * minute
const hour = 60 * minute
const day = 24 * hour

/**
 * The day and quarter hour of a date-time by the store's clock, as printed.
 *
 * @param text ISO 8601
 * @param timeZone the store's, if known
 */
export function momentOf(text: string, timeZone: string | undefined): Moment {
  const sent = parseDateTime(text)
  const { clock, offset = 0 } = sent ? localTimeOf(sent, timeZone) : { clock: 0 }
  return {
    day: Math.floor(clock / day),
    quarterStart: Math.max(startOf(quarter, clock) - offset, startOf(quarter, clock - offset)),
    utcOffset: Math.round(offset / minute),
    minutes: 15,
  }
}

/** The instant at which the hour of an instant began, by a clock that is so many minutes ahead of UTC. */
export function hourStartOf(instant: number, utcOffset: number): number {
  const offset = utcOffset * minute
  return startOf(hour, instant + offset) - offset
}

function startOf(length: number, instant: number): number {
  return Math.floor(instant / length) * length
}

/** The day, by the clock of a moment, on which an instant was. */
export function dayThere({ utcOffset }: Moment, instant: number): number {
  return Math.floor((instant + utcOffset * minute) / day)
}

/** The first day of a day's month, both in days since 1970. */
export function monthOf(of: number): number {
  return of - new Date(of * day).getUTCDate() + 1
}

/** The first day of a day's third of a month, which begins on the 1st, 11th or 21st, both in days since 1970. */
export function thirdOf(of: number): number {
  const since = of - monthOf(of)
  return of - since + Math.min(20, since - (since % 10))
}

/** The first day of the third after one. @param third its first day */
export function thirdAfter(third: number): number {
  return third - monthOf(third) === 20 ? monthOf(third + 11) : third + 10
}

/** Names in no dimension: what isn't a receipt, or tells nothing of one. */
export const nameless = {
  ...{ store: '', territory: '', register: '', operator: '', associate: '' },
  ...{ receiptType: '', transactionType: '', language: '', currency: '', scale: 2 },
} as const satisfies Omit<BucketKey, keyof Moment>

/** The place of each name in what is stored: receipts have it, so a new name goes to the end. */
const positions = {
  ...{ day: 0, quarterStart: 1, utcOffset: 2, store: 3, territory: 4, register: 5 },
  ...{ receiptType: 6, transactionType: 7, language: 8, currency: 9, scale: 10, minutes: 11 },
  ...{ operator: 12, associate: 13 },
} as const satisfies Record<keyof BucketKey, number>

const order = (Object.keys(positions) as (keyof BucketKey)[]).sort((one, other) => positions[one] - positions[other])

/** A key as text, to store. */
export function writeBucketKey(bucket: BucketKey): string {
  return JSON.stringify(order.map(name => bucket[name]))
}

/** The register alone of what `writeBucketKey` wrote: every mail has it. */
export function registerIn(text: string): string {
  return String((JSON.parse(text) as unknown[])[positions.register] ?? '')
}

/**
 * Reads what `writeBucketKey` wrote.
 *
 * @param later the names that an earlier version didn't write, because they came later
 */
export function readBucketKey(text: string, later: Partial<BucketKey> = nameless): BucketKey {
  const values = JSON.parse(text) as unknown[]
  // Earlier versions counted by the hour, and didn't write how long it is.
  const bucket: Record<string, unknown> = { ...nameless, ...later, minutes: 60 }
  for (let index = 0; index < values.length; index++) {
    const name = order[index]
    if (name !== undefined) bucket[name] = values[index]
  }
  return bucket as unknown as BucketKey
}
