/**
 * Milliseconds of CPU that some work takes: the least of a few tries, for what a busy machine adds isn't the work's. The first that is
 * within what is allowed is enough.
 */
export function cpuOf(work: () => unknown, allowed: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && least > allowed; tries++) least = Math.min(least, spentOn(work))
  return least
}

/** Whether a cost in milliseconds of CPU is beyond what is allowed on a quiet machine, where this one may be slower now. */
export function isBeyond(cost: number, allowed: number): boolean {
  return cost > allowed && cost > allowed * slowness()
}

/** Milliseconds that the yardstick takes on a quiet machine, measured on 2026-11-29 on two cores. */
const yardstickMs = 15

/** How many times slower than the quiet machine this one is now, by work of the kind that texts make; not below 1. */
function slowness(): number {
  const tries = [1, 2, 3].map(() => spentOn(yardstick))
  return Math.max(1, Math.min(...tries) / yardstickMs)
}

const sample = 'Tea 4111 1111 \u0301\u0323 b\u00e9\n'.repeat(60_000)

/** Nothing of ours: letters normalized, matched, parted, copied and parsed. */
function yardstick(): number {
  const json = JSON.stringify(sample.normalize('NFD').replace(/\d+/g, '7').split('\n'))
  return Buffer.byteLength(JSON.parse(json).join('\n'))
}

function spentOn(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
