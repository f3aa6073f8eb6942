import { once } from 'node:events'
import autocannon from 'autocannon'
import { openDatabase } from '../src/database/database.ts'
import { authorization, quantile, receipt, receiptsPath, run, settingsFor, withFolder } from './stage.ts'

export interface LoadResult {
  createsPerSecond: number
  p50: number
  p99: number
  /** Responses other than 200, and broken connections. */
  failed: number
  /** Mails per second while receipts are created. */
  mailsPerSecond: number
  /** Milliseconds from the response to the till until the mail was sent, for mails sent in that time. */
  sentP50: number
  sentP99: number
}

let number = 0

/** Measures mails while connections create receipts without a pause (embedded database). */
export async function measureLoad(connections: number, seconds: number): Promise<LoadResult> {
  return withFolder(async folder => {
    const sink = await run('mail-sink.ts')
    const settings: Record<string, string> = { ...settingsFor(folder), SMTP_URL: sink.address }
    const server = await run('server.ts', settings)
    const load = (duration: number) =>
      autocannon({
        url: server.address,
        connections,
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
    const taken = async () => {
      sink.child.send('count')
      return ((await once(sink.child, 'message')) as [number])[0]
    }
    await load(2)
    const before = await taken()
    const begin = performance.now()
    const { requests, latency, non2xx, errors } = await load(seconds)
    const mails = (await taken()) - before
    const passed = (performance.now() - begin) / 1000
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    await sink.stop()

    const { db, close } = await openDatabase({ folder: settings.DATA_DIR ?? '' }, { allowRunning: true })
    const sent = await db
      .selectFrom('deliveries')
      .select(['created_at', 'finished_at'])
      .where('finished_at', 'is not', null)
      .execute()
    await close()
    const waits = sent.map(({ created_at, finished_at }) => Number(finished_at) - created_at)
    return {
      createsPerSecond: requests.average,
      p50: latency.p50,
      p99: latency.p99,
      failed: non2xx + errors,
      mailsPerSecond: mails / passed,
      sentP50: quantile(waits, 0.5),
      sentP99: quantile(waits, 0.99),
    }
  })
}
