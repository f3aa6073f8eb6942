import { setTimeout as pause } from 'node:timers/promises'

/** What one turn of the event loop took at most: what everybody else waits for. */
export interface Turns {
  /** The most CPU between two looks, milliseconds: whatever else this machine does counts for nothing. */
  longest: number
  /** How often others had their turn. */
  count: number
}

/**
 * Looks every millisecond what this thread's CPU was spent on while something is done.
 *
 * @returns its result and the turns
 */
export async function watchTurns<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: Turns }> {
  const turns = { longest: 0, count: 0 }
  let isOver = false
  const watching = (async () => {
    for (let before = cpuMs(); ; ) {
      await pause(1)
      const now = cpuMs()
      turns.longest = Math.max(turns.longest, now - before)
      turns.count += 1
      before = now
      if (isOver) return
    }
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  await watching
  return { result, turns }
}

/** This thread's CPU, of which a query of the embedded database is a part, milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
