import type { Log } from '../monitoring/log.ts'
import type { Bounces } from '../outbox/bounces.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { Levers } from '../outbox/levers.ts'
import type { DeliveryHandler, DeliveryQueue } from '../outbox/queue.ts'
import type { Retention } from '../receipts/retention.ts'
import type { SendConcurrency } from './concurrency.ts'

export interface WorkerOptions {
  queue: DeliveryQueue
  handler: DeliveryHandler
  concurrency: Pick<SendConcurrency, 'stop'>
  deliveries: Deliveries
  levers: Pick<Levers, 'release'>
  retention: Retention
  bounces: Pick<Bounces, 'expire'>
  /** Deletes what is over in the other rooms. */
  tidy: () => Promise<void>
  log: Log
}

export interface Worker {
  /** Takes no new mails and waits for those in progress. */
  stop(): Promise<void>
}

const minute = 60_000

/** Sends due mails, requeues forgotten and held ones every minute, and erases expired receipts every hour. */
export async function startWorker({
  queue,
  handler,
  concurrency,
  deliveries,
  levers,
  retention,
  bounces,
  tidy,
  log,
}: WorkerOptions): Promise<Worker> {
  const sweeping = every(minute, 'Requeueing overdue deliveries failed', async () => {
    const count = await deliveries.sweep()
    if (count > 0) log.warn('Long overdue deliveries were requeued', { count })
    const released = await levers.release()
    if (released > 0) log.info('Held deliveries were queued again', { count: released })
  })
  const erasing = every(60 * minute, 'Erasing expired receipts failed', async () => {
    const count = await retention.eraseExpired()
    if (count > 0) log.info('Expired receipts were erased', { count })
    await retention.forgetAppearances()
    await bounces.expire()
    await tidy()
    const files = await retention.forgetMails()
    if (files > 0) log.info('Files of erased mails were deleted', { count: files })
  })
  await queue.work(handler)

  return {
    async stop() {
      concurrency.stop()
      await queue.rest()
      await Promise.all([sweeping.stop(), erasing.stop()])
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
