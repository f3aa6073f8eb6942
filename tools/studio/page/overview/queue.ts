/** Work that is done some at a time. */
export interface Queue {
  add(work: () => Promise<void>): void
  /** Drops what hasn't begun. */
  clear(): void
}

/** @param together how much is done at a time */
export function createQueue(together: number): Queue {
  let waiting: (() => Promise<void>)[] = []
  let running = 0

  function next(): void {
    const work = running < together ? waiting.shift() : undefined
    if (!work) return
    running++
    // The server says what failed where it is asked for alone.
    void work()
      .catch(() => undefined)
      .finally(() => {
        running--
        next()
      })
    next()
  }

  return {
    add(work) {
      waiting.push(work)
      next()
    },
    clear() {
      waiting = []
    },
  }
}
