import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { mailContenders } from './contenders.ts'
import { summary } from './measure.ts'
import { atMost, type Figure, short } from './table.ts'

const section = 'The first mail of a new process, since the process started'
const names = Object.keys(mailContenders)
const program = fileURLToPath(new URL('first-mail.ts', import.meta.url))

/** Milliseconds from process start to the first email; contenders take turns, one process at a time. */
export async function startUp(turns: number): Promise<Figure[]> {
  const times = new Map(names.map(name => [name, [] as number[]]))
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, name])
      times.get(name)!.push(Number(stdout))
    }
  }
  const own = summary(times.get('counterfoil')!).median
  return names.map((name): Figure => {
    const { median, least, most } = summary(times.get(name)!)
    const figure: Figure = { section, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'counterfoil') return { ...figure, target: atMost(median, 150, 'ms') }
    return { ...figure, beside: `${short(median / own)} × counterfoil` }
  })
}
