/** Relative error of a quantile. */
const error = 0.05
const growth = (1 + error) / (1 - error)

/** Milliseconds up to which all is one bucket. */
const shortest = 10

/**
 * The bucket of a duration: number n holds those above shortest × growth^(n-1) and up to shortest × growth^n (the mapping of
 * DDSketch). Buckets of hours and stores are added, in any order, and give the same quantiles as if counted together.
 */
export function bucketOf(milliseconds: number): string {
  const number = milliseconds <= shortest ? 0 : Math.ceil(Math.log(milliseconds / shortest) / Math.log(growth))
  return String(number)
}

/** Fewer durations have no quantiles worth showing. */
const fewest = 20

/** Quantiles in milliseconds, within 5 %; undefined of fewer than 20 durations. */
export function quantilesOf(buckets: ReadonlyMap<string, number>, parts: readonly number[]): number[] | undefined {
  const sorted = [...buckets].map(([bucket, count]) => [Number(bucket), count] as const).sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (all < fewest) return undefined
  return parts.map(part => {
    const rank = Math.max(1, Math.ceil(part * all))
    let below = 0
    for (const [bucket, count] of sorted) {
      below += count
      // The middle of a bucket, from which both its ends are equally far.
      if (below >= rank) return bucket === 0 ? shortest : (2 * shortest * growth ** bucket) / (growth + 1)
    }
    return 0
  })
}
