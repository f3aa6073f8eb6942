import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDurably } from '../src/basics/files.ts'
import { ask, createAgents } from '../src/http/request.ts'
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

const server = fork(new URL('server.ts', import.meta.url))
const [port] = (await once(server, 'message')) as [number]
const url = `http://127.0.0.1:${port}`
const options = { receipts: url, host: url, merchant: 'alder', key: 'i:s', log: () => {} }

/** Runs each in turn, so that the machine treats all alike; the median and the 95th percentile of each, milliseconds. */
async function race<Name extends string>(runs: number, works: Record<Name, (run: number) => Promise<unknown>>) {
  const names = Object.keys(works) as Name[]
  const times = new Map(names.map(name => [name, [] as number[]]))
  for (let run = -50; run < runs; run++)
    for (const name of names) {
      const begin = performance.now()
      await works[name](run + 50)
      if (run >= 0) times.get(name)?.push(performance.now() - begin)
    }
  const at = (name: Name, part: number) => times.get(name)!.sort((one, other) => one - other)[Math.floor(runs * part)]!
  return (name: Name) => ({ median: at(name, 0.5), slow: at(name, 0.95) })
}

say('Node, processor', `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}`)
const agent = createAgents({ environment: {}, alwaysChecks: true }).agentOf(new URL(url))
const headers = { 'content-type': 'application/json' }
const text = JSON.stringify(receiptOf(0))
{
  await using clear = await openTill({ ...options, spool: join(folder, 'clear') })
  await using sealed = await openTill({ ...options, spool: join(folder, 'sealed'), spoolKey: 'ab'.repeat(32) })
  const signal = AbortSignal.timeout(600_000)
  const of = await race(1500, {
    'The request alone': run =>
      ask({ method: 'POST', url: new URL(url), agent, headers, body: JSON.stringify(receiptOf(run)), signal }),
    'A synced write alone': run => writeDurably({ folder, name: `${run}.json`, via: `${run}.tmp` }, text),
    checkout: run => clear.checkout(receiptOf(run)),
    'checkout, encrypted': run => sealed.checkout(receiptOf(run)),
  })
  for (const name of ['The request alone', 'A synced write alone', 'checkout', 'checkout, encrypted'] as const)
    say(`${name}: median, p95`, `${ms(of(name).median)}, ${ms(of(name).slow)}`)
  say('checkout adds to the request, at the median', ms(of('checkout').median - of('The request alone').median))
}

const full = join(folder, 'full')
const spool = await openSpool({ folder: full, seal: openSeal([]), now: Date.now })
await fill(0)
const begin = performance.now()
await using till = await openTill({ ...options, spool: full, limits: { pendingCount: 1e6 } }, { replays: false })
say('Opening a spool with 10,000 waiting', ms(performance.now() - begin))
for (let round = 1; round <= 3; round++) {
  if (round > 1) await fill(round)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const sending = performance.now()
  const { sent } = await till.flush()
  clearInterval(watching)
  say(`Sending them, round ${round}`, `${sent} in ${((performance.now() - sending) / 1000).toFixed(1)} s`)
  say('  memory before, most', `${(before / 1024 ** 2).toFixed(0)} MB, ${(most / 1024 ** 2).toFixed(0)} MB`)
}
agent.destroy()
server.kill()
rmSync(folder, { recursive: true, force: true })

async function fill(round: number): Promise<void> {
  for (let number = 0; number < 10_000; number++) {
    const requestId = `r-${round}-${number}`
    const receipt = { ...receiptOf(number), requestId }
    await spool.add({ at: '', merchant: 'alder', mode: 'live', requestId, isDerivedId: false, receipt })
  }
}
