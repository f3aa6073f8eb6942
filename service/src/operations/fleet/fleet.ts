import type { Log } from '../../basics/monitoring/log.ts'
import type { Database } from '../../database/database.ts'
import { chunksOf, countOf } from '../../database/rows.ts'
import type { FleetTable } from '../../database/tables.ts'
import { readTillHeader } from './header.ts'

/** Whose request it was. */
interface Sender {
  merchantId: string
  keyId: string
}

/** Tills of a merchant; later ones aren't kept, so that a key that makes up tills can't fill the disk. */
export const maxTills = 10_000

/** How long a till is kept that isn't heard of, milliseconds. */
const lifetime = 90 * 86_400_000

/** Between two writes, and two looks at what is too old; milliseconds. */
const [pause, tidyEvery] = [5000, 3_600_000]

/**
 * The tills in a database, as their requests describe them. They are kept in memory and written every few seconds, the last word of each:
 * a create costs the reading of a header, and a process that is killed forgets a few seconds.
 */
export function createFleet(db: Database, { log, now }: { log: Log; now: () => number }) {
  let heard = new Map<string, FleetTable>()
  let tidyAt = 0
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), pause)
  timer.unref()

  function flush(): Promise<void> {
    writing = writing.then(writeHeard)
    return writing
  }

  async function writeHeard(): Promise<void> {
    const rows = heard
    heard = new Map()
    try {
      for (const [merchantId, ofMerchant] of Map.groupBy(rows.values(), row => row.merchant_id))
        await writeTills(db, await withRoom(db, merchantId, ofMerchant))
      if (now() < tidyAt) return
      tidyAt = now() + tidyEvery
      await db
        .deleteFrom('fleet')
        .where('seen_at', '<', now() - lifetime)
        .execute()
    } catch (error) {
      log.error('Writing what tills say of themselves failed', { error })
    }
  }

  return {
    /** Notes what a request's header says of its till. Doesn't wait, and never throws: a wrong header is none. */
    note({ merchantId, keyId }: Sender, header: string | readonly string[] | undefined): void {
      const till = header === undefined ? undefined : readTillHeader(header)
      if (!till) return
      const at = now()
      const key = `${merchantId} ${till.tillId}`
      if (heard.size >= maxTills && !heard.has(key)) return
      heard.set(key, {
        ...{ merchant_id: merchantId, till_id: till.tillId, key_id: keyId },
        ...{ store_id: till.storeId ?? '', register: till.register ?? '', version: till.version ?? null },
        ...{ waiting: till.waiting ?? null, oldest_at: till.oldestAt ?? null, refused: till.refused ?? null },
        ...{ halted: till.halted ?? null, skew_ms: till.clockAt === undefined ? null : till.clockAt - at },
        ...{ first_seen_at: at, seen_at: at },
      })
    },

    /** Writes what was heard, then goes on listening. */
    flush,

    /** Writes what was heard, and stops. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Keeps what tills say, in memory until it is written. */
export type Fleet = ReturnType<typeof createFleet>

/** Those that are known, and as many others as there is room for. */
async function withRoom(db: Database, merchantId: string, rows: readonly FleetTable[]): Promise<readonly FleetTable[]> {
  const stored = db.selectFrom('fleet').where('merchant_id', '=', merchantId)
  let left = maxTills - (await countOf(stored))
  if (left >= rows.length) return rows
  const known = new Set((await stored.select('till_id').execute()).map(({ till_id }) => till_id))
  return rows.filter(({ till_id }) => known.has(till_id) || left-- > 0)
}

/** In one order, so that two processes can't wait for each other. What another process heard later stays. */
async function writeTills(db: Database, rows: readonly FleetTable[]): Promise<void> {
  const sorted = rows.toSorted((one, other) => (one.till_id < other.till_id ? -1 : 1))
  for (const some of chunksOf(sorted, 100))
    await db
      .insertInto('fleet')
      .values(some)
      .onConflict(conflict =>
        conflict
          .columns(['merchant_id', 'till_id'])
          .doUpdateSet(({ ref }) => ({
            key_id: ref('excluded.key_id'),
            store_id: ref('excluded.store_id'),
            register: ref('excluded.register'),
            version: ref('excluded.version'),
            waiting: ref('excluded.waiting'),
            oldest_at: ref('excluded.oldest_at'),
            refused: ref('excluded.refused'),
            halted: ref('excluded.halted'),
            skew_ms: ref('excluded.skew_ms'),
            seen_at: ref('excluded.seen_at'),
          }))
          .where(({ eb, ref }) => eb(ref('excluded.seen_at'), '>=', ref('fleet.seen_at'))),
      )
      .execute()
}
