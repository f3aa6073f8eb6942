/** What earlier sales without an answer leave of a sale's time: a lost answer costs the next sale nothing, an outage little. */
export interface CircuitBreaker {
  /** Milliseconds that the next sale may wait, of those it has; undefined if it isn't to be sent now. */
  timeoutMs(deadline: number): number | undefined
  /** A sale that began when so many had been silent ended: with an answer or at once, or with silence. */
  record(before: number, isSilent: boolean): void
  /** The service is known to answer. */
  reset(): void
  /** Sales without an answer, one after another. */
  readonly failures: number
}

/** After so many sales without an answer in a row, one at a time tries, and ever more rarely. */
const maxSilentSales = 3

/** Between two of those, at first and at most; milliseconds. */
const pauses = { first: 1000, most: 10_000 }

/** The part of its time that a sale after a silent one waits, and the least; milliseconds. */
const short = { part: 0.25, least: 500 }

/** @param now milliseconds since 1970 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let count = 0
  let nextAt = 0
  const reset = () => {
    count = 0
    nextAt = 0
  }
  return {
    timeoutMs(deadline) {
      if (count === 0) return deadline
      if (count >= maxSilentSales) {
        const left = nextAt - now()
        // The clock may have been put back.
        if (left > 0 && left <= pauses.most) return undefined
        // Of those that come while this one waits, none waits too.
        nextAt = now() + Math.min(pauses.most, pauses.first * 2 ** (count - maxSilentSales))
      }
      return Math.min(deadline, Math.max(short.least, deadline * short.part))
    },
    record(before, isSilent) {
      if (!isSilent) return reset()
      // Those that waited side by side met one silence, not several.
      count = Math.max(count, before + 1)
      if (count === maxSilentSales) nextAt = now() + pauses.first
    },
    reset,
    get failures() {
      return count
    },
  }
}
