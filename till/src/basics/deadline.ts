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

/**
 * How long to wait after the n-th failure in a row, doubled with each; milliseconds.
 *
 * @param failures from 1
 * @param chance from 0 to 1: full jitter, so that many tills don't return in one second
 */
export function backoff(failures: number, { base, cap }: { base: number; cap: number }, chance = 1): number {
  return Math.round(chance * Math.min(cap, base * 2 ** Math.min(failures - 1, 30)))
}

/** An entry that failed, and when it may be tried again, by the clock of its list. */
export interface Failing {
  failures: number
  dueAt: number
}

/** Entries that failed, by name: each waits for itself, so that it holds up nobody. */
export class FailingEntries<Entry extends Failing> extends Map<string, Entry> {
  readonly clock: () => number

  /** @param clock milliseconds since any time, by a clock that isn't set */
  constructor(clock: () => number) {
    super()
    this.clock = clock
  }

  /** Whether it may be tried now. */
  isDue(name: string): boolean {
    return (this.get(name)?.dueAt ?? 0) <= this.clock()
  }

  /** Forgets those that aren't there any more. */
  keep(isThere: (name: string) => boolean): void {
    for (const name of this.keys()) if (!isThere(name)) this.delete(name)
  }
}
