/** Of so many places, those that no one recipient, and no backlog, may have: a few always find one free. Of less than five, none. */
export function placesKept(places: number): number {
  return places < 5 ? 0 : Math.max(1, Math.floor(places / 8))
}

/** Work that takes this long is slow: what is quick comes and goes, and what isn't stays. Milliseconds. */
const slowMs = 1000

/** If nothing was quick for so long, it is the way that is slow, not a recipient. Milliseconds. */
const allSlowMs = 60_000

/** Recipients remembered at most, besides those with work. */
const maxKept = 1000

/** What is known of a recipient. */
interface Recipient {
  /** When its running work began. */
  begun: number[]
  /** Whether the last that ended was quick; undefined if none has. */
  wasQuick: boolean | undefined
  /** When the last began that was quick: what began before, and still runs, was lost on its way, and says nothing anymore. */
  quickFrom: number
}

/**
 * Shares places between recipients by how quick they are. One that is quick may have nearly all; one that isn't, or that nothing is
 * known of, half, unless the others aren't quick, either; and all that are slow leave some to the others. So whoever never answers costs
 * only its own share.
 *
 * @param clock milliseconds
 */
export function createRecipientShares(clock: () => number = () => performance.now()) {
  const known = new Map<string, Recipient>()
  let wasQuick = false
  let lastQuickAt = Number.NEGATIVE_INFINITY

  /** For how long it has owed an answer. */
  const owing = ({ begun, quickFrom }: Recipient) =>
    clock() - (begun.find(at => at >= quickFrom) ?? Number.POSITIVE_INFINITY)
  const isLate = (of: Recipient) => owing(of) >= slowMs
  const isQuick = (of: Recipient | undefined) => of?.wasQuick === true && !isLate(of)
  const isSlow = (of: Recipient) => isLate(of) || of.wasQuick === false

  function forgetSome(): void {
    for (const [recipient, { begun }] of known) {
      if (known.size <= maxKept) return
      if (begun.length === 0) known.delete(recipient)
    }
  }

  return {
    /** Whether a recipient is quick; without one, whether the last work that ended was, whoever it was for. */
    isQuick: (recipient?: string) => (recipient === undefined ? wasQuick : isQuick(known.get(recipient))),
    /** How many of these places a recipient may have. */
    placesFor(recipient: string, places: number): number {
      const of = known.get(recipient)
      const most = Math.max(1, places - placesKept(places))
      if (isQuick(of)) return most
      const half = Math.max(1, Math.floor(places / 2))
      if (!of || !isSlow(of)) return half
      const isLong = of.wasQuick === false || owing(of) > allSlowMs
      const share = isLong && clock() - lastQuickAt > allSlowMs ? most : half
      const slow = [...known.values()].filter(isSlow).reduce((sum, { begun }) => sum + begun.length, 0)
      return Math.min(share, Math.max(0, most - slow) + of.begun.length)
    },
    /** Measures work for a recipient. */
    async measure<Result>(recipient: string, work: () => Promise<Result>): Promise<Result> {
      const began = clock()
      const of = known.get(recipient) ?? { begun: [], wasQuick: undefined, quickFrom: Number.NEGATIVE_INFINITY }
      // The last one used is the last to be forgotten.
      known.delete(recipient)
      known.set(recipient, of)
      of.begun.push(began)
      try {
        return await work()
      } finally {
        of.begun.splice(of.begun.indexOf(began), 1)
        const isQuickNow = clock() - began < slowMs
        if (isQuickNow) [of.quickFrom, lastQuickAt] = [Math.max(of.quickFrom, began), clock()]
        if (isQuickNow || began >= of.quickFrom) [of.wasQuick, wasQuick] = [isQuickNow, isQuickNow]
        forgetSome()
      }
    },
  }
}
