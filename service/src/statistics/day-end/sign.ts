import type { Database } from '../../database/database.ts'
import type { DayEndTable } from '../../database/statistics/tables.ts'
import { decimalText, millionthsOf } from '../counting/decimals.ts'
import type { BusinessDay, DayEnd } from './read.ts'

/** Cash that somebody counted in the drawer, as decimal strings. */
interface CountedCash {
  currency: string
  counted: string
}

/** What was signed off: it stays as it was, whatever comes later. */
export interface SignedDayEnd {
  signedAt: number
  /** Who, as the audit trail names them. */
  signedBy: string
  /** When the day began, minutes after midnight. */
  cutOff: number
  cash: (CountedCash & { expected: string; difference: string })[]
  /** What the receipts said then. */
  dayEnd: DayEnd
}

/** Signs a business day off: once, with what its receipts say now. Undefined if it is signed off already. */
export async function signDayEnd(
  db: Database,
  about: BusinessDay,
  dayEnd: DayEnd,
  { counted, by, at }: { counted: readonly CountedCash[]; by: string; at: number },
): Promise<SignedDayEnd | undefined> {
  const cash = counted.map(each => {
    const expected = dayEnd.total.cash.find(({ currency }) => currency === each.currency)?.expected ?? '0'
    const digits = Math.max(decimalsOf(expected), decimalsOf(each.counted))
    const difference = decimalText(millionthsOf(each.counted) - millionthsOf(expected), digits)
    return { ...each, expected, difference }
  })
  const { merchantId, storeId, workstationId = '', day, cutOff } = about
  const signed: SignedDayEnd = { signedAt: at, signedBy: by, cutOff, cash, dayEnd }
  const row: DayEndTable = {
    ...{ merchant_id: merchantId, store_id: storeId, register: workstationId, day, cut_off: cutOff },
    ...{ signed_at: at, signed_by: by, body: JSON.stringify({ cash, dayEnd }) },
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('day_ends')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 0n ? undefined : signed
}

/** What was signed off of a business day; undefined if nothing was. */
export async function findSigned(
  db: Database,
  { merchantId, storeId, workstationId = '', day }: BusinessDay,
): Promise<SignedDayEnd | undefined> {
  const row = await db
    .selectFrom('day_ends')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('store_id', '=', storeId)
    .where('register', '=', workstationId)
    .where('day', '=', day)
    .executeTakeFirst()
  if (!row) return undefined
  const { cash, dayEnd } = JSON.parse(row.body) as Pick<SignedDayEnd, 'cash' | 'dayEnd'>
  return { signedAt: row.signed_at, signedBy: row.signed_by, cutOff: row.cut_off, cash, dayEnd }
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.')
  return point < 0 ? 0 : amount.length - point - 1
}
