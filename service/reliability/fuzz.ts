import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { count, type Finding, type Play, seconds } from './finding.ts'

/** The engine's program that makes samples and tries them. */
const program = fileURLToPath(new URL('../../test/fuzz/main.ts', import.meta.url))

/** What it prints (test/fuzz/fuzz-mail.ts). */
interface Fuzzed {
  samples: number
  seconds: number
  valid: number
  cards: number
  slowest: number
  asked: number
  growth: number
  most: number
  defects: { seed: number; what: string }[]
}

/** Samples for one process: a run that is ended early keeps what is done. */
const batch = { mail: 50_000, pdf: 1000 }

/** How many seeds a mail or PDF takes, at most: only valid samples are printed. */
const samplesEach = { mail: 1, pdf: 4 }

/** MiB that one process's heap may grow by, measured after collections: caches fill. */
const mostGrowth = 8

const columns = [
  'through',
  'samples',
  'valid',
  'with a hidden card number',
  'defects',
  'card numbers told',
  'requests to a foreign address',
  'slowest',
  'heap grew by, at most',
  'largest heap',
]

/** Puts samples made of the schema and the shipped receipts through the engine; PDFs are a fiftieth of the mails. */
export function fuzz(through: 'mail' | 'pdf'): Play {
  return async ({ samples, seed }, save) => {
    const wanted = through === 'pdf' ? Math.ceil(samples / 50) : samples
    let sum: Fuzzed | undefined
    let begun = 0
    async function work(): Promise<void> {
      while (begun < wanted) {
        const size = Math.min(batch[through], wanted - begun)
        const first = seed + begun * samplesEach[through]
        begun += size
        const found = await run(through, size, first)
        sum = sum ? sumOf(sum, found) : found
        save(findingOf(through, sum))
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    return sum && findingOf(through, sum)
  }
}

async function run(through: 'mail' | 'pdf', size: number, seed: number): Promise<Fuzzed> {
  const args = ['--expose-gc', program, '--count', String(size), '--seed', String(seed)]
  const options = { maxBuffer: 2 ** 28 }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    through === 'pdf' ? [...args, '--pdf'] : args,
    options,
  ).catch((error: { stdout?: string }) => {
    // It ends with 1 if it found something.
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  const found = JSON.parse(stdout) as Fuzzed
  for (const { seed, what } of found.defects) process.stderr.write(`seed ${seed}: ${what}\n`)
  return found
}

function sumOf(one: Fuzzed, other: Fuzzed): Fuzzed {
  const sum = { ...one, defects: [...one.defects, ...other.defects] }
  for (const name of ['samples', 'seconds', 'valid', 'cards', 'asked'] as const) sum[name] += other[name]
  for (const name of ['slowest', 'growth', 'most'] as const) sum[name] = Math.max(sum[name], other[name])
  return sum
}

function findingOf(through: 'mail' | 'pdf', found: Fuzzed): Finding {
  const told = found.defects.filter(({ what }) => what.includes('card number')).length
  const row = [
    through === 'pdf' ? 'PDF' : 'parsing and mail',
    ...[found.samples, found.valid, found.cards, found.defects.length, told, found.asked].map(count),
    found.slowest < 1000 ? `${Math.round(found.slowest)} ms` : seconds(found.slowest),
    ...[found.growth, found.most].map(size => `${size.toFixed(1)} MiB`),
  ]
  const kept = found.defects.length === 0 && found.asked === 0 && found.growth <= mostGrowth
  // Asked for are mails; PDFs are a fiftieth.
  const done = through === 'pdf' ? Math.floor(found.valid / batch.pdf) * batch.pdf * 50 : found.samples
  return { part: 'fuzz', columns, rows: [row], kept, done }
}
