import type { Database } from '../database/database.ts'
import type { WorkSource } from '../database/queue/due-rows.ts'
import type { Queue } from '../queue/queue.ts'

/** Where mails wait. */
export const mailSource: WorkSource = { table: 'deliveries', waiting: `status = 'queued'` }

/** Where deliveries wait. */
export interface OutboxContext {
  db: Database
  queue: Queue
  now: () => number
}
