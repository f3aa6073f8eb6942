/**
 * Compares the working tree with another revision, in one run: `npm run bench -- --against REV`. Builds the revision in a temporary
 * folder with this one's libraries, and lets both take turns. Prints milliseconds of CPU, for PDFs of the clock (the browser is
 * another process), and how many times as fast this one is.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Source from '../src/index.ts'
import { answerWith, ask, figureOf, inTurns, ratio, start, summary } from './measure.ts'
import { longReceipt, receiptOf, receiptOptions } from './receipts.ts'
import { type Figure, short } from './table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const section = 'Beside another revision: CPU; PDF by the clock'

const long = longReceipt()

/** What a revision is asked to do, with the receipt of an index. */
type Work = (revision: Pick<typeof Source, 'parseReceipt'> & { engine: Source.Engine }, index: number) => unknown

/** Each task, with its calls in a turn. In 25 turns, 2,000 PDFs are printed at a time: browsers age, and are replaced. */
const tasks: Readonly<Record<string, readonly [calls: number, work: Work]>> = {
  parse: [400, ({ parseReceipt }, index) => parseReceipt(receiptOf(index))],
  mail: [150, ({ engine }, index) => engine.email(receiptOf(index), receiptOptions)],
  'qr mail': [60, ({ engine }, index) => engine.email({ ...receiptOf(index), barcodeType: 'QRCode' }, receiptOptions)],
  'long mail': [15, ({ engine }) => engine.email(long, receiptOptions)],
  pdf: [25, ({ engine }, index) => engine.pdf(receiptOf(index), receiptOptions)],
  pdfs: [80, ({ engine }, index) => engine.pdf(receiptOf(index), receiptOptions)],
  'long pdf': [4, ({ engine }) => engine.pdf(long, receiptOptions)],
}

/** Figures of each task. @throws if the revision isn't known or can't be built */
export async function against(revision: string, rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-against-'))
  try {
    checkOut(revision, folder)
    const figures: Figure[] = []
    for (const [task, [calls]] of Object.entries(tasks)) {
      const [then, now] = await turns(task, [folder, root], calls, rounds)
      const beside = `${short(summary(then!).median)} ms at ${revision}: ${short(ratio(then!, now!))} × as fast`
      figures.push({ ...figureOf(section, task, now!), beside })
    }
    return figures
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkOut(revision: string, folder: string): void {
  execFileSync('git', ['worktree', 'add', '--quiet', '--force', '--detach', folder, revision], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** One process for each folder; the first turn of each only warms up. */
async function turns(task: string, folders: readonly string[], calls: number, rounds: number): Promise<number[][]> {
  const runners = await Promise.all(folders.map(folder => start(import.meta.filename, folder, task)))
  for (const runner of runners) await ask(runner, calls * 5)
  return await inTurns(runners, rounds, () => calls)
}

// Run as a program, it does one task with the package in a folder, and answers with milliseconds per call: of CPU, or for PDFs of
// the clock.
if (import.meta.main) {
  const [folder = '', task = ''] = process.argv.slice(2)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entry = pathToFileURL(join(folder, exports['.'].default)).href
  const { createEngine, parseReceipt } = (await import(entry)) as typeof Source
  // By default as many browsers as are good for many PDFs at a time.
  const engine = await createEngine(task === 'pdfs' ? {} : { pdf: { processes: 1 } })
  const [, work] = tasks[task]!
  let index = 0
  const next = () => work({ parseReceipt, engine }, index++)
  const timed = async (calls: number) => {
    const start = performance.now()
    const before = process.cpuUsage()
    if (task === 'pdfs') await Promise.all(Array.from({ length: calls }, next))
    else for (let call = 0; call < calls; call++) await next()
    const { user, system } = process.cpuUsage(before)
    return (task.includes('pdf') ? performance.now() - start : (user + system) / 1000) / calls
  }
  answerWith(timed, () => engine.close())
}
