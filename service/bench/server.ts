import { openLog } from '../src/basics/monitoring/log.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'

/** Runs the service as a separate process for the benchmark. `WITHOUT_WORKER` leaves mails in the queue. */
const service = await openService(readConfig(process.env), openLog('warn'), {
  withoutWorker: process.env.WITHOUT_WORKER === 'yes',
})
process.send?.(await service.listen())
/** `cpu` asks for the microseconds that this process has used, `fold` to fold statistics. */
process.on('message', async what => {
  if (what === 'fold') return process.send?.(await service.fold.run())
  const { user, system } = process.cpuUsage()
  return process.send?.(user + system)
})
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)))
