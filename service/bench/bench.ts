import { cpus } from 'node:os'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { measureCreates } from './creates.ts'
import { measureLists } from './lists.ts'
import { measureLoad } from './load.ts'
import { measureBacklog, measureLatency } from './mails.ts'
import { receiptBytes, settingsFor, withFolder } from './stage.ts'

/** The service's benchmark: `npm run bench -w service`. `BENCH_SECONDS` is the duration of each create run. */
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const say = (name: string, value: string) => process.stdout.write(`${name.padEnd(58)}${value}\n`)
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

say('Node, cores, receipt', `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${receiptBytes} bytes`)

const embedded = await withFolder(folder => measureCreates(settingsFor(folder), seconds))
say('Creates per second, embedded, fsync at every commit', embedded.perSecond.toFixed(0))
say('  p50, p99, failed', `${ms(embedded.p50)}, ${ms(embedded.p99)}, ${embedded.failed}`)

const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fsync: 'on' })
const serverUrl = process.env.TEST_DATABASE_URL ?? server?.url
if (serverUrl !== undefined) {
  const creating = await makeDatabase(serverUrl)
  const postgres = await withFolder(folder =>
    measureCreates({ ...settingsFor(folder), DATABASE_URL: creating.url, MAIL: 'folder' }, seconds),
  )
  await creating.drop()
  say('Creates per second, PostgreSQL on this machine, fsync on', postgres.perSecond.toFixed(0))
  say('  p50, p99, failed', `${ms(postgres.p50)}, ${ms(postgres.p99)}, ${postgres.failed}`)
  const sending = await makeDatabase(serverUrl)
  say(
    'Mails per second from a backlog, PostgreSQL, one process',
    (await measureBacklog(500, { DATABASE_URL: sending.url })).toFixed(0),
  )
  await sending.drop()
}
await server?.stop()

say('Mails per second from a backlog, embedded', (await measureBacklog(1000)).toFixed(0))
const latency = await measureLatency(10)
say('Accepted to sent, 20 per second: p50, p99', `${ms(latency.p50)}, ${ms(latency.p99)} (${latency.count} mails)`)
for (const connections of [4, 16, 64, 200]) {
  const load = await measureLoad(connections, seconds)
  say(
    `While ${connections} connections create: creates, mails per second`,
    `${load.createsPerSecond.toFixed(0)}, ${load.mailsPerSecond.toFixed(0)}`,
  )
  say('  creates p50, p99, failed', `${ms(load.p50)}, ${ms(load.p99)}, ${load.failed}`)
  say('  accepted to sent p50, p99', `${ms(load.sentP50)}, ${ms(load.sentP99)}`)
}
const lists = await measureLists(100_000)
say('A page of 50 out of 100,000 receipts: first', ms(lists.firstPage))
say('  deepest via next; p99 of all', `${ms(lists.deepestPage)}; ${ms(lists.p99)} (${lists.pages} pages)`)
