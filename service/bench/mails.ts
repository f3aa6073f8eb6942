import { setTimeout as pause } from 'node:timers/promises'
import { cpuOf, takenBy } from './processes.ts'
import { authorization, quantile, type Running, receipt, receiptsPath, run, settingsFor, withFolder } from './stage.ts'

async function create(server: Running, number: number): Promise<string> {
  const answer = await fetch(`${server.address}${receiptsPath}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: receipt(number),
  })
  return ((await answer.json()) as { receiptId: string }).receiptId
}

/** Milliseconds from the response to the till until the mail server accepted the mail, at 20 receipts per second. */
export async function measureLatency(seconds: number): Promise<{ p50: number; p99: number; count: number }> {
  return withFolder(async folder => {
    const sink = await run('mail-sink.ts')
    const server = await run('server.ts', { ...settingsFor(folder), SMTP_URL: sink.address })
    for (let number = 0; number < 20; number++) await create(server, number)
    const ids: string[] = []
    for (let number = 100; number < 100 + seconds * 20; number++) {
      ids.push(await create(server, number))
      await pause(50)
    }
    await pause(1000)
    const waits: number[] = []
    for (const id of ids) {
      const answer = await fetch(`${server.address}${receiptsPath}/${id}/deliveries`, { headers: { authorization } })
      const [delivery] = (await answer.json()) as { createdAt: string; finishedAt?: string }[]
      if (delivery?.finishedAt) waits.push(Date.parse(delivery.finishedAt) - Date.parse(delivery.createdAt))
    }
    await server.stop()
    await sink.stop()
    return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), count: waits.length }
  })
}

export interface BacklogResult {
  perSecond: number
  /** Microseconds of the service's CPU for each, its start included. */
  cpu: number
}

/** One process sends a backlog to a local mail server, rendering included. */
export async function measureBacklog(count: number, database: Record<string, string> = {}): Promise<BacklogResult> {
  return withFolder(async folder => {
    const settings = { ...settingsFor(folder), ...database }
    const accepting = await run('server.ts', { ...settings, MAIL: 'folder', WITHOUT_WORKER: 'yes' })
    for (let number = 0; number < count; number += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => create(accepting, number + at)))
    await accepting.stop()
    const sink = await run('mail-sink.ts')
    const sending = await run('server.ts', { ...settings, SMTP_URL: sink.address, MAIL_CONCURRENCY: '10' })
    const begin = performance.now()
    while ((await takenBy(sink)) < count) await pause(50)
    const seconds = (performance.now() - begin) / 1000
    const cpu = await cpuOf(sending)
    await sending.stop()
    await sink.stop()
    return { perSecond: count / seconds, cpu: cpu / count }
  })
}
