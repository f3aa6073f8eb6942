/** Looks again and again, one look at a time: after the time that each asks for, or sooner if it is woken. */
export interface PollTimer {
  start(): void
  /** Looks after so many milliseconds, also if a look is under way that came too early. */
  wake(wait: number): void
  /** No look before so many milliseconds are over, whoever wakes it. */
  rest(milliseconds: number): void
  /** Ends the rest. */
  endRest(): void
  /** Does something between two looks. */
  between<Result>(work: () => Promise<Result>): Promise<Result>
  /** Ends it after the look under way. */
  stop(): Promise<void>
}

/** @param look gives the milliseconds until the next; it doesn't throw */
export function createPollTimer(look: () => Promise<number>): PollTimer {
  let isOn = false
  let wokenWith: number | undefined
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let work: Promise<unknown> = Promise.resolve()

  function schedule(wait: number): void {
    clearTimeout(timer)
    if (!isOn) return
    timer = setTimeout(turn, Math.max(wait, notBefore - performance.now()))
    timer.unref()
  }

  function turn(): void {
    wokenWith = undefined
    work = work.then(async () => {
      const wait = isOn ? await look() : 0
      schedule(Math.min(wait, wokenWith ?? wait))
    })
  }

  return {
    start() {
      isOn = true
      schedule(0)
    },
    wake(wait) {
      wokenWith = wait
      schedule(wait)
    },
    rest(milliseconds) {
      notBefore = performance.now() + milliseconds
    },
    endRest() {
      notBefore = 0
    },
    between(run) {
      const result = work.then(run)
      work = result.catch(() => {})
      return result
    },
    async stop() {
      isOn = false
      clearTimeout(timer)
      await work
    },
  }
}
