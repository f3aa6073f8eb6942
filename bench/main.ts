/**
 * Compares Counterfoil with the alternatives, in one run on one machine, and prints one table.
 *
 *     npm run bench                      everything, about five minutes
 *     npm run bench -- --quick           fewer rounds, about one minute
 *     npm run bench -- --only mail,pdf   some of: mail, stages, pdf, long, size, start, memory
 *     npm run bench -- --against REV     this tree beside another revision, instead of the alternatives
 *     npm run bench -- --json            figures as JSON
 *
 * A missed target is reported but isn't a failure: times depend on the machine, so read the ratios.
 */
import { parseArgs } from 'node:util'
import { against } from './against.ts'
import { longReceipts } from './long-receipts.ts'
import { machine } from './machine.ts'
import { mailSpeed } from './mail-speed.ts'
import { mailStages } from './mail-stages.ts'
import { memory } from './memory.ts'
import { pdfRate, pdfSpeed } from './pdf-speed.ts'
import { sizes } from './sizes.ts'
import { startUp } from './start-up.ts'
import { type Figure, table } from './table.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
})
const { quick = false, json = false } = values

const parts: Record<string, () => Promise<Figure[]>> = {
  mail: () => mailSpeed(quick ? { rounds: 9, turn: 100, warmUp: 1000 } : { rounds: 25, turn: 200, warmUp: 3000 }),
  stages: () => mailStages(quick ? 3 : 10),
  pdf: async () => [
    ...(await pdfSpeed(quick ? { rounds: 5, turn: 150, warmUp: 500 } : { rounds: 15, turn: 400, warmUp: 2000 })),
    await pdfRate(quick ? { batches: 5, batch: 60 } : { batches: 10, batch: 200 }),
  ],
  long: () => longReceipts({ rounds: quick ? 5 : 15 }),
  size: sizes,
  start: () => startUp(quick ? 3 : 7),
  memory: () => (quick ? memory(1000, 100) : memory(10_000, 1000)),
}

const rev = values.against
if (rev !== undefined) parts.against = () => against(rev, quick ? 9 : 25)
const chosen = rev !== undefined ? ['against'] : (values.only?.split(',') ?? Object.keys(parts))
const unknown = chosen.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const about = await machine()
const figures: Figure[] = []
for (const name of chosen) figures.push(...(await parts[name]!()))
if (json) console.log(JSON.stringify({ machine: Object.fromEntries(about), quick, figures }, undefined, 2))
else console.log(`${about.map(pair => pair.join(' ')).join(' · ')}\n\n${table(figures)}`)
