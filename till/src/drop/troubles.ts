/** Entries of a drop folder that could not be taken: each is looked at ever more rarely, so that they hold up nobody. */
export interface Troubles {
  /** Whether it may be looked at now. */
  isDue(name: string): boolean
  /** Whether what was found may be taken: it is another than the one that couldn't be, or that one's time has come. */
  mayTry(name: string, is: string): boolean
  /** Notes that it could not be taken or put away. True if that is news: it is another one than last time. */
  failed(name: string, is: string): boolean
  /** Notes that it is half, and will be looked at again. */
  half(name: string, is: string): void
  /** What was half, as it was then. */
  halfOf(name: string): string | undefined
  /** Something has happened to it, perhaps by this process: it may be looked at now. */
  hint(name: string): void
  /** Forgets those that aren't there any more. */
  keep(isThere: (name: string) => boolean): void
}

/** Longest wait; milliseconds. */
const maxWaitMs = 60_000

/** Between two looks at half a file; milliseconds. */
const halfWaitMs = 1000

/**
 * @param first wait after the first failure, milliseconds; doubled with each
 * @param clock milliseconds, never put back
 */
export function createTroubles(first: number, clock: () => number): Troubles {
  const known = new Map<string, { is: string; failures: number; dueAt: number; isHinted?: boolean }>()
  return {
    isDue(name) {
      const { isHinted = false, dueAt = 0 } = known.get(name) ?? {}
      return isHinted || dueAt <= clock()
    },
    mayTry(name, is) {
      const last = known.get(name)
      if (last) last.isHinted = false
      return last === undefined || last.is !== is || last.dueAt <= clock()
    },
    failed(name, is) {
      const last = known.get(name)
      const failures = last?.is === is ? last.failures + 1 : 1
      known.set(name, { is, failures, dueAt: clock() + Math.min(maxWaitMs, first * 2 ** (failures - 1)) })
      return failures === 1
    },
    half(name, is) {
      known.set(name, { is, failures: 0, dueAt: clock() + halfWaitMs })
    },
    halfOf(name) {
      const last = known.get(name)
      return last?.failures === 0 ? last.is : undefined
    },
    hint(name) {
      const last = known.get(name)
      if (last) last.isHinted = true
    },
    keep(isThere) {
      for (const name of known.keys()) if (!isThere(name)) known.delete(name)
    },
  }
}
