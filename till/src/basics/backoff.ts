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
