import { readConfig } from '../src/config.ts'
import { openLog } from '../src/log.ts'
import { openService } from '../src/service.ts'

/** Runs the service as a separate process for the benchmark. `WITHOUT_WORKER` leaves mails in the queue. */
const service = await openService(readConfig(process.env), openLog('warn'), {
  withoutWorker: process.env.WITHOUT_WORKER === 'yes',
})
process.send?.(await service.listen())
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)))
