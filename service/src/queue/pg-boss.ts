import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionSettings } from '../database/postgres.ts'
import type { Log } from '../monitoring/log.ts'
import type { Handler, Queue } from './queue.ts'

interface PgBossOptions {
  url: string
  log: Log
  now: () => number
  /** The other kinds, for which the rows are polled. */
  others: Queue
  /** Deliveries in hand at once in this process. */
  concurrency: number
  /** A job takes no longer, milliseconds. */
  longestJobMs: number
}

type Job = JobWithMetadata<{ deliveryId: string }>

const queueName = 'delivery'

/**
 * The queue on PostgreSQL: pg-boss, for any number of processes. Jobs contain only a delivery's id. Retries of mails are
 * separate jobs; pg-boss's own retries are only for workers that died.
 */
export async function openPgBoss({ url, log, now, concurrency, longestJobMs, others }: PgBossOptions): Promise<Queue> {
  const boss = new PgBoss({
    // pg-boss passes these to its pool; its `error` event reports failures.
    ...(connectionSettings(() => {}) as object),
    connectionString: url,
    application_name: 'counterfoil-queue',
    max: 5,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', reported => log.error('The queue reported an error', { error: asError(reported) }))
  try {
    await boss.start()
    const expireInSeconds = Math.ceil(longestJobMs / 1000)
    await boss.createQueue(queueName, {
      // At most one waiting job per delivery; further ones are dropped.
      policy: 'short',
      notify: true,
      heartbeatSeconds: 10,
      // A dead worker's heart stops; an expired job would be run beside itself, and its mail sent twice.
      expireInSeconds,
      retryLimit: 50,
      retryDelay: 1,
      deleteAfterSeconds: 3600,
    })
    // It may have been made by a version or with settings that gave it another time.
    const isOther = (await boss.getQueue(queueName))?.expireInSeconds !== expireInSeconds
    if (isOther) await boss.updateQueue(queueName, { expireInSeconds })
  } catch (error) {
    // Its connections would stay, and its supervision go on.
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }

  /** Settles jobs one by one, so that a failed one doesn't repeat the others. */
  async function run(handler: Handler, jobs: Job[]): Promise<JobResult[]> {
    return Promise.all(
      jobs.map(async ({ id, data, retryCount }) => {
        try {
          const taken = await handler(data.deliveryId, { takesOver: retryCount > 0 })
          // A new job: a repeated one would take over an attempt that another worker may have begun.
          if (!taken) await boss.insert(queueName, [{ data, singletonKey: data.deliveryId }])
          return { id, status: 'completed' as const }
        } catch (error) {
          log.error('Handling a delivery failed', { deliveryId: data.deliveryId, error })
          return { id, status: 'failed' as const }
        }
      }),
    )
  }

  return {
    async enqueue(transaction, jobs) {
      const at = now()
      const mails = jobs.filter(({ kind }) => kind === 'mail')
      const inserted = mails.map(({ id, dueAt }) => ({
        data: { deliveryId: id },
        singletonKey: id,
        ...(dueAt > at && { startAfter: new Date(dueAt) }),
      }))
      if (inserted.length > 0) await boss.insert(queueName, inserted, { db: fromKysely(transaction) })
    },
    wake: others.wake,
    async work({ mail: handler, ...handlers }) {
      await others.work(handlers)
      if (!handler) return
      // Small batches, because a slow mail holds up the others of its own; but each of them asks for jobs by itself.
      const batches = Math.min(10, Math.ceil(concurrency / 4))
      const options = {
        localConcurrency: batches,
        batchSize: Math.ceil(concurrency / batches),
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
      } as const
      await boss.work(queueName, options, (jobs: Job[]) => run(handler, jobs))
    },
    rest: async () => void (await Promise.all([boss.offWork(queueName, { wait: true }), others.rest()])),
    stop: async () => void (await Promise.all([boss.stop({ graceful: true, timeout: 70_000 }), others.stop()])),
  }
}

/** pg-boss reports some errors as plain objects with what an error has, and adds to their messages whose they are. */
function asError(reported: unknown): unknown {
  if (reported instanceof Error || typeof reported !== 'object' || reported === null) return reported
  const error = Object.assign(new Error(), reported)
  error.message = error.message.replace(/ \(Queue: [^()]*\)$/, '')
  return error
}
