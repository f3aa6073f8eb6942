import type { DatabaseLocation } from '../../src/database/location.ts'
import { load } from '../load.ts'
import { cpuOf } from '../processes.ts'
import { authorization, quantile, type Running, receiptsPath, run } from '../stage.ts'
import { fill, firstDate, pace } from './fill.ts'

/** What a create or a page costs among so many receipts. Milliseconds, each for one. */
export interface GrowthResult {
  receipts: number
  work: string
  p50: number
  p99: number
  /** CPU of the service's process. */
  cpu: number
  /** CPU of a database server, if it was measured. */
  databaseCpu: number
}

export interface GrowthOptions {
  place: DatabaseLocation
  /** The service's, for that place. */
  settings: Record<string, string>
  /** Ascending. */
  counts: readonly number[]
  /** Microseconds of CPU that the database's server has used. */
  databaseCpu?: () => number
  /** Told each result as it comes: a million receipts take minutes. */
  onResult?: (result: GrowthResult) => void
}

/** Fills a new database up to each count and measures creates and pages, asked for over HTTP one after the other. */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthResult[]> {
  const { place, settings, counts, databaseCpu = () => 0, onResult = () => {} } = options
  const results: GrowthResult[] = []
  const keep = (result: GrowthResult) => {
    results.push(result)
    onResult(result)
  }
  const start = () => run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  // The service makes the demo merchant.
  await (await start()).stop()
  for (const [index, receipts] of counts.entries()) {
    await fill(place, counts[index - 1] ?? 0, receipts)
    const server = await start()
    const cpu = async () => [await cpuOf(server), databaseCpu()] as const
    for (const [work, path, found] of await pagesOf(server, receipts))
      keep({ receipts, work, ...(await measurePage(server.address, path, found, cpu)) })
    keep({ receipts, work: 'a create, 16 connections', ...(await measureCreates(server.address, cpu)) })
    await server.stop()
  }
  return results
}

type Cpu = () => Promise<readonly [service: number, database: number]>

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

async function measurePage(
  address: string,
  path: string,
  found: number,
  cpu: Cpu,
): Promise<Omit<GrowthResult, 'receipts' | 'work'>> {
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
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), ...costOf(before, await cpu(), turns) }
}

/** Creates in a round, and rounds. */
const amount = 1000
const rounds = 5

async function measureCreates(address: string, cpu: Cpu): Promise<Omit<GrowthResult, 'receipts' | 'work'>> {
  await load(address, 16, { amount })
  const results: Omit<GrowthResult, 'receipts' | 'work'>[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await cpu()
    const { latency, non2xx, errors } = await load(address, 16, { amount })
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} creates failed`)
    results.push({ p50: latency.p50, p99: latency.p99, ...costOf(before, await cpu(), amount) })
  }
  const median = (what: 'p50' | 'p99' | 'cpu' | 'databaseCpu') =>
    quantile(
      results.map(result => result[what]),
      0.5,
    )
  return { p50: median('p50'), p99: median('p99'), cpu: median('cpu'), databaseCpu: median('databaseCpu') }
}

function costOf(before: readonly [number, number], after: readonly [number, number], count: number) {
  const of = (which: 0 | 1) => (after[which] - before[which]) / count / 1000
  return { cpu: of(0), databaseCpu: of(1) }
}
