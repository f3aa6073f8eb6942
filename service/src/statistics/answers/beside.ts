import type { Figures } from './answer-shape.ts'
import type { Asked } from './asked.ts'
import { periodsOf } from './gather.ts'
import { SplitHourError } from './periods.ts'
import { canRead, type Question, type Snapshot } from './query.ts'

/** How long first mails took: how many by bucket. */
export interface Waits {
  all: Map<string, number>
  /** By the key of a period; empty if it is too much to read. */
  byPeriod: Map<string, Map<string, number>>
}

/** Days of which each period has quantiles. */
const mostDaysOfWaits = 93

/** How long mails took: together, and by period if nothing is grouped and the range is short. */
export async function waitsOf(snapshot: Snapshot, question: Question, asked: Asked): Promise<Waits> {
  const waits: Waits = { all: new Map(), byPeriod: new Map() }
  const about: Question = { ...question, dimension: 'wait' }
  if (asked.brief || !canRead(about)) return waits
  // Of each day of a year they would be more rows to read than all else.
  const isByPeriod = asked.groupBy === undefined && asked.to - asked.from < mostDaysOfWaits
  const periodOf = periodsOf(asked)
  for (const row of await snapshot.read(isByPeriod ? about : { ...about, interval: 'all' })) {
    if (isByPeriod) add(byKey(waits.byPeriod, periodOf(row).key), row.name, row.entries as number)
    add(waits.all, row.name, row.entries as number)
  }
  return waits
}

/** What isn't a receipt, and so has no store. */
export async function eventsOf(snapshot: Snapshot, question: Question, asked: Asked): Promise<Figures> {
  if (asked.brief || question.storeId !== undefined) return {}
  const count = async (dimension: 'refusal' | 'validation') => {
    const counts = new Map<string, number>()
    for (const row of await snapshot.read({ ...question, dimension, interval: 'all' }))
      add(counts, row.name, row.entries as number)
    return counts
  }
  try {
    const refusals = await count('refusal')
    const verdicts = await count('validation')
    const of = (verdict: string) => verdicts.get(verdict) ?? 0
    return {
      refusedRequests: refusals.get('') ?? 0,
      validations: { valid: of('valid'), invalid: of('invalid'), unknown: of('unknown') },
    }
  } catch (error) {
    // What an earlier version counted by the hour can't be counted anew. So these figures are left out.
    if (error instanceof SplitHourError) return {}
    throw error
  }
}

function byKey(maps: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const map = maps.get(key) ?? new Map<string, number>()
  maps.set(key, map)
  return map
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
