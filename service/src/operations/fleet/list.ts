import { type Reach, storesAsked } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import type { FleetTable } from '../../database/tables.ts'
import { listKeys } from '../../merchants/api-keys.ts'
import { between, nameOf } from '../../statistics/counting/dimensions.ts'
import { readLabels } from '../../statistics/folding/labels.ts'
import { type NamedSilentTill, readSilentTills } from '../../statistics/silent-tills.ts'
import { type TillState, tillStates } from './states.ts'

/** From which a receipt waits long, a till is away (it says something every five minutes), and its clock is wrong; milliseconds. */
const limits = { waitingMs: 15 * 60_000, awayMs: 16 * 60_000, skewMs: 2 * 60_000 }

/** A till; times are milliseconds since 1970. */
export interface ListedTill {
  /** The till's own; absent if it says nothing of itself, because its version is older or it is another program. */
  id?: string
  state: TillState
  /** Empty before its first sale. */
  storeId: string
  storeName: string
  /** Absent if it isn't known, or all of the store's are silent and none of them said anything. */
  register?: string
  version?: string
  keyId?: string
  keyLabel?: string
  seenAt?: number
  waiting?: number
  oldestAt?: number
  refused?: number
  halted?: string
  /** By how much its clock is ahead of ours. */
  skewMs?: number
  /** When it stopped sending receipts, and how many would usually have come since. Only if it is silent. */
  silentSince?: number
  missing?: number
}

interface Asked {
  reach: Reach
  /** Only of this store. */
  storeId?: string | undefined
  now: number
}

/** The tills within reach: silent ones first, then the others by how badly they need a person. */
export async function listTills(db: Database, { reach, storeId, now }: Asked): Promise<ListedTill[]> {
  const { merchantId } = reach
  const asked = storesAsked(reach, storeId)
  const stored = db.selectFrom('fleet').selectAll().where('merchant_id', '=', merchantId)
  const names = asked?.map(nameOf)
  const rows = await (names ? stored.where('store_id', 'in', names) : stored).execute()
  const silent = await readSilentTills(db, { merchantId, stores: asked }, now)
  const stores = [...new Set(rows.map(({ store_id }) => store_id))]
  const labels = new Map(
    (await readLabels(db, merchantId, 'store', stores)).map(({ name, label }) => [name, label] as const),
  )
  const keys = new Map((await listKeys(db, merchantId)).map(({ id, label }) => [id, label]))
  const silences = new Map(silent.map(till => [placeOf(till.storeId, till.register), till]))
  const told = rows.map(row => {
    const silence = silences.get(placeOf(row.store_id, row.register)) ?? silences.get(placeOf(row.store_id))
    return tillOf(row, { silence, storeName: labels.get(row.store_id) ?? '', keyLabel: keys.get(row.key_id), now })
  })
  const known = new Set(rows.flatMap(row => [placeOf(row.store_id), placeOf(row.store_id, row.register)]))
  const others = silent.filter(till => !known.has(placeOf(till.storeId, till.register))).map(silentTill)
  return [...told, ...others].sort(worstFirst)
}

/** Forgets a till, until it says something again. False if there is none. */
export async function forgetTill(db: Database, merchantId: string, tillId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('fleet')
    .where('merchant_id', '=', merchantId)
    .where('till_id', '=', tillId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many tills of all merchants are in each state; silent ones aren't among them, because finding those takes long. */
export async function countTills(db: Database, now: number): Promise<Record<Exclude<TillState, 'silent'>, number>> {
  const counts = { halted: 0, waiting: 0, refused: 0, skewed: 0, away: 0, fine: 0 }
  const columns = ['halted', 'oldest_at', 'waiting', 'refused', 'skew_ms', 'seen_at'] as const
  for (const row of await db.selectFrom('fleet').select(columns).execute()) counts[stateOf(row, now)]++
  return counts
}

function placeOf(storeId: string, register = ''): string {
  return `${storeId}${between}${register}`
}

type ToldOfTill = Pick<FleetTable, 'halted' | 'oldest_at' | 'waiting' | 'refused' | 'skew_ms' | 'seen_at'>

function stateOf({ halted, oldest_at, waiting, refused, skew_ms, seen_at }: ToldOfTill, now: number) {
  if (halted !== null) return 'halted'
  // By the till's clock, as long as that clock is right.
  const since = oldest_at === null ? now : oldest_at - (skew_ms ?? 0)
  if ((waiting ?? 0) > 0 && now - since >= limits.waitingMs) return 'waiting'
  if ((refused ?? 0) > 0) return 'refused'
  if (Math.abs(skew_ms ?? 0) >= limits.skewMs) return 'skewed'
  return now - seen_at >= limits.awayMs ? 'away' : 'fine'
}

interface Around {
  silence: NamedSilentTill | undefined
  storeName: string
  keyLabel: string | undefined
  now: number
}

function tillOf(row: FleetTable, { silence, storeName, keyLabel, now }: Around): ListedTill {
  return {
    id: row.till_id,
    state: silence ? 'silent' : stateOf(row, now),
    storeId: row.store_id,
    storeName: storeName || row.store_id,
    ...(row.register !== '' && { register: row.register }),
    ...(row.version !== null && { version: row.version }),
    keyId: row.key_id,
    ...(keyLabel && { keyLabel }),
    seenAt: row.seen_at,
    ...(row.waiting !== null && { waiting: row.waiting }),
    ...(row.oldest_at !== null && (row.waiting ?? 0) > 0 && { oldestAt: row.oldest_at }),
    ...(row.refused !== null && { refused: row.refused }),
    ...(row.halted !== null && { halted: row.halted }),
    ...(row.skew_ms !== null && { skewMs: row.skew_ms }),
    ...(silence && { silentSince: Math.min(silence.since, now), missing: silence.missing }),
  }
}

function silentTill({ storeId, storeName, register, since, missing }: NamedSilentTill): ListedTill {
  return {
    ...{ state: 'silent', storeId, storeName: storeName || storeId },
    ...(register !== undefined && { register }),
    ...{ silentSince: since, missing },
  }
}

const text = new Intl.Collator('en', { numeric: true })

function worstFirst(one: ListedTill, other: ListedTill): number {
  return (
    tillStates.indexOf(one.state) - tillStates.indexOf(other.state) ||
    (other.missing ?? 0) - (one.missing ?? 0) ||
    (one.state === 'away' ? (one.seenAt ?? 0) - (other.seenAt ?? 0) : 0) ||
    text.compare(one.storeName, other.storeName) ||
    text.compare(one.register ?? '', other.register ?? '')
  )
}
