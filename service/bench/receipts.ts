import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../src/database/database.ts'
import {
  authorization,
  type BenchDatabase,
  busy,
  cpuOf,
  embeddedIn,
  load,
  median,
  ms,
  onDatabases,
  quantile,
  type Running,
  receipt,
  receiptsPath,
  run,
  say,
  takenBy,
  us,
  withFolder,
} from './stage.ts'

/** Prints how fast receipts are created and mailed: each by itself, at a steady pace, and both at once. */
export async function benchReceipts(serverUrl: string | undefined, seconds: number): Promise<void> {
  await onDatabases(serverUrl, place => benchCreates(place, seconds))
  await onDatabases(serverUrl, place => benchBacklog(place, 4000))
  await withFolder(folder => benchLatency(embeddedIn(folder), 10))
  for (const connections of [4, 16, 64, 200])
    await withFolder(folder => benchAtOnce(embeddedIn(folder), connections, seconds))
}

/** Creates receipts as fast as the service accepts them, without rendering or mailing. */
async function benchCreates({ name, settings }: BenchDatabase, seconds: number): Promise<void> {
  const server = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  await load(server.address, 16, { duration: 2 })
  const before = await cpuOf(server)
  const { perSecond, total, p50, p99, failed } = await load(server.address, 16, { duration: seconds })
  const cpu = ((await cpuOf(server)) - before) / total
  await server.stop()
  say(`Creates per second, ${name}, fsync on`, `${perSecond.toFixed(0)} (CPU ${us(cpu)} each; ${busy()})`)
  say('  p50, p99, failed', `${ms(p50)}, ${ms(p99)}, ${failed}`)
}

/** One process sends a backlog to a local mail server, rendering included. CPU includes its start. */
async function benchBacklog({ name, settings }: BenchDatabase, count: number): Promise<void> {
  const accepting = await run('server.ts', { ...settings, MAIL: 'folder', WITHOUT_WORKER: 'yes' })
  for (let number = 0; number < count; number += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => create(accepting, number + at)))
  await accepting.stop()
  const sink = await run('mail-sink.ts')
  const { MAIL: _, ...rest } = settings
  const sending = await run('server.ts', { ...rest, SMTP_URL: sink.address, MAIL_CONCURRENCY: '10' })
  const begin = performance.now()
  while ((await takenBy(sink)) < count) await pause(50)
  const perSecond = (count / (performance.now() - begin)) * 1000
  const cpu = (await cpuOf(sending)) / count
  await sending.stop()
  await sink.stop()
  say(`Mails per second from a backlog, ${name}`, `${perSecond.toFixed(0)} (CPU ${us(cpu)} each; ${busy()})`)
}

async function create(server: Running, number: number): Promise<void> {
  const answer = await fetch(`${server.address}${receiptsPath}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: receipt(number),
  })
  await answer.text()
}

/** From the response to the till until the mail server accepted the mail, at 20 receipts per second. */
async function benchLatency({ settings }: BenchDatabase, seconds: number): Promise<void> {
  const sink = await run('mail-sink.ts')
  const server = await run('server.ts', { ...settings, SMTP_URL: sink.address })
  for (let number = 0; number < 20; number++) await create(server, number)
  await pause(1000)
  const begin = Date.now()
  for (let number = 100; number < 100 + seconds * 20; number++) {
    await create(server, number)
    await pause(50)
  }
  await pause(1000)
  await server.stop()
  await sink.stop()
  const waits = await waitsIn(settings, begin)
  const [p50, p99] = [median(waits), quantile(waits, 0.99)]
  say('Accepted to sent, 20 per second: p50, p99', `${ms(p50)}, ${ms(p99)} (${waits.length} mails)`)
}

/** Mails while connections create receipts without a pause. Failed are responses other than 200, and broken connections. */
async function benchAtOnce({ settings }: BenchDatabase, connections: number, seconds: number): Promise<void> {
  const sink = await run('mail-sink.ts')
  const server = await run('server.ts', { ...settings, SMTP_URL: sink.address })
  await load(server.address, connections, { duration: 2 })
  const [mailed, used, begin] = [await takenBy(sink), await cpuOf(server), performance.now()]
  const { perSecond, p50, p99, failed } = await load(server.address, connections, { duration: seconds })
  const mails = (await takenBy(sink)) - mailed
  const cpu = (await cpuOf(server)) - used
  const passed = (performance.now() - begin) / 1000
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  await sink.stop()
  const waits = await waitsIn(settings)
  const speeds = `${perSecond.toFixed(0)}, ${(mails / passed).toFixed(0)}`
  const cores = (cpu / 1_000_000 / passed).toFixed(2)
  say(`While ${connections} connections create: creates, mails per second`, `${speeds} (${cores} cores; ${busy()})`)
  say('  creates p50, p99, failed', `${ms(p50)}, ${ms(p99)}, ${failed}`)
  say('  accepted to sent p50, p99', `${ms(median(waits))}, ${ms(quantile(waits, 0.99))}`)
}

/** Milliseconds from acceptance to the mail, of those accepted since and sent, of a service that doesn't run. */
async function waitsIn({ DATA_DIR: folder = '' }: Record<string, string>, since = 0): Promise<number[]> {
  const { db, close } = await openDatabase({ folder }, { allowRunning: true })
  const sent = await db
    .selectFrom('deliveries')
    .select(['created_at', 'finished_at'])
    .where('finished_at', 'is not', null)
    .where('created_at', '>=', since)
    .execute()
  await close()
  return sent.map(({ created_at, finished_at }) => Number(finished_at) - created_at)
}
