import { openLog } from '../src/monitoring/log.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'

/** Runs the service as a separate process for the benchmark. `WITHOUT_WORKER` leaves mails in the queue. */
const service = await openService(readConfig(process.env), openLog('warn'), {
  withoutWorker: process.env.WITHOUT_WORKER === 'yes',
})
process.send?.(await service.listen())
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)))
