import { type Database, inSnapshot } from '../../database/database.ts'
import { readTillHours, type TillHour } from '../../database/statistics/read-sums.ts'
import { readChange } from '../counting/change.ts'
import { between } from '../counting/dimensions.ts'
import { hourStartOf, readPlace } from '../counting/place.ts'
import { readLabels } from '../folding/labels.ts'
import { type SilentTill, silentTills } from './silent-tills.ts'

/** A silent till with its store's name. */
export interface NamedSilentTill extends SilentTill {
  storeName: string
}

const day = 86_400_000

/** Days from which habits are read. */
const span = 28

/** A merchant's tills that have gone silent, as of now: also by receipts that weren't folded into the statistics yet. */
export function readSilentTills(db: Database, merchantId: string, now: number): Promise<NamedSilentTill[]> {
  const today = Math.floor(now / day)
  return inSnapshot(db, async snapshot => {
    const read = { merchantId, from: today - span, to: today + 1 }
    const folded = await readTillHours(snapshot, read)
    const silent = silentTills([...folded, ...(await pendingHours(snapshot, read))], now)
    if (silent.length === 0) return []
    const ids = [...new Set(silent.map(({ storeId }) => storeId))]
    const labels = await readLabels(snapshot, merchantId, 'store', ids)
    const names = new Map(labels.map(({ name, label }) => [name, label]))
    return silent.map(till => ({ ...till, storeName: names.get(till.storeId) ?? '' }))
  })
}

interface Days {
  merchantId: string
  from: number
  to: number
}

async function pendingHours(db: Database, { merchantId, from, to }: Days): Promise<TillHour[]> {
  const deltas = await db
    .selectFrom('statistics_deltas')
    .select(['place', 'body'])
    .where('merchant_id', '=', merchantId)
    .where('kept', '=', 0)
    .execute()
  return deltas.flatMap(({ place, body }) => {
    const { receipts = 0 } = readChange(body).adds ?? {}
    if (receipts <= 0) return []
    const { day: on, store, register, quarterStart, utcOffset } = readPlace(place)
    // By a clock that is years behind, there would be millions of hours since.
    if (on < from || on > to) return []
    const hour_start = hourStartOf(quarterStart, utcOffset)
    return [{ name: `${store}${between}${register}`, hour_start, utc_offset: utcOffset, receipts }]
  })
}
