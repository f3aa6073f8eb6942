import { cpus, loadavg } from 'node:os'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { measureAtOnce } from './at-once.ts'
import { type CreateResult, measureCreates } from './creates.ts'
import { reportGrowth } from './growth/report.ts'
import { type BacklogResult, measureBacklog, measureLatency } from './mails.ts'
import { growthOf, ms, say, us } from './say.ts'
import { receiptBytes, settingsFor, withFolder } from './stage.ts'
import { type CreateCost, measureCreateCost } from './statistics/create-cost.ts'
import { measureStatistics, type StatisticsResult } from './statistics/statistics.ts'

/**
 * The service's benchmark: `npm run bench -w service`. `BENCH_SECONDS` is the duration of each create run, `BENCH_RECEIPTS` the
 * numbers of receipts that growth and statistics are measured at; a million takes minutes. `BENCH_ONLY` is `receipts`, `growth`
 * or `statistics`.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const counts = (process.env.BENCH_RECEIPTS ?? '10000,100000').split(',').map(Number)
const only = process.env.BENCH_ONLY
const load = () => `load ${loadavg()[0]?.toFixed(1) ?? ''}`

say(
  'Node, cores, receipt',
  `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${receiptBytes} bytes, ${load()}`,
)

const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fsync: 'on' })
const serverUrl = process.env.TEST_DATABASE_URL ?? server?.url

try {
  if (only === undefined || only === 'receipts') await benchReceipts()
  if (only === undefined || only === 'growth') await reportGrowth(counts, serverUrl)
  if (only === undefined || only === 'statistics') await benchStatistics()
  say('At the end', load())
} finally {
  await server?.stop()
}

async function benchReceipts(): Promise<void> {
  sayCreates(
    'embedded, fsync at every commit',
    await withFolder(folder => measureCreates(settingsFor(folder), seconds)),
  )
  if (serverUrl !== undefined)
    await withDatabase(serverUrl, async url => {
      const settings = (folder: string) => ({ ...settingsFor(folder), DATABASE_URL: url, MAIL: 'folder' })
      const creates = await withFolder(folder => measureCreates(settings(folder), seconds))
      sayCreates('PostgreSQL on this machine, fsync on', creates)
    })
  sayBacklog('embedded', await measureBacklog(4000))
  if (serverUrl !== undefined)
    await withDatabase(serverUrl, async url =>
      sayBacklog('PostgreSQL, one process', await measureBacklog(4000, { DATABASE_URL: url })),
    )
  const latency = await measureLatency(10)
  say('Accepted to sent, 20 per second: p50, p99', `${ms(latency.p50)}, ${ms(latency.p99)} (${latency.count} mails)`)
  for (const connections of [4, 16, 64, 200]) {
    const result = await measureAtOnce(connections, seconds)
    say(
      `While ${connections} connections create: creates, mails per second`,
      `${result.createsPerSecond.toFixed(0)}, ${result.mailsPerSecond.toFixed(0)} (${result.cores.toFixed(2)} cores; ${load()})`,
    )
    say('  creates p50, p99, failed', `${ms(result.p50)}, ${ms(result.p99)}, ${result.failed}`)
    say('  accepted to sent p50, p99', `${ms(result.sentP50)}, ${ms(result.sentP99)}`)
  }
}

async function withDatabase(onServer: string, work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await makeDatabase(onServer)
  try {
    await work(url)
  } finally {
    await drop()
  }
}

function sayCreates(where: string, { perSecond, cpu, p50, p99, failed }: CreateResult): void {
  say(`Creates per second, ${where}`, `${perSecond.toFixed(0)} (CPU ${us(cpu)} each; ${load()})`)
  say('  p50, p99, failed', `${ms(p50)}, ${ms(p99)}, ${failed}`)
}

function sayBacklog(where: string, { perSecond, cpu }: BacklogResult): void {
  say(`Mails per second from a backlog, ${where}`, `${perSecond.toFixed(0)} (CPU ${us(cpu)} each; ${load()})`)
}

async function benchStatistics(): Promise<void> {
  const embedded = await measureCreateCost(3)
  sayCost('embedded', embedded)
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
    const of = ({ receipts, cpu: cost }: StatisticsResult) => ({ receipts, cost })
    say(`${database}, CPU with ten times the receipts: ${question}`, growthOf(of(few), of(many)))
  }
}
