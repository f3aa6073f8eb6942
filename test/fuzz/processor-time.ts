import { descendantsOf, statOf } from '../support/processes.ts'

/** Milliseconds of processor time that this program and all processes below it have used: what a busy machine doesn't lengthen. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  const below = descendantsOf(process.pid).reduce((sum, pid) => sum + ticksOf(pid), 0)
  return (user + system) / 1000 + below * millisecondsPerTick
}

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10

/** User and system time, the 14th and 15th field of the whole line. */
function ticksOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number)
  return user + system
}
