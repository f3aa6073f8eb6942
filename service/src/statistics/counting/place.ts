import { type LocaleDecision, localTimeOf, parseDateTime, type ReceiptData } from 'counterfoil'
import { nameOf } from './dimensions.ts'

/** Where a receipt and its mails count. Decided once, when it is accepted, and stored with it. */
export interface Place {
  /** The day that the receipt prints: days since 1970. */
  day: number
  /** The instant at which its hour began by the store's clock, milliseconds since 1970. */
  hourStart: number
  /** Minutes that clock is ahead of UTC. */
  utcOffset: number
  store: string
  territory: string
  register: string
  receiptType: string
  transactionType: string
  language: string
  /** ISO 4217; empty if unknown. */
  currency: string
  scale: number
}

/** Where a receipt counts: on the day that it prints, whatever the server's zone. */
export function placeOf(
  receipt: ReceiptData,
  { locale, at, scale }: { locale: LocaleDecision; at: Moment; scale: number },
): Place {
  const { workstation, receiptType, transactionType } = receipt
  return {
    ...at,
    store: nameOf(workstation.store.id),
    territory: nameOf(workstation.store.address.territory ?? ''),
    register: nameOf(workstation.id),
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

export type Moment = Pick<Place, 'day' | 'hourStart' | 'utcOffset'>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * The day and hour of a date-time by the store's clock, as printed.
 *
 * @param text ISO 8601
 * @param timeZone the store's, if known
 */
export function momentOf(text: string, timeZone: string | undefined): Moment {
  const sent = parseDateTime(text)
  const { clock, offset = 0 } = sent ? localTimeOf(sent, timeZone) : { clock: 0 }
  return {
    day: Math.floor(clock / day),
    hourStart: Math.floor(clock / hour) * hour - offset,
    utcOffset: Math.round(offset / minute),
  }
}

/** The day, by the clock of a moment, on which an instant was. */
export function dayThere({ utcOffset }: Moment, instant: number): number {
  return Math.floor((instant + utcOffset * minute) / day)
}

const order = [
  'day',
  'hourStart',
  'utcOffset',
  'store',
  'territory',
  'register',
  'receiptType',
  'transactionType',
  'language',
  'currency',
  'scale',
] as const satisfies readonly (keyof Place)[]

/** A place as text, to store. */
export function writePlace(place: Place): string {
  return JSON.stringify(order.map(name => place[name]))
}

/** Reads what `writePlace` wrote. */
export function readPlace(text: string): Place {
  const values = JSON.parse(text) as unknown[]
  const place: Partial<Record<keyof Place, unknown>> = {}
  for (let index = 0; index < order.length; index++) place[order[index]!] = values[index]
  return place as Place
}
