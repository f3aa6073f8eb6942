import { limits } from '../limits.ts'

/** What `measure` counts, or more. */
export interface ReadCounters {
  /** UTF-16 units of texts and keys. */
  size: number
  /** UTF-16 units of texts with line breaks. */
  breaks: number
  /** Entries of all lists and maps. */
  entries: number
  items: number
  orders: number
  tenders: number
  /** Keys of all objects. */
  keys: number
  /** Something in it must not be stored as sent. */
  isSecret: boolean
}

/** Counters of nothing. */
export function newCounters(): ReadCounters {
  return { size: 0, breaks: 0, entries: 0, items: 0, orders: 0, tenders: 0, keys: 0, isSecret: false }
}

/** Whether nothing can be over its limit. */
export function isWithinLimits({ size, breaks, entries, items, orders, tenders }: ReadCounters): boolean {
  return (
    size <= limits.input &&
    breaks <= limits.lineBreaks &&
    entries <= limits.entries &&
    items <= limits.items &&
    orders <= limits.orders &&
    tenders <= limits.tenders
  )
}
