import { cpus } from 'node:os'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { type CreateCost, measureCreateCost } from './create-cost.ts'
import { measureCreates } from './creates.ts'
import { measureLists } from './lists.ts'
import { measureLoad } from './load.ts'
import { measureBacklog, measureLatency } from './mails.ts'
import { receiptBytes, settingsFor, withFolder } from './stage.ts'
import { measureStatistics, type StatisticsResult } from './statistics.ts'

/**
 * The service's benchmark: `npm run bench -w service`. `BENCH_SECONDS` is the duration of each create run, `BENCH_RECEIPTS` the
 * numbers of receipts that statistics are asked of; a million takes minutes. `BENCH_ONLY=statistics` leaves out the rest.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const say = (name: string, value: string) => process.stdout.write(`${name.padEnd(78)}${value}\n`)
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

say('Node, cores, receipt', `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${receiptBytes} bytes`)

const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fsync: 'on' })
const serverUrl = process.env.TEST_DATABASE_URL ?? server?.url

if (process.env.BENCH_ONLY !== 'statistics') await benchReceipts()
await benchStatistics()
await server?.stop()

async function benchReceipts(): Promise<void> {
  const embedded = await withFolder(folder => measureCreates(settingsFor(folder), seconds))
  say('Creates per second, embedded, fsync at every commit', embedded.perSecond.toFixed(0))
  say('  p50, p99, failed', `${ms(embedded.p50)}, ${ms(embedded.p99)}, ${embedded.failed}`)

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
}

async function benchStatistics(): Promise<void> {
  const embedded = await measureCreateCost(3)
  sayCost('embedded', embedded)
  const counts = (process.env.BENCH_RECEIPTS ?? '10000,100000').split(',').map(Number)
  sayAnswers('embedded', await withFolder(folder => measureStatistics({ folder }, counts)))
  if (serverUrl === undefined) return
  const cost = await measureCreateCost(3, async () => {
    const { url, drop } = await makeDatabase(serverUrl)
    return { settings: { DATABASE_URL: url, MAIL: 'folder' }, drop }
  })
  sayCost('PostgreSQL', cost)
  const { url, drop } = await makeDatabase(serverUrl)
  sayAnswers('PostgreSQL', await measureStatistics({ url }, counts))
  await drop()
}

function sayCost(database: string, { without, with: having }: { without: CreateCost; with: CreateCost }): void {
  const percent = (one: number, other: number) => `${((one / other - 1) * 100).toFixed(1)} %`
  const both = having.cpu + having.folding
  say(
    `CPU of a create, ${database}: without, with statistics, folding`,
    `${without.cpu.toFixed(0)}, ${having.cpu.toFixed(0)}, ${having.folding.toFixed(0)} µs (${percent(both, without.cpu)})`,
  )
  const speeds = `${without.perSecond.toFixed(0)}, ${having.perSecond.toFixed(0)}`
  say('  creates per second without, with', `${speeds} (${percent(having.perSecond, without.perSecond)})`)
}

function sayAnswers(database: string, results: readonly StatisticsResult[]): void {
  for (const { receipts, question, rows, p50, p95, cpu } of results)
    say(
      `${database}, ${receipts.toLocaleString('en')} receipts: ${question}`,
      `p50 ${ms(p50)}, p95 ${ms(p95)}, CPU ${ms(cpu)} (${rows} rows)`,
    )
  for (const [question, [few, ...more]] of Map.groupBy(results, ({ question: of }) => of)) {
    const many = more.at(-1)
    if (!few || !many) continue
    const growth = (many.cpu / few.cpu) ** (1 / Math.log10(many.receipts / few.receipts))
    say(`${database}, CPU with ten times the receipts: ${question}`, `× ${growth.toFixed(2)}`)
  }
}
