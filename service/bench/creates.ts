import { load } from './load.ts'
import { cpuOf } from './processes.ts'
import { run } from './stage.ts'

export interface CreateResult {
  perSecond: number
  p50: number
  p99: number
  failed: number
  /** Microseconds of the service's CPU for each. */
  cpu: number
}

/** Creates receipts as fast as the service accepts them, without rendering or mailing. */
export async function measureCreates(settings: Record<string, string>, seconds: number): Promise<CreateResult> {
  const server = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  await load(server.address, 16, { duration: 2 })
  const before = await cpuOf(server)
  const { requests, latency, non2xx, errors } = await load(server.address, 16, { duration: seconds })
  const cpu = ((await cpuOf(server)) - before) / requests.total
  await server.stop()
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors, cpu }
}
