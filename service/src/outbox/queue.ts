import type { Database } from '../database/database.ts'
import type { Source } from '../database/queue/due-rows.ts'
import type { Queue } from '../queue/queue.ts'

/** Where mails wait. */
export const mailSource: Source = { table: 'deliveries', waiting: `status = 'queued'` }

/** Where deliveries wait. */
export interface OutboxContext {
  db: Database
  queue: Queue
  now: () => number
}
