import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDurably } from '../src/basics/files.ts'
import { openAgent } from '../src/http/agents.ts'
import { ask } from '../src/http/request.ts'
import { openSeal } from '../src/spool/seal.ts'
import { openSpool } from '../src/spool/spool.ts'
import { openTill } from '../src/till.ts'

/** What the till costs: `npm run bench -w till`. Compare ratios; another disk has other figures. */
const say = (name: string, value: string) => process.stdout.write(`${name.padEnd(52)}${value}\n`)
const ms = (milliseconds: number) => `${milliseconds.toFixed(2)} ms`
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-bench-'))

const receiptOf = (number: number) => ({
  customer: { emailAddress: 'mira.okafor@example.com' },
  workstation: { id: String(number % 5), store: { id: '004', name: 'Alder & Finch', address: {} } },
  receiptType: 'DigitalOnly' as const,
  transactionType: 'SaleTransaction',
  transactionNumber: `004-${number}`,
  items: Array.from({ length: 20 }, (_, line) => ({
    name: `Merino socks, pair ${line}`,
    price: 19,
    total: 19,
    sku: `2087${line}`,
  })),
  grandAmount: 380,
})

const body = JSON.stringify({ receiptId: 'r', customerEmailAddress: 'mira.okafor@example.com', offers: [] })
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end(request.method === 'POST' ? body : '[]'))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const options = { receipts: url, host: url, merchant: 'alder', key: 'i:s', log: () => {} }

/** The median and the 95th percentile of so many runs, milliseconds, after a warm-up. */
async function time(runs: number, work: (run: number) => Promise<unknown>): Promise<[number, number]> {
  const times: number[] = []
  for (let run = 0; run < runs + 50; run++) {
    const begin = performance.now()
    await work(run)
    if (run >= 50) times.push(performance.now() - begin)
  }
  times.sort((one, other) => one - other)
  return [times[Math.floor(runs / 2)]!, times[Math.floor(runs * 0.95)]!]
}

say('Node, processor', `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}`)
const agent = openAgent('http:', { environment: {} })
const headers = { 'content-type': 'application/json' }
const [bare, bareSlow] = await time(1000, run =>
  ask({
    method: 'POST',
    url: new URL(url),
    agent,
    headers,
    body: JSON.stringify(receiptOf(run)),
    signal: AbortSignal.timeout(4000),
  }),
)
say('The request alone: median, p95', `${ms(bare)}, ${ms(bareSlow)}`)
const text = JSON.stringify(receiptOf(0))
const [write, writeSlow] = await time(500, run =>
  writeDurably({ folder, name: `${run}.json`, via: `${run}.tmp` }, text),
)
say('A synced write alone', `${ms(write)}, ${ms(writeSlow)}`)
for (const [name, spoolKey] of [
  ['checkout', []],
  ['checkout, encrypted', ['ab'.repeat(32)]],
] as const) {
  await using till = await openTill({ ...options, spool: join(folder, name), spoolKey })
  const [median, slow] = await time(1000, run => till.checkout(receiptOf(run)))
  say(name, `${ms(median)}, ${ms(slow)}`)
  say('  adds to the request', `${ms(median - bare)}, of which the disk ${ms(write)}`)
}

const full = join(folder, 'full')
const spool = await openSpool({ folder: full, seal: openSeal([]), now: Date.now })
for (let number = 0; number < 10_000; number++)
  await spool.add({
    at: '',
    merchant: 'alder',
    mode: 'live',
    requestId: `r-${number}`,
    hasOwnId: false,
    receipt: { ...receiptOf(number), requestId: `r-${number}` },
  })
const begin = performance.now()
await using till = await openTill({ ...options, spool: full, limits: { pendingCount: 1e6 } }, { replays: false })
say('Opening a spool with 10,000 waiting', ms(performance.now() - begin))
globalThis.gc?.()
const before = process.memoryUsage().rss
let most = before
const watching = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 50)
const sending = performance.now()
const { sent } = await till.flush()
clearInterval(watching)
say('Sending them', `${sent} in ${((performance.now() - sending) / 1000).toFixed(1)} s`)
say('  memory before, most', `${(before / 1024 ** 2).toFixed(0)} MB, ${(most / 1024 ** 2).toFixed(0)} MB`)
agent.destroy()
server.close()
rmSync(folder, { recursive: true, force: true })
