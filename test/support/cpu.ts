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

/** Milliseconds of a quiet machine's CPU that no text of a till may cost more than, at any length and for any one result. */
export const textBudget = 50

/** Milliseconds below which a cost isn't compared: there, other things than the text decide. */
const floor = 20

/** How much more twice as much text may cost. */
const maxRatio = 2.6

/** How a text costs too much, undefined if it doesn't: beyond the budget, or much more than twice what half of it costs. */
export function dearness(whole: () => unknown, half: () => unknown): string | undefined {
  const cost = cpuOf(whole, floor)
  if (cost <= floor) return undefined
  const ratio = ratioOf(whole, half)
  return isBeyond(cost, textBudget) || ratio > maxRatio ? `${cost.toFixed(1)} ms, ${ratio.toFixed(1)} times` : undefined
}

/** How many times as much CPU one work takes as another, the least of each in turns, for a machine is busier at one moment than at the next. */
function ratioOf(whole: () => unknown, half: () => unknown): number {
  const least = { whole: Number.POSITIVE_INFINITY, half: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < 5 || (turn < 15 && least.whole > maxRatio * least.half); turn++) {
    least.whole = Math.min(least.whole, spentOn(whole))
    least.half = Math.min(least.half, spentOn(half))
  }
  return least.whole / least.half
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
