import { cpus } from 'node:os'
import { benchCreateCost } from './create-cost.ts'
import { benchGrowth } from './growth.ts'
import { benchReceipts } from './receipts.ts'
import { busy, onDatabases, receipt, say, withServer } from './stage.ts'
import { benchStatistics } from './statistics.ts'

/**
 * The service's benchmark: `npm run bench -w service`. `BENCH_SECONDS` is the duration of each create run, `BENCH_RECEIPTS` the
 * numbers of receipts that growth and statistics are measured at; a million takes minutes. `BENCH_ONLY` is `receipts`, `growth`
 * or `statistics`.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const counts = (process.env.BENCH_RECEIPTS ?? '10000,100000').split(',').map(Number)
const isAsked = (part: string) => (process.env.BENCH_ONLY ?? part) === part

const machine = `${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? ''}`
say('Node, cores, receipt', `${machine}, ${Buffer.byteLength(receipt(0))} bytes, ${busy()}`)
await withServer(async serverUrl => {
  if (isAsked('receipts')) await benchReceipts(serverUrl, seconds)
  if (isAsked('growth')) await onDatabases(serverUrl, place => benchGrowth(place, counts, serverUrl))
  if (!isAsked('statistics')) return
  await benchCreateCost(serverUrl)
  await onDatabases(serverUrl, place => benchStatistics(place, counts))
})
say('At the end', busy())
