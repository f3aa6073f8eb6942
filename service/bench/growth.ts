import pg from 'pg'
import { descendantsOf, parentOf, statOf } from '../../test/support/processes.ts'
import { fill, firstDate, pace } from './fill.ts'
import {
  authorization,
  type BenchDatabase,
  cpuOf,
  load,
  median,
  ms,
  quantile,
  type ReceiptCost,
  type Running,
  receiptsPath,
  run,
  say,
  sayGrowth,
  us,
} from './stage.ts'

/** Microseconds of CPU that have been used, the database server's included. */
type Cpu = () => Promise<number>

/** What a create or a page costs: milliseconds, and microseconds of CPU. */
interface Cost {
  p50: number
  p99: number
  cpu: number
}

/** Fills a new database up to each count, and prints what creates and pages cost there, asked for over HTTP one after the other. */
export async function benchGrowth(
  { name, settings, location }: BenchDatabase,
  counts: readonly number[],
  serverUrl: string | undefined,
): Promise<void> {
  const databaseCpu = name === 'PostgreSQL' && serverUrl !== undefined ? await postgresCpu(serverUrl) : () => 0
  const costs = new Map<string, ReceiptCost[]>()
  const tell = (receipts: number, work: string, { p50, p99, cpu }: Cost) => {
    costs.set(work, [...(costs.get(work) ?? []), { receipts, cost: cpu }])
    const figures = `CPU ${us(cpu)}, p50 ${ms(p50)}, p99 ${ms(p99)}`
    say(`${name}, ${receipts.toLocaleString('en')} receipts: ${work}`, figures)
  }
  const start = () => run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  // The service makes the demo merchant.
  await (await start()).stop()
  for (const [index, receipts] of counts.entries()) {
    await fill(location, counts[index - 1] ?? 0, receipts)
    const server = await start()
    const cpu = async () => (await cpuOf(server)) + databaseCpu()
    for (const [work, path, found] of await pagesOf(server, receipts))
      tell(receipts, work, await measurePage(server.address, path, found, cpu))
    tell(receipts, 'a create, 16 connections', await measureCreates(server.address, cpu))
    await server.stop()
  }
  for (const [work, all] of costs) sayGrowth(`${name}: ${work}`, all)
}

/**
 * Gives how many microseconds of CPU all processes of a PostgreSQL server on this machine have used, also those that have ended.
 * Linux only; counted in hundredths of a second.
 */
async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const main = parentOf(rows[0].pid)
  await client.end()
  return () => {
    const ticks = (pid: number, fields: readonly number[]) =>
      fields.reduce((sum, field) => sum + Number(statOf(pid)[field] ?? 0), 0)
    // User and system time; of the main process, that of its children that ended, too.
    return descendantsOf(main).reduce((sum, pid) => sum + ticks(pid, [11, 12]), ticks(main, [11, 12, 13, 14])) * 10_000
  }
}

/** Of each filter of the query, and of how far back a page is: its path, and how many receipts it has. */
async function pagesOf(server: Running, receipts: number): Promise<[work: string, path: string, found: number][]> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const last = firstDate + receipts * pace
  const middle = day(firstDate + (receipts / 2) * pace)
  const all = `${receiptsPath}?fromDate=${day(firstDate)}&toDate=${day(last)}`
  const answer = await fetch(`${server.address}${all}&pageNumber=${Math.floor(receipts / 50) - 1}`, {
    headers: { authorization },
  })
  await answer.text()
  const far = new URL(/<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? server.address)
  return [
    ['the newest page', all, 50],
    ['the oldest page, by next', `${far.pathname}${far.search}`, 50],
    ['page 100', `${all}&pageNumber=100`, 50],
    ['a day', `${receiptsPath}?fromDate=${middle}&toDate=${middle}`, 50],
    ['storeId', `${all}&storeId=7`, 50],
    ['storeId of none', `${all}&storeId=nowhere`, 0],
    ['storeName', `${all}&storeName=Store%207`, 50],
    ['storeId and storeName', `${all}&storeId=7&storeName=Store%207`, 50],
    ['storeId and the name of another', `${all}&storeId=7&storeName=Store%208`, 0],
    ['transactionNumber', `${all}&transactionNumber=${receipts / 2}`, 1],
    ['receiptNumber of none', `${all}&receiptNumber=nothing`, 0],
    ['transactionNumber and storeId', `${all}&transactionNumber=7&storeId=7`, 1],
  ]
}

const turns = 200

async function measurePage(address: string, path: string, found: number, cpu: Cpu): Promise<Cost> {
  const ask = async () => {
    const begin = performance.now()
    const answer = await fetch(`${address}${path}`, { headers: { authorization } })
    const text = await answer.text()
    const time = performance.now() - begin
    if (answer.status !== 200 || JSON.parse(text).length !== found) throw new Error(`${path}: ${answer.status} ${text}`)
    return time
  }
  for (let turn = 0; turn < turns / 4; turn++) await ask()
  const before = await cpu()
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) times.push(await ask())
  return { p50: median(times), p99: quantile(times, 0.99), cpu: ((await cpu()) - before) / turns }
}

/** Creates in a round, and rounds. */
const amount = 1000
const rounds = 5

/** The medians of the rounds. */
async function measureCreates(address: string, cpu: Cpu): Promise<Cost> {
  await load(address, 16, { amount })
  const results: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await cpu()
    const { p50, p99, failed } = await load(address, 16, { amount })
    if (failed > 0) throw new Error(`${failed} creates failed`)
    results.push({ p50, p99, cpu: ((await cpu()) - before) / amount })
  }
  const medianOf = (what: keyof Cost) => median(results.map(result => result[what]))
  return { p50: medianOf('p50'), p99: medianOf('p99'), cpu: medianOf('cpu') }
}
