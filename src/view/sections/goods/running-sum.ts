import { amountOf, type Micros, micros } from '../../../reading/sums.ts'
import type { Presenting } from '../../presenting.ts'

/** What the goods shown so far come to, for sheets on which a list goes on. */
export interface RunningSum {
  /** Adds a line as it is shown; gives what is carried forward to a sheet that begins with it, in words. */
  add(amount: number | undefined): string | undefined
}

/** Opens the sum of a list of goods; undefined if the receipt isn't for sheets. */
export function openRunningSum({ t, money, isForSheets }: Presenting): RunningSum | undefined {
  if (!isForSheets) return undefined
  let sum: Micros | undefined
  return {
    add(amount) {
      const before = sum
      if (amount !== undefined) sum = (sum ?? 0) + micros(amount)
      if (before === undefined) return undefined
      return t('items.broughtForward', { amount: money(amountOf(before)) })
    },
  }
}
