// Room `worker`: what a process does by itself: sends mails, makes reports, tidies up.
// `send.ts` tries a mail, `reports` make and mail reports.
// Besides the wiring, `acts`, `http` and `commands` may call it.

import type { Log } from '../basics/monitoring/log.ts'
import { expireReports } from '../delivery/bounces/kept.ts'
import { releaseDeliveries } from '../delivery/outbox/bulk-actions.ts'
import { type OutboxContext, sweepDeliveries } from '../delivery/outbox/delivery.ts'
import type { SendConcurrency } from '../delivery/queue/pace.ts'
import type { Handlers, Queue } from '../delivery/queue/queue.ts'
import { keepSuppressions } from '../delivery/suppression/upkeep.ts'
import { expireSessions } from '../people/sessions.ts'
import { expireTries } from '../people/sign-in.ts'
import { createRetention, type ErasureContext, eraseStrayFiles, forgetAppearances } from '../receipts/privacy/erase.ts'
import { expireRefusals } from '../receipts/problems.ts'
import { expireWarnings } from '../receipts/warnings.ts'
import { expireMadeReports, makeDueReports } from './reports/make.ts'
import type { WebhookUpkeep } from './webhook-upkeep.ts'

interface WorkerOptions extends OutboxContext, ErasureContext {
  queue: Queue
  handlers: Handlers
  /** Of webhooks. */
  upkeep: WebhookUpkeep
  concurrency: Pick<SendConcurrency, 'stop'>
  /** Mails go to files, so all files there belong to this database. */
  ownsMails: boolean
  log: Log
}

const minute = 60_000

/** Sends due mails, lets live mails pass long overdue ones and releases held ones every minute, and deletes every hour what isn't kept forever. */
export async function startWorker(options: WorkerOptions) {
  const { db, queue, searchKey, now, handlers, concurrency, ownsMails, upkeep, log } = options
  await queue.work(handlers)
  // What happened to the clock before the first sweep isn't known.
  let sweptAt = Number.POSITIVE_INFINITY
  const sweeping = every(minute, 'Looking for overdue and held deliveries failed', async () => {
    const at = now()
    const count = await sweepDeliveries(options, at, sweptAt)
    sweptAt = at
    if (count > 0) log.warn('Long overdue deliveries go behind live ones', { count })
    const released = await releaseDeliveries(options)
    if (released > 0) log.info('Held deliveries were queued again', { count: released })
  })
  const eraseExpired = createRetention(options)
  const erasing = every(60 * minute, 'Erasing expired receipts failed', async () => {
    const count = await eraseExpired()
    if (count > 0) log.info('Expired receipts were erased', { count })
    await forgetAppearances(db, now())
    for (const expire of [expireReports, expireSessions, expireTries, expireRefusals, expireWarnings])
      await expire(db, now())
    await keepSuppressions(db, searchKey, now())
    const files = ownsMails ? await eraseStrayFiles(options) : 0
    if (files > 0) log.info('Files of erased mails were deleted', { count: files })
  })
  const keeping = [
    every(minute, 'Keeping webhooks going failed', upkeep.everyMinute),
    every(60 * minute, 'Deleting old messages of webhooks failed', upkeep.everyHour),
    every(minute, 'Making reports failed', async () => {
      if ((await makeDueReports(options)) > 0) queue.wake()
    }),
    every(60 * minute, 'Deleting old reports failed', () => expireMadeReports(db, now())),
  ]

  return {
    /** Takes no new mails and waits for those in progress. */
    async stop(): Promise<void> {
      concurrency.stop()
      await queue.rest()
      await Promise.all([sweeping, erasing, ...keeping].map(each => each.stop()))
    },
  }

  /** Runs a task at once and then at intervals, one run at a time. */
  function every(milliseconds: number, failure: string, task: () => Promise<void>) {
    let running = run()
    const timer = setInterval(() => {
      running = running.then(run)
    }, milliseconds)
    return {
      async stop() {
        clearInterval(timer)
        await running
      },
    }

    async function run(): Promise<void> {
      await task().catch(error => log.error(failure, { error }))
    }
  }
}
