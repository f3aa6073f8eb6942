/** Runs work in parallel, and some of it alone. */
export interface SideBySide {
  /** Runs in parallel with other work, but not with work that must run alone. */
  together<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits for running work to finish, then runs alone. Later work waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createSideBySide(): SideBySide {
  const parallel = new Set<Promise<unknown>>()
  let lastAlone: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    async together(work) {
      while (waiting > 0) await lastAlone
      const running = work()
      const settled = running.then(
        () => {},
        () => {},
      )
      parallel.add(settled)
      return running.finally(() => parallel.delete(settled))
    },

    alone(work) {
      waiting += 1
      const running = lastAlone.then(async () => {
        await Promise.all(parallel)
        return work()
      })
      lastAlone = running
        .then(
          () => {},
          () => {},
        )
        .finally(() => {
          waiting -= 1
        })
      return running
    },
  }
}
