import type { Log } from '../log.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { DeliveryHandler, DeliveryQueue } from '../outbox/queue.ts'
import type { Retention } from '../receipts/retention.ts'

export interface WorkerOptions {
  queue: DeliveryQueue
  handler: DeliveryHandler
  deliveries: Deliveries
  retention: Retention
  log: Log
}

export interface Worker {
  /** Takes nothing new and waits for what is in flight. */
  stop(): Promise<void>
}

const minute = 60_000

/** Sends what is due, looks every minute for what was forgotten, and every hour erases what is past its days. */
export async function startWorker({ queue, handler, deliveries, retention, log }: WorkerOptions): Promise<Worker> {
  const sweeping = every(minute, 'The sweep failed', async () => {
    const count = await deliveries.sweep()
    if (count > 0) log.warn('Deliveries long overdue were queued again', { count })
  })
  const erasing = every(60 * minute, 'Erasing failed', async () => {
    const count = await retention.eraseExpired()
    if (count > 0) log.info('Receipts past their days were erased', { count })
    await retention.forgetAppearances()
  })
  await queue.work(handler)

  return {
    async stop() {
      await queue.rest()
      await Promise.all([sweeping.stop(), erasing.stop()])
    },
  }

  /** Runs at once and then again and again, never twice at a time. */
  function every(milliseconds: number, complaint: string, task: () => Promise<void>) {
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
      await task().catch(error => log.error(complaint, { error }))
    }
  }
}
