import autocannon from 'autocannon'
import { authorization, receipt, receiptsPath, run } from './stage.ts'

export interface CreateResult {
  perSecond: number
  p50: number
  p99: number
  failed: number
}

/** Creates receipts as fast as the service accepts them, without rendering or mailing. */
export async function measureCreates(settings: Record<string, string>, seconds: number): Promise<CreateResult> {
  const server = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  let number = 0
  const load = (duration: number) =>
    autocannon({
      url: server.address,
      connections: 16,
      duration,
      requests: [
        {
          method: 'POST',
          path: receiptsPath,
          headers: { authorization, 'content-type': 'application/json' },
          setupRequest: request => ({ ...request, body: receipt(number++) }),
        },
      ],
    })
  await load(2)
  const { requests, latency, non2xx, errors } = await load(seconds)
  await server.stop()
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors }
}
