import { backoff, type Failing, FailingEntries } from '../basics/deadline.ts'

/** Receipts that fail step aside, so that they hold up nobody, and are tried again ever more rarely. */
export interface Quarantine {
  /** Whether it may be tried now. */
  isDue(file: string): boolean
  /** Notes a failure. True if the receipt stepped aside with it. */
  failed(file: string): boolean
  /** Notes that the file can't be read, sent or moved: it steps aside at once, whatever the service says. True if that is new. */
  troubled(file: string): boolean
  /** Whether anything failed with it and it wasn't taken since. */
  hasFailed(file: string): boolean
  /** Forgets all others. */
  keep(files: readonly string[]): void
  /** Notes that the service took a receipt; this one, if it had waited. */
  succeeded(file?: string): void
  /** Makes all due. */
  clear(): void
}

/** Failures in a row after which a receipt steps aside. */
const quarantineAfter = 3

/** Waits of a receipt that fails alone, while others fail too, and of a file that is in trouble; milliseconds. */
const backoffs = {
  alone: { base: 120_000, cap: 7_200_000 },
  together: { base: 1000, cap: 30_000 },
  troubled: { base: 10_000, cap: 600_000 },
}

/**
 * @param now milliseconds since any time, by a clock that isn't set
 * @param chance from 0 to 1
 */
export function createQuarantine(now: () => number, chance: () => number): Quarantine {
  const entries = new FailingEntries<Failing & { isTroubled?: true }>(now)
  const failedSince = new Set<string>()
  const makeDue = (which: (isTroubled: boolean) => boolean) => {
    for (const entry of entries.values()) if (which(entry.isTroubled === true)) entry.dueAt = 0
  }
  return {
    isDue: file => entries.isDue(file),
    failed(file) {
      failedSince.add(file)
      const failures = (entries.get(file)?.failures ?? 0) + 1
      const isQuarantined = failures >= quarantineAfter
      const waits = failedSince.size > 1 ? backoffs.together : backoffs.alone
      const wait = backoff(failures - quarantineAfter + 1, waits, chance())
      entries.set(file, { failures, dueAt: isQuarantined ? now() + wait : 0 })
      return isQuarantined
    },
    succeeded(file) {
      if (file !== undefined) entries.delete(file)
      // If several failed, it was the service, and it is back. What is wrong with a file stays wrong.
      if (failedSince.size > 1) makeDue(isTroubled => !isTroubled)
      failedSince.clear()
    },
    troubled(file) {
      const last = entries.get(file)
      const failures = (last?.failures ?? 0) + 1
      entries.set(file, { failures, isTroubled: true, dueAt: now() + backoff(failures, backoffs.troubled, chance()) })
      return !last?.isTroubled
    },
    hasFailed: file => entries.has(file),
    keep(files) {
      const kept = new Set(files)
      entries.keep(file => kept.has(file))
    },
    clear: () => makeDue(() => true),
  }
}
