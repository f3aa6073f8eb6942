import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, isPostgres, locking, lockingFree, type Transaction } from '../../database/database.ts'
import { addUp } from '../../database/statistics/add-up.ts'
import type { StatisticsDeltaTable } from '../../database/statistics/tables.ts'
import { readChange } from '../counting/change.ts'
import { type Accumulator, createAccumulator, maxAccumulated } from './accumulator.ts'
import { createNameLimit, forgetNames, type NameLimit, writeLabels } from './labels.ts'
import { settleDays, settledFor } from './settle.ts'

/** Adds what was counted to the rows that queries read. */
export interface Fold {
  /**
   * Folds what is pending into rows; returns how much. Deltas are deleted in the transaction that adds them, so a killed fold
   * leaves no trace. Nothing happens while another process folds, or makes rows anew.
   */
  run(): Promise<number>
  /** The same, but waits for its turn, so that nothing is pending afterwards that was before; five seconds where others write rows over several transactions. */
  finish(): Promise<void>
  /** Adds days that are over up as thirds of months and months, until it is to stop. */
  settle(signal?: AbortSignal): Promise<void>
}

type TakeTurn = (transaction: Transaction, now: number) => Promise<boolean>

/** Folding in a database. */
export function createFold(db: Database, now: () => number): Fold {
  const names = createNameLimit()
  const foldSome = isPostgres(db) ? foldTaken : foldRead

  async function fold(turn: TakeTurn): Promise<number> {
    for (let folded = 0; ; ) {
      const count = await foldSome({ db, names, now }, transaction => turn(transaction, now()))
      if (count === 'again') continue
      folded += count
      if (count < maxAccumulated) return folded
    }
  }

  return {
    run: () => fold(tryLock),
    async finish() {
      for (let tries = 0, isOurs = false; !isOurs && tries < 25; tries++) {
        if (tries > 0) await pause(200)
        isOurs = true
        await fold(async (transaction, at) => {
          isOurs = await awaitLock(transaction, at)
          return isOurs
        })
      }
    },
    settle: signal => settleDays(db, now, signal),
  }
}

type Delta = Pick<StatisticsDeltaTable, 'merchant_id' | 'kept' | 'place' | 'body'>
type FoldSome = (folding: Folding, isOurs: (transaction: Transaction) => Promise<boolean>) => Promise<number | 'again'>

interface Folding {
  db: Database
  names: NameLimit
  now: () => number
}

/** By id alone, never "after the last": ids are given before the commit, so a smaller one may turn up later. */
const foldTaken: FoldSome = (folding, isOurs) =>
  folding.db.transaction().execute(async transaction => {
    if (!(await isOurs(transaction))) return 0
    const deltas = await transaction
      .deleteFrom('statistics_deltas')
      .where('id', 'in', from => from.selectFrom('statistics_deltas').select('id').orderBy('id').limit(maxAccumulated))
      .returning(['merchant_id', 'kept', 'place', 'body'])
      .execute()
    if (deltas.length > 0) await write(transaction, await added(deltas), folding)
    return deltas.length
  })

/**
 * On SQLite a transaction keeps tills waiting, so what can be done before it is. It has one writer: no delta can turn up between
 * those that were read, and all are still there unless another process has folded them.
 */
const foldRead: FoldSome = async (folding, isOurs) => {
  const { db } = folding
  const deltas = await db
    .selectFrom('statistics_deltas')
    .select(['id', 'merchant_id', 'kept', 'place', 'body'])
    .orderBy('id')
    .limit(maxAccumulated)
    .execute()
  const [first, last] = [deltas.at(0), deltas.at(-1)]
  if (!first || !last) return 0
  const accumulator = await added(deltas)
  return db
    .transaction()
    .execute(async transaction => {
      if (!(await isOurs(transaction))) return 0
      const { numDeletedRows } = await transaction
        .deleteFrom('statistics_deltas')
        .where('id', '>=', first.id)
        .where('id', '<=', last.id)
        .executeTakeFirst()
      if (Number(numDeletedRows) !== deltas.length) throw new FoldedElsewhere()
      await write(transaction, accumulator, folding)
      return deltas.length
    })
    .catch(error => {
      if (error instanceof FoldedElsewhere) return 'again'
      throw error
    })
}

class FoldedElsewhere extends Error {}

/** Changes between which other work gets a turn. */
const atOnce = 100

async function added(deltas: readonly Delta[]): Promise<Accumulator> {
  const accumulator = createAccumulator()
  for (const [index, { merchant_id, kept, place, body }] of deltas.entries()) {
    if (index % atOnce === atOnce - 1) await nextTurn()
    accumulator.add(merchant_id, kept, place, readChange(body))
  }
  return accumulator
}

async function write(transaction: Transaction, accumulator: Accumulator, { names, now }: Folding): Promise<void> {
  const buckets = accumulator.buckets()
  const renamed = await names(transaction, buckets)
  const merchants = [...new Set(buckets.map(({ merchant_id }) => merchant_id))]
  const settled = await settledFor(transaction, merchants, now())
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await addUp(transaction, table, accumulator.rows(table, { renamed, settled }))
  await writeLabels(transaction, accumulator.labels())
  for (const kept of accumulator.keptNames()) await forgetNames(transaction, kept)
}

/** Milliseconds between two folds. Questions add what isn't folded, so it only has to stay short; many at once cost less. */
const pauseMs = 10_000

/** Folds again and again, until stopped. */
export function startFolding({ fold, log }: { fold: Fold; log: Log }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = loop(stopping.signal)

  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await fold.run().catch(error => log.error('Folding statistics failed', { error }))
      await fold.settle(signal).catch(error => log.error('Adding up days of the statistics failed', { error }))
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Takes the turn to write rows, for this transaction; false if another process has it, or makes rows anew. */
async function tryLock(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await lockingFree(transaction, turnIn(transaction)).executeTakeFirst()
  return turn !== undefined && (turn.holder === null || turn.until <= now)
}

/** The same, but waits for a process that has it; false only while rows are made anew. */
async function awaitLock(transaction: Transaction, now: number): Promise<boolean> {
  const turn = await locking(transaction, turnIn(transaction)).executeTakeFirstOrThrow()
  return turn.holder === null || turn.until <= now
}

function turnIn(transaction: Transaction) {
  return transaction.selectFrom('statistics_turn').select(['holder', 'until']).where('id', '=', 1)
}
