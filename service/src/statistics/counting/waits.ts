/** How far a bucket's ends are from its middle, of the middle. With the rounding of its name, a duration is off by less than 5 %. */
const error = 0.04
const growth = (1 + error) / (1 - error)

/** The same of earlier versions' buckets, which have a number for a name, and the milliseconds up to which all was one. */
const earlier = { growth: 1.05 / 0.95, shortest: 10 }

const unit = 'ms'

/**
 * The bucket of a duration, by its middle: `1230ms`. Bucket n has those above growth^(n-1) and up to growth^n milliseconds (the
 * mapping of DDSketch). Buckets of hours and stores are added, in any order, and give the same quantiles as if counted together.
 */
export function bucketOf(milliseconds: number): string {
  if (milliseconds <= 1) return `1${unit}`
  const middle = middleOf(Math.ceil(Math.log(milliseconds) / Math.log(growth)), growth)
  return Number(middle.toPrecision(3)) + unit
}

/** Fewer durations have no quantiles worth showing. */
const fewest = 20

/**
 * Quantiles by the nearest rank, in milliseconds: of n durations in order, part p is number ⌈p × n⌉. Within 5 % of that duration
 * (but for 1 ms, or 10 ms if an earlier version counted it); undefined of fewer than 20 durations.
 */
export function quantilesOf(buckets: ReadonlyMap<string, number>, parts: readonly number[]): number[] | undefined {
  const sorted = [...buckets].map(([name, count]) => [durationOf(name), count] as const).sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (all < fewest) return undefined
  return parts.map(part => {
    const rank = Math.max(1, Math.ceil(part * all))
    let below = 0
    for (const [value, count] of sorted) {
      below += count
      if (below >= rank) return value
    }
    return 0
  })
}

function durationOf(name: string): number {
  if (name.endsWith(unit)) return Number(name.slice(0, -unit.length))
  return name === '0' ? earlier.shortest : earlier.shortest * middleOf(Number(name), earlier.growth)
}

/** What is equally far, in its own parts, from both ends of a bucket. */
function middleOf(bucket: number, growth: number): number {
  return (2 * growth ** bucket) / (growth + 1)
}
