import type { FieldErrors } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import type { Database } from '../../database/database.ts'
import { momentOf, nameless, writeBucketKey } from './bucket-key.ts'
import { type Change, fieldNameOf, type Part, writeChange } from './change.ts'
import { between, type PartDimension } from './dimensions.ts'

/** What isn't a receipt, but counts: refused requests and validated addresses. */
export interface Events {
  /** A request was refused because of these fields. */
  refused(merchant: Where, fields: FieldErrors): void
  /** Addresses were validated. */
  validated(merchant: Where, verdicts: readonly string[]): void
  /** Writes what was counted, then goes on counting. */
  flush(): Promise<void>
  /** Writes what was counted, and stops. */
  stop(): Promise<void>
}

/** Whose events they are, and the zone of their days. */
interface Where {
  merchantId: string
  timeZone: string
}

/** Milliseconds between two writes. */
const pause = 5000

/** Most fields of a refused request that count. */
const maxFields = 20

/**
 * Counts events in memory and writes them every few seconds, because a till that sends nonsense must not make the database write.
 * So a process that is killed forgets a few; receipts it never does.
 */
export function createEvents(db: Database, { log, now }: { log: Log; now: () => number }): Events {
  let counts = new Map<string, Map<string, number>>()
  const timer = setInterval(() => void flush(), pause)
  timer.unref()

  function count({ merchantId, timeZone }: Where, dimension: PartDimension, name: string): void {
    const moment = momentOf(new Date(now()).toISOString(), timeZone)
    const bucketKey = writeBucketKey({ ...moment, ...nameless })
    const key = `${bucketKey}${between}${merchantId}`
    const names = getOrAdd(counts, key, () => new Map())
    const entry = `${dimension} ${name}`
    names.set(entry, (names.get(entry) ?? 0) + 1)
  }

  async function flush(): Promise<void> {
    const counted = counts
    counts = new Map()
    if (counted.size === 0) return
    const rows = [...counted].map(([key, names]) => {
      const [place = '', merchant_id = ''] = key.split(between)
      const change: Change = { adds: {}, parts: [...names].map(partOf), isEvent: true }
      return { merchant_id, kept: 0, place, body: writeChange(change) }
    })
    await db
      .insertInto('statistics_deltas')
      .values(rows)
      .execute()
      .catch(error => log.error('Writing statistics of requests failed', { error }))
  }

  return {
    refused(where, fields) {
      count(where, 'refusal', '')
      for (const [path, problems] of Object.entries(fields).slice(0, maxFields))
        for (const { message } of problems.slice(0, 1))
          count(where, 'refusal', `${fieldNameOf(path)}${between}${message.slice(0, 120)}`)
    },
    validated(where, verdicts) {
      for (const verdict of verdicts) count(where, 'validation', verdict)
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

function partOf([entry, count]: [string, number]): Part {
  const space = entry.indexOf(' ')
  return [entry.slice(0, space) as PartDimension, entry.slice(space + 1), '', 0, count]
}
