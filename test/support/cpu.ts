/**
 * Milliseconds of CPU that some work takes: the least of a few tries, for what a busy machine adds isn't the work's. The first that is
 * within what is allowed is enough.
 */
export function cpuOf(work: () => unknown, allowed: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && least > allowed; tries++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
