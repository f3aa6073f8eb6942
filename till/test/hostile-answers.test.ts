import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { connectService } from '../src/operations/connect.ts'
import { createReceipt } from '../src/operations/create-receipt.ts'
import { readOptions } from '../src/settings/read-settings.ts'
import { openTill } from '../src/till.ts'
import {
  bodyOf,
  type HostileAnswer,
  heavyAnswers,
  hostileAnswers,
  hostileHeaders,
  oddAnswers,
  wholeAnswers,
} from './support/hostile-answers.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

/** What may be written about an answer; bytes. */
const room = 64 * 1024

/** Milliseconds of CPU for the heaviest answers: some 20 are usual, and neighbors slow them down. */
const mostCpu = 200

let url = ''
let worker: Worker
beforeAll(async () => {
  worker = new Worker(new URL('./support/hostile-server.ts', import.meta.url))
  const [port] = await once(worker, 'message')
  url = `http://127.0.0.1:${port}/ws/rest/v1`
})
afterAll(() => worker.terminate())

const optionsOf = (merchant: string) => ({ receipts: url, host: url, merchant, key: 'i:s' })

const receipt = sale('1', { requestId: 'till-1' }) as unknown as Record<string, unknown>
const sent = { requestId: 'till-1', isDerivedId: true, receipt }
const context = (signal = AbortSignal.timeout(20_000)) => ({ signal, now: Date.now })

/** What becomes of a receipt whose requestId was made from its content. */
async function outcomeOf(merchant: string, signal: AbortSignal) {
  const service = connectService(readOptions({ ...optionsOf(merchant), spool: 'unused' }).service)
  try {
    return await createReceipt(service, sent, context(signal))
  } finally {
    service.close()
  }
}

/** Who decides about a receipt: nobody but the interface, in full. */
function kindOf({ status, cut, own }: HostileAnswer): string {
  if (cut !== 'whole' || status === 101) return 'failed'
  if (status === 200) return own === 'accepted' ? 'accepted' : 'failed'
  if ([408, 425, 429, 502, 503, 504].includes(status)) return 'busy'
  if (own !== 'error' || status < 400 || status >= 500) return 'failed'
  if ([401, 403, 404, 405].includes(status)) return 'halted'
  return status === 409 ? 'accepted' : 'refused'
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>, most = 64): Promise<void> {
  const left = [...items]
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: most }, run))
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value, null, 1))

test('every status × every shape: only the interface’s own answers decide', async () => {
  const { service: settings } = readOptions({ ...optionsOf('alder'), spool: 'unused' })
  const wrong: string[] = []
  for (const answer of wholeAnswers) {
    // A switch of protocols has no body.
    if (answer.status === 101) continue
    const text = bodyOf(answer.shape).toString('utf8')
    const receipts = async () => ({ status: answer.status, headers: hostileHeaders, text })
    const outcome = await createReceipt({ ...connectService(settings), receipts }, sent, context())
    const isLong = bytesOf(outcome) > room || outcome.message.length > 4000
    if (outcome.kind !== kindOf(answer) || isLong)
      wrong.push(`${answer.name}: ${outcome.kind}${isLong ? ', long' : ''}`)
  }
  expect(wrong).toEqual([])
})

test('every status × every cut: only what comes whole decides, and in time', async () => {
  const light = [...hostileAnswers.entries()].filter(([, answer]) => !heavyAnswers.includes(answer))
  const wrong: string[] = []
  await inParallel(light, async ([index, answer]) => {
    // Only those without an end take all their time; a head that drips may be too long before.
    const isEndless = /hang|drip/.test(answer.cut)
    const signal = AbortSignal.timeout(isEndless ? 100 : 60_000)
    const outcome = await outcomeOf(String(index), signal)
    const isLate = signal.aborted && !isEndless
    if (outcome.kind !== kindOf(answer) || isLate)
      wrong.push(`${answer.name}: ${outcome.kind}${isLate ? ', late' : ''}`)
  })
  expect(wrong).toEqual([])
})

test('the heaviest cost little, and little is written about them', async () => {
  const wrong: string[] = []
  const log: LogEntry[] = []
  const spool = newFolder()
  const options = { ...optionsOf('alder'), spool, log: (entry: LogEntry) => log.push(entry) }
  await using till = await openTill(options, { replays: false })
  for (const [index, answer] of hostileAnswers.entries()) {
    if (!heavyAnswers.includes(answer)) continue
    log.length = 0
    const before = process.threadCpuUsage()
    const { offers, ...end } = await till.checkout(sale(`${index}-th`), { deadline: 20_000 })
    const { user, system } = process.threadCpuUsage(before)
    const cpu = (user + system) / 1000
    const kind = kindOf(answer)
    const notes = readdirSync(join(spool, 'refused')).filter(name => name.includes('.error.'))
    const bytes = [end, ...log, ...notes.map(name => readFileSync(join(spool, 'refused', name), 'utf8'))]
    const copy = kind === 'accepted' ? 'sent' : kind === 'refused' ? 'refused' : 'queued'
    if (end.copy !== copy || isBeyond(cpu, mostCpu) || bytes.some(written => bytesOf(written) > room))
      wrong.push(`${answer.name}: ${end.copy}, ${cpu} ms, ${bytes.map(bytesOf)} bytes`)
  }
  expect(wrong).toEqual([])
})

describe('what is no HTTP, or odd, is a fault of the network', () => {
  test.concurrent.for(Object.keys(oddAnswers))('%s', async name => {
    expect(await outcomeOf(name, AbortSignal.timeout(60_000))).toMatchObject({
      kind: 'failed',
      message: expect.any(String),
    })
  })
})
