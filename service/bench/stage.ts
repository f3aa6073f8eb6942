import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { DatabaseLocation } from '../src/database/location.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'

export const credentials = 'bench:a-benchmark-secret'
export const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
export const receiptsPath = '/ws/rest/v1/merchants/demo/receipts'

/** A 6 KB receipt with twenty lines and its own requestId, transaction number and address. */
export function receipt(number: number): string {
  const own = {
    requestId: `bench-${number}`,
    transactionNumber: `${4_000_000_000 + number}`,
    customer: { emailAddress: `guest-${number}@example.com` },
  }
  return `${JSON.stringify(own).slice(0, -1)},${text.slice(1)}`
}
const text = (() => {
  const url = new URL('../../fixtures/grocery-vat.de-DE/receipt.json', import.meta.url)
  const { requestId, transactionNumber, customer, ...rest } = JSON.parse(readFileSync(url, 'utf8'))
  return JSON.stringify({ ...rest, receiptType: 'DigitalOnly' }, null, 1)
})()

/** A database to measure on, empty at first. */
export interface BenchDatabase {
  name: 'embedded' | 'PostgreSQL'
  /** A service's settings for it. */
  settings: Record<string, string>
  location: DatabaseLocation
}

/** Works with the address of a PostgreSQL server, with fsync; undefined where there is none. */
export async function withServer(work: (serverUrl: string | undefined) => Promise<void>): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fsync: 'on' })
  try {
    await work(process.env.TEST_DATABASE_URL ?? server?.url)
  } finally {
    await server?.stop()
  }
}

/** Works on a new database of each kind, which is removed afterwards. */
export async function onDatabases(
  serverUrl: string | undefined,
  work: (place: BenchDatabase) => Promise<void>,
): Promise<void> {
  await withFolder(folder => work(embeddedIn(folder)))
  if (serverUrl !== undefined) await onPostgres(serverUrl, work)
}

/** The embedded database in a folder. */
export function embeddedIn(folder: string): BenchDatabase {
  const data = join(folder, 'data')
  const settings = {
    DATA_DIR: data,
    PORT: '0',
    DEMO_API_KEY: credentials,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    MAIL_FROM: 'receipts@example.com',
  }
  return { name: 'embedded', settings, location: { folder: data } }
}

/** Works on a new database of a PostgreSQL server. */
export async function onPostgres(serverUrl: string, work: (place: BenchDatabase) => Promise<void>): Promise<void> {
  const { url, drop } = await makeDatabase(serverUrl)
  try {
    await withFolder(folder => {
      const settings = { ...embeddedIn(folder).settings, DATABASE_URL: url, MAIL: 'folder' }
      return work({ name: 'PostgreSQL', settings, location: { url } })
    })
  } finally {
    await drop()
  }
}

/** Works in an empty folder, which is removed afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Running = Awaited<ReturnType<typeof run>>

/** Starts a file as a process of its own. @param preload files to load before it @throws if it ends before it listens */
export async function run(
  file: 'server.ts' | 'mail-sink.ts',
  settings: Record<string, string> = {},
  preload: readonly string[] = [],
) {
  const execArgv = preload.flatMap(name => ['--import', new URL(name, import.meta.url).href])
  const child = fork(new URL(file, import.meta.url), { env: { PATH: process.env.PATH, ...settings }, execArgv })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it listened; see its error above.`)
  })
  const [address] = (await Promise.race([once(child, 'message'), ended])) as [string]
  return {
    child,
    address,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The microseconds of CPU that a service's process has used. */
export const cpuOf = (server: Running): Promise<number> => ask(server, 'cpu')

/** Makes a service fold its statistics. */
export const foldIn = (server: Running): Promise<number> => ask(server, 'fold')

/** How many mails a mail server has taken. */
export const takenBy = (sink: Running): Promise<number> => ask(sink, 'count')

async function ask({ child }: Running, what: string): Promise<number> {
  child.send(what)
  const [answer] = (await once(child, 'message')) as [number]
  return answer
}

let number = 0

/** Creates receipts, each another one, from connections that don't pause: so many seconds (`duration`) or receipts (`amount`). */
export async function load(url: string, connections: number, until: { duration: number } | { amount: number }) {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    ...until,
    requests: [
      {
        method: 'POST',
        path: receiptsPath,
        headers: { authorization, 'content-type': 'application/json' },
        setupRequest: request => ({ ...request, body: receipt(number++) }),
      },
    ],
  })
  const { p50, p99, average } = latency
  return { perSecond: requests.average, total: requests.total, p50, p99, average, failed: non2xx + errors }
}

/** The quantile of the numbers at `part`, 0 to 1. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The number in the middle. */
export const median = (numbers: readonly number[]) => quantile(numbers, 0.5)

/** Prints a figure and what it is of. */
export function say(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(78)}${value}\n`)
}

/** Milliseconds. */
export const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

/** Microseconds. */
export const us = (microseconds: number) => `${microseconds.toFixed(0)} µs`

/** How busy the machine is. */
export const busy = () => `load ${loadavg()[0]?.toFixed(1) ?? ''}`

/** What something costs where there are so many receipts. */
export interface ReceiptCost {
  receipts: number
  cost: number
}

/** Prints by how much costs grow with ten times the receipts. */
export function sayGrowth(of: string, [few, ...more]: readonly ReceiptCost[]): void {
  const many = more.at(-1)
  if (!few || !many) return
  const growth = (many.cost / few.cost) ** (1 / Math.log10(many.receipts / few.receipts))
  say(`CPU with ten times the receipts, ${of}`, `× ${growth.toFixed(2)}`)
}
