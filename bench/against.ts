/**
 * Compares the working tree with another revision, in one run: `npm run bench -- --against REV`. Builds the revision in a temporary
 * folder with this one's libraries, and lets both take turns. Prints milliseconds of CPU, for PDFs of the clock (the browser is
 * another process), and how many times as fast this one is.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask, figureOf, ratio, start, summary } from './measure.ts'
import { type Figure, short } from './table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const section = 'Beside another revision: CPU; PDF by the clock'

/** Each task, with its calls in a turn. In 25 turns, 2,000 PDFs are printed at a time: browsers age, and are replaced. */
const tasks = { parse: 400, mail: 150, 'qr mail': 60, 'long mail': 15, pdf: 25, pdfs: 80, 'long pdf': 4 } as const

/** Figures of each task. @throws if the revision isn't known or can't be built */
export async function against(revision: string, rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-against-'))
  try {
    checkOut(revision, folder)
    const figures: Figure[] = []
    for (const [task, calls] of Object.entries(tasks)) {
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
  const runners = await Promise.all(folders.map(folder => start('revision-run.ts', folder, task)))
  for (const runner of runners) await ask(runner, calls * 5)
  const times: number[][] = folders.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, runner] of runners.entries()) times[index]!.push(await ask(runner, calls))
  for (const runner of runners) runner.disconnect()
  return times
}
