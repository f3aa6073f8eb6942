import { fuzzMail } from '../../test/fuzz/fuzz-mail.ts'
import { fuzzPdf } from '../../test/fuzz/fuzz-pdf.ts'
import { count, type Play } from './finding.ts'

/** Samples between two savings: a run that is ended early keeps what is done. */
const batch = { mail: 50_000, pdf: 1000 }

/** How many seeds a mail or PDF takes, at most: only valid samples are printed. */
const seedsEach = { mail: 1, pdf: 4 }

/** MiB that the heap may grow by in a batch, measured after collections: caches fill. */
const maxGrowth = 8

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
    const sum = {
      samples: 0,
      valid: 0,
      cards: 0,
      defects: 0,
      slow: 0,
      told: 0,
      asked: 0,
      slowest: 0,
      growth: 0,
      most: 0,
    }
    for (let begun = 0; begun < wanted; begun += batch[through]) {
      const size = Math.min(batch[through], wanted - begun)
      const found = await { mail: fuzzMail, pdf: fuzzPdf }[through](size, seed + begun * seedsEach[through])
      for (const name of ['samples', 'valid', 'cards', 'asked'] as const) sum[name] += found[name]
      for (const name of ['slowest', 'growth', 'most'] as const) sum[name] = Math.max(sum[name], found[name])
      for (const { seed, what } of found.defects) {
        process.stderr.write(`seed ${seed}: ${what}\n`)
        sum.defects += 1
        if (what.includes('card number')) sum.told += 1
      }
      for (const { seed, milliseconds } of found.slow) {
        process.stderr.write(`seed ${seed}: ${Math.round(milliseconds)} ms of processor time\n`)
        sum.slow += 1
      }
      if (begun + size < wanted) save(finding(begun + size))
    }
    return finding(wanted)

    function finding(done: number) {
      const row = [
        through === 'pdf' ? 'PDF' : 'parsing and mail',
        ...[sum.samples, sum.valid, sum.cards, sum.defects, sum.told, sum.asked].map(count),
        `${Math.round(sum.slowest)} ms`,
        ...[sum.growth, sum.most].map(size => `${size.toFixed(1)} MiB`),
      ]
      const kept = sum.defects + sum.slow === 0 && sum.asked === 0 && sum.growth <= maxGrowth
      return { part: 'fuzz', columns, rows: [row], kept, done: through === 'pdf' ? done * 50 : done } as const
    }
  }
}
