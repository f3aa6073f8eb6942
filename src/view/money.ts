import type { Format } from '../locale/format/format.ts'
import { isolateFor } from './direction.ts'

/** Writes an amount as it is shown, in the receipt's currency or another one: isolated, and on one line. */
export type ShownMoney = (amount: number, currency?: string) => string

/**
 * The amounts of a format. In most, an amount is shown as it is written, whatever the number: what goes around and between its digits
 * is the same for all.
 */
export function shownMoney(f: Format): ShownMoney {
  const known = ofFormats.get(f)
  if (known) return known
  const isolate = isolateFor(f.dir)
  const isShownAsWritten = samples.every(sample => isolate.amount(f.money(sample)) === f.money(sample))
  const money: ShownMoney = (amount, currency) => {
    const written = f.money(amount, currency)
    return isShownAsWritten && currency === undefined ? written : isolate.amount(written)
  }
  ofFormats.set(f, money)
  return money
}

const ofFormats = new WeakMap<Format, ShownMoney>()

/** They have every sign that a currency and a locale write. */
const samples = [0, 1, 1234567.125, -1, -1234567.125]
