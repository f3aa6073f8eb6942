/** Merchants remembered at most, besides those with work. */
const maxKept = 1000

/**
 * Whose turn it is by the time that each one's work took, not by how often it had a turn: slow work makes only its own merchant wait.
 * Who comes (back) begins where those with work are: nobody saves up time by doing nothing. It is start-time fair queueing (Goyal, Vin
 * and Cheng, 1996).
 *
 * @param clock milliseconds
 * @param usualMs what running work is taken for to cost at least, milliseconds, so that turns given at one moment count
 */
export function createTimeShares(clock: () => number = () => performance.now(), usualMs = 0) {
  /** Milliseconds of finished work, by merchant. */
  const used = new Map<string, number>()
  /** When each one's running work began. */
  const running = new Map<string, number[]>()
  /** What the last one whose turn it was had used by then. */
  let floor = 0

  const usedBy = (merchantId: string) => {
    const now = clock()
    const begun = running.get(merchantId) ?? []
    return begun.reduce((sum, began) => sum + Math.max(usualMs, now - began), used.get(merchantId) ?? 0)
  }

  function forgetSome(): void {
    if (used.size <= maxKept) return
    for (const [merchantId, time] of used) if (time <= floor && !running.has(merchantId)) used.delete(merchantId)
  }

  return {
    /** A merchant that had no work has some. */
    join(merchantId: string): void {
      if (running.has(merchantId)) return
      forgetSome()
      used.set(merchantId, Math.max(used.get(merchantId) ?? 0, floor))
    },
    /** Which of some merchants had the least time; of equals the first. */
    leastOf(merchants: Iterable<string>): string | undefined {
      let [least, time]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
      for (const merchantId of merchants) {
        const had = usedBy(merchantId)
        if (had < time) [least, time] = [merchantId, had]
      }
      if (least !== undefined) floor = Math.max(floor, time)
      return least
    },
    /** A merchant's work begins. Returns what to call when it has ended. */
    begin(merchantId: string): () => void {
      const began = clock()
      const begun = running.get(merchantId) ?? []
      running.set(merchantId, begun)
      begun.push(began)
      return () => {
        begun.splice(begun.indexOf(began), 1)
        if (begun.length === 0) running.delete(merchantId)
        used.set(merchantId, (used.get(merchantId) ?? 0) + clock() - began)
      }
    },
    /** How much of a merchant's work is running. */
    runningOf: (merchantId: string) => running.get(merchantId)?.length ?? 0,
  }
}
