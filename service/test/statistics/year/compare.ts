import { micros, type Table } from './naive.ts'
import type { Sent } from './trade.ts'

/** What receipts have as counts; the rest of their figures are amounts. */
export const counts =
  'receipts sales returns payments deposits laterInvoices giftReceipts paymentRequests training revised withAddress items itemsReturned mixedSigns discountsIgnored taxesFromItems timesWithoutOffset'.split(
    ' ',
  )

const byType = ['PaperOnly', 'DigitalOnly', 'DigitalAndPaper', 'NoReceipt']
const partCounts = ['receipts', 'count', 'items', 'itemsReturned']

/** How many figures were compared, and those that differ. */
export interface Found {
  figures: number
  differ: string[]
}

/** Compares the figures of an answer's row with those of the naive counter's group. */
// biome-ignore lint/suspicious/noExplicitAny: a row of JSON
export function compareRow(found: Found, about: string, row: any, group: string, table: Table, isPart = false): void {
  const same = (figure: string, is: bigint, expected: bigint) => {
    found.figures += 1
    if (is !== expected) found.differ.push(`${about} ${group} ${figure}: ${is}, expected ${expected}`)
  }
  const currencies = new Map(table.get(group))
  const own = [...currencies.values()]
  const all = (figure: string) => own.reduce((sum, figures) => sum + (figures.get(figure) ?? 0n), 0n)
  for (const figure of isPart ? partCounts : counts)
    if (row[figure] !== undefined) same(figure, BigInt(row[figure]), all(figure))
  if (row.byReceiptType) for (const type of byType) same(type, BigInt(row.byReceiptType[type]), all(type))
  for (const { currency, averageBasket: _, ...amounts } of row.amounts) {
    const figures = currencies.get(currency)
    currencies.delete(currency)
    for (const [figure, value] of Object.entries(amounts)) {
      const is = typeof value === 'number' ? BigInt(value) : micros(value as string)
      same(`${currency} ${figure}`, is, figures?.get(figure) ?? 0n)
    }
  }
  for (const [currency, figures] of currencies)
    if ([...figures.values()].some(value => value !== 0n)) found.differ.push(`${about} ${group} has no ${currency}`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a receipt, such as `2025-11-28`: as printed, or a zone's. */
export function dayOf({ at, shop, body }: Sent, zone?: string): string {
  const sent = body.receiptDateTime as string
  if (zone === undefined && !sent.endsWith('Z')) return sent.slice(0, 10)
  const timeZone = zone ?? shop.zone
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(at)
}

/** The time that a receipt prints, such as `20:15`. */
export function clockOf({ at, shop, body }: Sent): string {
  const sent = body.receiptDateTime as string
  if (!sent.endsWith('Z')) return sent.slice(11, 16)
  return new Date(at).toLocaleTimeString('en-GB', { timeZone: shop.zone, timeStyle: 'short' })
}
