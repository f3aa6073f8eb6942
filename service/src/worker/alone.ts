/** Lets work run side by side, and some of it alone. */
export interface SideBySide {
  /** Runs beside others, but not beside work that has to be alone. */
  together<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits for what is under way, then runs with nothing beside it. What comes meanwhile waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createSideBySide(): SideBySide {
  const underWay = new Set<Promise<unknown>>()
  let lonely: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    async together(work) {
      while (waiting > 0) await lonely
      const running = work()
      const settled = running.then(
        () => {},
        () => {},
      )
      underWay.add(settled)
      return running.finally(() => underWay.delete(settled))
    },

    alone(work) {
      waiting += 1
      const running = lonely.then(async () => {
        await Promise.all(underWay)
        return work()
      })
      lonely = running
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
