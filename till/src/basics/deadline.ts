/**
 * Does something with a signal that aborts after so many milliseconds, or with another signal. Nothing of it is left when the work is
 * done: `AbortSignal.timeout` keeps all that listens to it until its time is over, which is much if many requests take little time.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const own = new AbortController()
  const end = () => own.abort()
  const timer = setTimeout(end, milliseconds)
  outer.addEventListener('abort', end)
  if (outer.aborted) end()
  try {
    return await work(own.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', end)
  }
}

/** What `inTime` throws. */
export const late = Symbol('late')

/** The result of some work, if it is there within so many milliseconds. The work goes on. @throws `late` */
export async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
