/** Limits how many tasks run at once; others wait in order. */
export function createLimiter(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  return async task => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // Hand the place to the next waiting task, so that none can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
