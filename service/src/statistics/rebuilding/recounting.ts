import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Fold } from '../folding/fold.ts'
import { rebuildStatistics } from './rebuild.ts'
import type { Recounts } from './recounts.ts'

export interface RecountingOptions {
  db: Database
  /** Opens another connection to read by, so that reading a day keeps nobody waiting. */
  openReader: () => { db: Database; close(): Promise<void> }
  recounts: Recounts
  fold: Fold
  log: Log
  now: () => number
}

/** Milliseconds between two looks while another process counts, or after a failure. */
const patience = 30_000

/** Counts all receipts anew if the rules have changed, beside other work: it rests as long as it works. Returns how to end it. */
export function startRecounting(options: RecountingOptions): () => Promise<void> {
  const { recounts, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = loop()

  async function loop(): Promise<void> {
    while (!signal.aborted)
      try {
        await recounts.plan()
        if ((await recountSome(options, signal)) === 0) return
        await rest(patience, signal)
      } catch (error) {
        if (signal.aborted) return
        log.error('Counting the statistics anew failed; it is tried again', { error })
        await recounts.release().catch(() => {})
        await rest(patience, signal)
      }
  }

  return async () => {
    stopping.abort()
    await running
    await recounts.release().catch(() => {})
  }
}

/** Counts what nobody else does; returns how many merchants are left. */
async function recountSome({ recounts, openReader, log, ...options }: RecountingOptions, signal: AbortSignal) {
  let receipts = 0
  let found = await recounts.take()
  if (!found) return recounts.left()
  log.info('Statistics of merchants are counted anew, because the rules have changed', { count: await recounts.left() })
  const reader = openReader()
  try {
    for (; found; found = await recounts.take()) {
      const { merchantId, from } = found
      let began = performance.now()
      const onDay = async (day: number) => {
        await recounts.keep(merchantId, day + 1)
        await rest(performance.now() - began, signal)
        signal.throwIfAborted()
        began = performance.now()
      }
      receipts += await rebuildStatistics({ ...options, reader: reader.db, onDay }, merchantId, from)
      await recounts.finish(merchantId)
    }
  } finally {
    await reader.close()
  }
  log.info('Receipts were counted anew for the statistics', { count: receipts })
  return recounts.left()
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}
