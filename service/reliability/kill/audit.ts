import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { createFold } from '../../src/statistics/folding/fold.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { until } from '../../test/support/mail-server.ts'
import { statisticsRows } from '../../test/support/statistics-rows.ts'
import { countMailed, type TroubledMailServer } from '../mail-server.ts'
import type { Random } from '../random.ts'
import type { Victims } from './victims.ts'

/** One point on one database: what happened in so many kills, and what is left when everything was restarted. */
export interface KillResult {
  kills: number
  /** Accepted receipts. */
  accepted: number
  /** Milliseconds until the next process listened, one per kill. */
  recoveries: number[]
  /** Accepted receipts that aren't stored. */
  lost: number
  /** Accepted receipts whose mail never came. */
  neverMailed: number
  /** Mails that came again, each with its first Message-ID. */
  copies: number
  /** Attempts that a kill interrupted: each may cost one copy. */
  interrupted: number
  /** Rows without their other half, and mails that came but aren't marked. */
  strays: number
}

export interface KillOptions {
  kills: number
  random: Random
  victims: Victims
  /** A new, empty database with all the service's settings. */
  settings: Record<string, string>
}

/** Whether nothing was lost, nothing is astray, and no mail came again that wasn't being sent when a process was killed. */
export function isKept({ accepted, lost, neverMailed, copies, interrupted, strays }: KillResult): boolean {
  return accepted > 0 && lost === 0 && neverMailed === 0 && strays === 0 && copies <= interrupted
}

/** Both together. */
export function addUp(one: KillResult | undefined, other: KillResult): KillResult {
  if (!one) return other
  const sum = { ...one, recoveries: [...one.recoveries, ...other.recoveries] }
  for (const name of ['kills', 'accepted', 'lost', 'neverMailed', 'copies', 'interrupted', 'strays'] as const)
    sum[name] += other[name]
  return sum
}

/** How long mails may take that are all due, milliseconds: a dead worker is noticed after 15 s. */
const timeoutMs = 180_000

/** Waits until the service has no mail left to send. */
export async function awaitMails(url = ''): Promise<void> {
  await until(async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const queued = text.matchAll(/^counterfoil_deliveries_queued\{.*\} (\d+)$/gm)
    return [...queued].every(([, count]) => count === '0')
  }, timeoutMs).catch(() => {})
}

/** Lets two hours pass in the database of a service that doesn't run: often interrupted mails wait up to one. */
export function passTime(settings: Record<string, string>): Promise<void> {
  return withDatabase(settings, async db => {
    const twoHours = 7_200_000
    await sql`update deliveries set due_at = due_at - ${twoHours} where status = 'queued'`.execute(db)
    await sql`update delivery_attempts set started_at = started_at - ${twoHours}`.execute(db)
  })
}

/** Counts in the database of a service that has stopped. */
export function audit(
  settings: Record<string, string>,
  mailServer: TroubledMailServer,
  accepted: ReadonlyMap<string, string>,
) {
  return withDatabase(settings, async db => {
    const stored = new Set((await db.selectFrom('receipts').select('id').execute()).map(({ id }) => id))
    const deliveries = await db.selectFrom('deliveries').select(['id', 'receipt_id', 'status']).execute()
    const known = new Set(deliveries.map(({ id }) => id))
    const attempts = await db.selectFrom('delivery_attempts').select(['delivery_id', 'outcome']).execute()
    return {
      lost: [...accepted.values()].filter(id => !stored.has(id)).length,
      ...countMailed(mailServer, accepted),
      interrupted: attempts.filter(({ outcome }) => outcome === 'interrupted').length,
      strays:
        deliveries.filter(({ receipt_id, status }) => !stored.has(receipt_id) || status !== 'sent').length +
        attempts.filter(({ delivery_id, outcome }) => !known.has(delivery_id) || outcome === null).length,
    }
  })
}

/** Opens the database of a service that doesn't run. */
export async function withDatabase<Result>(
  settings: Record<string, string>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const { db, close } = await openDatabase(placeOf({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) }))
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/**
 * Folds what is pending in the database of a service that has stopped, and makes the demo merchant's statistics anew from its
 * receipts and what erased ones left. Returns how many rows differ from those that had grown, and how many there are.
 */
export function recount(settings: Record<string, string>): Promise<{ wrong: number; rows: number }> {
  return withDatabase(settings, async db => {
    const fold = createFold(db, Date.now)
    await fold.finish()
    const grown = new Set(await statisticsRows(db, 'demo'))
    await rebuildStatistics({ db, fold, now: Date.now }, 'demo')
    const anew = new Set(await statisticsRows(db, 'demo'))
    const both = [...grown].filter(row => anew.has(row)).length
    return { wrong: grown.size + anew.size - 2 * both, rows: anew.size }
  })
}
