import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Milliseconds of processor time that this program and all processes below it have used: what a busy machine doesn't lengthen. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  const below = descendantsOf(process.pid).reduce((sum, pid) => sum + ticksOf(pid), 0)
  return (user + system) / 1000 + below * millisecondsPerTick
}

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10

function descendantsOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  const of = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...of(child)])
  return of(pid)
}

/** User and system time: the 14th and 15th field, counted behind the name, which may hold spaces. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
