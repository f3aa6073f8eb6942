import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const credentials = 'bench:a-benchmark-secret'
export const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
export const receiptsPath = '/ws/rest/v1/merchants/demo/receipts'

/** A 6 KB receipt with twenty lines and its own requestId, transaction number and address. */
export function receipt(number: number): string {
  const own = {
    requestId: `bench-${number}`,
    transactionNumber: `${4_000_000_000 + number}`,
    customer: customer(number),
  }
  return `${JSON.stringify(own).slice(0, -1)},${text.slice(1)}`
}
const customer = (number: number) => ({ emailAddress: `guest-${number}@example.com` })
const text = (() => {
  const url = new URL('../../fixtures/grocery-vat.de-DE/receipt.json', import.meta.url)
  const { requestId, transactionNumber, customer, ...rest } = JSON.parse(readFileSync(url, 'utf8'))
  return JSON.stringify({ ...rest, receiptType: 'DigitalOnly' }, null, 1)
})()
export const receiptBytes = Buffer.byteLength(receipt(0))

export interface Running {
  child: ChildProcess
  address: string
  stop(): Promise<void>
}

/** Starts a file as a process of its own. @param preload files to load before it @throws if it ends before it listens */
export async function run(
  file: 'server.ts' | 'mail-sink.ts',
  settings: Record<string, string> = {},
  preload: readonly string[] = [],
): Promise<Running> {
  const execArgv = preload.flatMap(name => ['--import', new URL(name, import.meta.url).href])
  const child = fork(new URL(file, import.meta.url), { env: { PATH: process.env.PATH, ...settings }, execArgv })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it listened; see its error above.`)
  })
  const [address] = (await Promise.race([once(child, 'message'), ended])) as [string]
  return {
    child,
    address,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Runs work on an empty data folder, which is removed afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const settingsFor = (folder: string): Record<string, string> => ({
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  DEMO_API_KEY: credentials,
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
  MAIL_FROM: 'receipts@example.com',
})

/** The quantile of the numbers at `part`, 0 to 1. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
