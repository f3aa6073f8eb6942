import { TooBusyError } from './errors/errors.ts'

interface Gate {
  /**
   * Lets work through when there is room; until then it waits in line.
   *
   * @param isFirst whether it waits before all others, however many there are
   * @throws TooBusyError if the line is full
   */
  pass<Result>(work: () => Promise<Result>, isFirst?: boolean): Promise<Result>
  /** Refuses work in advance. @throws TooBusyError if the line is full */
  admit(): void
}

/** Seconds that refused clients are told to wait. */
const retryAfter = 2

/** Lets so much work through at once; so much more may wait, by default any. */
export function createGate(most: number, mostWaiting = Number.POSITIVE_INFINITY): Gate {
  let running = 0
  const waiting: (() => void)[] = []

  function admit(): void {
    if (running >= most && waiting.length >= mostWaiting) throw new TooBusyError(retryAfter)
  }

  return {
    async pass(work, isFirst = false) {
      if (!isFirst) admit()
      if (running < most) running += 1
      // Whoever leaves hands over the place.
      else await new Promise<void>(resolve => (isFirst ? waiting.unshift(resolve) : waiting.push(resolve)))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    admit,
  }
}

/** Opens a lock that lets work run in parallel, and some of it alone. */
export function createSharedLock() {
  const parallel = new Set<Promise<unknown>>()
  let lastExclusive: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    /** Runs in parallel with other work, but not with work that must run alone. */
    async shared<Result>(work: () => Promise<Result>): Promise<Result> {
      while (waiting > 0) await lastExclusive
      const running = work()
      parallel.add(running)
      return running.finally(() => parallel.delete(running))
    },

    /** Waits for running work to finish, then runs alone. Later work waits. */
    exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
      waiting += 1
      const running = lastExclusive.then(() => Promise.allSettled(parallel)).then(work)
      lastExclusive = Promise.allSettled([running]).then(() => {
        waiting -= 1
      })
      return running
    },
  }
}
