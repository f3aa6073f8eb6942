import { OutOfReachError, type Reach, reaches } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { dateOf } from '../answers/periods.ts'
import { clockText } from './clock.ts'
import { type BusinessDay, type DayEnd, type NotCounted, readDayEnd } from './read.ts'
import { findSigned, type SignedDayEnd } from './sign.ts'
import type { DayEndPart } from './sums.ts'

/** A day-end as its doors answer it. */
export interface ShownDayEnd {
  date: string
  storeId: string
  storeName: string
  cutOff: string
  total: DayEndPart
  registers: readonly DayEndPart[]
  notCounted: readonly NotCounted[]
  notCountedCount: number
  signed?: {
    at: string
    by: string
    /** What they sign in with; absent for an operator, and for who isn't there anymore. */
    name?: string
    /** When the day began that they signed off. */
    cutOff: string
    cash: readonly Record<'currency' | 'counted' | 'expected' | 'difference', string>[]
    isChanged: boolean
  }
}

/** A day as it is asked for: the cut-off in minutes after midnight. */
interface AskedDay {
  storeId: string
  workstationId?: string | undefined
  /** Such as `2026-11-28`. */
  date: string
  cutOff: number
}

/** Which day is meant. @throws OutOfReachError for a store out of reach */
export function dayAsked(reach: Reach, { date, ...rest }: AskedDay): BusinessDay {
  if (!reaches(reach, rest.storeId)) throw new OutOfReachError()
  return { merchantId: reach.merchantId, ...rest, day: Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000) }
}

/** A day as its receipts say now, and who signed it off. @param names of people, by id */
export async function showDayEnd(
  db: Database,
  about: BusinessDay,
  names: (merchantId: string) => Promise<ReadonlyMap<string, string>>,
): Promise<ShownDayEnd> {
  const [dayEnd, signed] = [await readDayEnd(db, about), await findSigned(db, about)]
  return shownDayEnd(about, dayEnd, signed, signed ? await names(about.merchantId) : new Map())
}

/** A day, and what was signed off of it. @param names of people, by id */
export function shownDayEnd(
  about: BusinessDay,
  { newest: _, ...dayEnd }: DayEnd,
  signed: SignedDayEnd | undefined,
  names: ReadonlyMap<string, string>,
): ShownDayEnd {
  const answer = { date: dateOf(about.day), storeId: about.storeId, cutOff: clockText(about.cutOff), ...dayEnd }
  if (!signed) return answer
  const { signedAt, signedBy: by, cash, cutOff } = signed
  const { newest: __, ...then } = signed.dayEnd
  const isChanged = cutOff === about.cutOff && JSON.stringify(then) !== JSON.stringify(dayEnd)
  const name = names.get(by.replace(/^person:/, ''))
  const at = new Date(signedAt).toISOString()
  return {
    ...answer,
    signed: { at, by, ...(name !== undefined && { name }), cutOff: clockText(cutOff), cash, isChanged },
  }
}
