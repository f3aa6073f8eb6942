import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { against } from './against.ts'
import { installSizes } from './install-size.ts'
import { longReceipts } from './long-receipts.ts'
import { mailStages } from './mail-stages.ts'
import { memory } from './memory.ts'
import { openBrowser } from './peers/browser.ts'
import { sizes } from './sizes.ts'
import { pdfRate, speed } from './speed.ts'
import { startUp } from './start-up.ts'
import { type Figure, table } from './table.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const { quick = false, json = false, write = false } = values

const parts: Record<string, () => Promise<Figure[]>> = {
  mail: () => speed('mail', quick ? { rounds: 9, turn: 100, warmUp: 1000 } : { rounds: 25, turn: 200, warmUp: 3000 }),
  stages: () => mailStages(quick ? 3 : 10),
  pdf: async () => [
    ...(await speed('pdf', quick ? { rounds: 5, turn: 150, warmUp: 500 } : { rounds: 15, turn: 400, warmUp: 2000 })),
    await pdfRate(quick ? { batches: 5, batch: 60 } : { batches: 10, batch: 200 }),
  ],
  image: () => speed('image', quick ? { rounds: 5, turn: 300, warmUp: 500 } : { rounds: 15, turn: 800, warmUp: 2000 }),
  long: () => longReceipts({ rounds: quick ? 5 : 15 }),
  size: sizes,
  install: async () => installSizes(write),
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

/** Whose versions the table names. */
const packages = [
  'handlebars',
  'juice',
  'bwip-js',
  'mjml',
  '@react-email/render',
  'pdfmake',
  '@react-pdf/renderer',
  'puppeteer',
]

const about = await machine()
const figures: Figure[] = []
for (const name of chosen) figures.push(...(await parts[name]!()))
if (json) console.log(JSON.stringify({ machine: Object.fromEntries(about), quick, figures }, undefined, 2))
else console.log(`${about.map(pair => pair.join(' ')).join(' · ')}\n\n${table(figures)}`)

/** The machine and versions used: name and value. */
async function machine(): Promise<[string, string][]> {
  const { version: browser, close } = await openBrowser()
  await close()
  return [
    ['node', process.version],
    ['processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['memory', `${Math.round(totalmem() / 1e9)} GB`],
    ['system', `${process.platform} ${process.arch}`],
    ['browser', browser],
    ['counterfoil', versionAt('../package.json')],
    ...packages.map((name): [string, string] => [name, versionOf(name)]),
  ]
}

function versionOf(name: string): string {
  for (const folder of ['node_modules', '../node_modules']) {
    try {
      return versionAt(`${folder}/${name}/package.json`)
    } catch {}
  }
  return 'not installed'
}

function versionAt(path: string): string {
  return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version
}
