import { once } from 'node:events'
import { openDatabase } from '../src/database/database.ts'
import { load } from './load.ts'
import { cpuOf, takenBy } from './processes.ts'
import { quantile, run, settingsFor, withFolder } from './stage.ts'

export interface AtOnceResult {
  createsPerSecond: number
  p50: number
  p99: number
  /** Responses other than 200, and broken connections. */
  failed: number
  /** Mails per second while receipts are created. */
  mailsPerSecond: number
  /** Part of a core that the service used. */
  cores: number
  /** Milliseconds from the response to the till until the mail was sent, for mails sent in that time. */
  sentP50: number
  sentP99: number
}

/** Measures mails while connections create receipts without a pause (embedded database). */
export async function measureAtOnce(connections: number, seconds: number): Promise<AtOnceResult> {
  return withFolder(async folder => {
    const sink = await run('mail-sink.ts')
    const settings: Record<string, string> = { ...settingsFor(folder), SMTP_URL: sink.address }
    const server = await run('server.ts', settings)
    await load(server.address, connections, { duration: 2 })
    const before = await takenBy(sink)
    const used = await cpuOf(server)
    const begin = performance.now()
    const { requests, latency, non2xx, errors } = await load(server.address, connections, { duration: seconds })
    const mails = (await takenBy(sink)) - before
    const cpu = (await cpuOf(server)) - used
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
      cores: cpu / 1_000_000 / passed,
      sentP50: quantile(waits, 0.5),
      sentP99: quantile(waits, 0.99),
    }
  })
}
