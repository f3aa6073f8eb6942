import type { Database } from '../../database/database.ts'
import type { WorkSource } from '../../database/queue/source.ts'
import type { Queue } from '../queue/queue.ts'

/** Where mails wait. */
export const mailSource: WorkSource = { table: 'deliveries', waiting: `status = 'queued'`, recipient: 'email_address' }

/** Where deliveries wait. */
export interface OutboxContext {
  db: Database
  queue: Pick<Queue, 'wake'>
  now: () => number
}
