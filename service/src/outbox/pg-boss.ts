import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import type { DeliveryHandler, DeliveryQueue } from './queue.ts'

export interface PgBossOptions {
  url: string
  log: Log
  now: () => number
  /** Deliveries under way at a time in this process. */
  concurrency: number
}

const queueName = 'delivery'

/**
 * The queue on PostgreSQL: pg-boss, any number of processes. Jobs hold nothing but a delivery's id. Retries of mails are
 * jobs of their own; pg-boss's own retry is only for workers that died.
 */
export async function openPgBoss({ url, log, now, concurrency }: PgBossOptions): Promise<DeliveryQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'counterfoil-queue',
    max: 5,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', error => log.error('The queue reports an error', { error }))
  await boss.start()
  await boss.createQueue(queueName, {
    // One waiting job per delivery: a second one finds the first and does nothing.
    policy: 'short',
    notify: true,
    heartbeatSeconds: 10,
    expireInSeconds: 120,
    retryLimit: 50,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
  })

  let stopped: Promise<void> | undefined

  async function run(handler: DeliveryHandler, [job]: JobWithMetadata<{ deliveryId: string }>[]): Promise<void> {
    if (job) await handler(job.data.deliveryId, { takesOver: job.retryCount > 0 })
  }

  return {
    async enqueue(transaction, deliveryId, dueAt) {
      await boss.send(
        queueName,
        { deliveryId },
        {
          db: fromKysely(transaction),
          singletonKey: deliveryId,
          ...(dueAt > now() && { startAfter: new Date(dueAt) }),
        },
      )
    },
    wake: () => {},
    async work(handler) {
      await boss.work(
        queueName,
        {
          localConcurrency: concurrency,
          includeMetadata: true,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 2,
        },
        (jobs: JobWithMetadata<{ deliveryId: string }>[]) => run(handler, jobs),
      )
    },
    stop: () => (stopped ??= boss.stop({ graceful: true, timeout: 70_000 })),
  }
}
