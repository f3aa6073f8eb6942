import { openLog } from '../monitoring/log.ts'
import { deliveryActs } from '../outbox/acts.ts'
import { openPgBoss } from '../outbox/pg-boss.ts'
import { createPoller } from '../outbox/poller.ts'
import { actCommand } from './act-command.ts'
import type { Arguments } from './arguments.ts'

/** The acts that queue mails; opening a server's queue takes a second. */
const queuing: ReadonlySet<string> = new Set(['resumeDelivery', 'retryDeliveries'])

/** The `deliveries` command: holds mails back, tries failed ones again, gives up waiting ones; as `/admin` does. */
export const deliveriesCommand = actCommand({
  name: 'deliveries',
  remark:
    'Times are ISO 8601: 2026-11-21T02:00:00Z. `retry` takes mails that failed since then, `cancel` waiting ones created since then. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(deliveryActs),
  async open({ config, database: { db } }, closing, actId) {
    const options = { log: openLog('silent'), now: Date.now, concurrency: 1 }
    const url = queuing.has(actId) ? config.databaseUrl : undefined
    const queue = url ? await openPgBoss({ ...options, url }) : createPoller({ ...options, db })
    closing.defer(queue.stop)
    return { queue }
  },
  forms: {
    pauseDelivery: { input: inputOf },
    cancelDeliveries: { input: inputOf },
    retryDeliveries: { input: inputOf },
  },
})

function inputOf({ options: { merchant, canceled, 'dry-run': dryRun, ...others } }: Arguments) {
  return { ...others, merchantId: merchant, dryRun, status: canceled && 'canceled' }
}
