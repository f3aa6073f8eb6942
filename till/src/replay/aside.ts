import { backoff } from './backoff.ts'

/** Receipts that fail step aside, so that they hold up nobody, and are tried again ever more rarely. */
export interface Aside {
  /** Whether it may be tried now. */
  isDue(file: string): boolean
  /** Notes a failure. True if the receipt stepped aside with it. */
  failed(file: string): boolean
  /** Notes that the service took a receipt; this one, if it had waited. */
  succeeded(file?: string): void
  /** Makes all due. */
  clear(): void
}

/** Failures in a row after which a receipt steps aside. */
const most = 3

/** Waits of a receipt that fails alone, and while others fail too; milliseconds. */
const waits = { alone: { base: 120_000, cap: 7_200_000 }, together: { base: 1000, cap: 30_000 } }

/**
 * @param now milliseconds since 1970
 * @param chance from 0 to 1
 */
export function createAside(now: () => number, chance: () => number): Aside {
  const known = new Map<string, { failures: number; dueAt: number }>()
  const failedSince = new Set<string>()
  const clear = () => {
    for (const [file, { failures }] of known) known.set(file, { failures, dueAt: 0 })
  }
  return {
    isDue: file => (known.get(file)?.dueAt ?? 0) <= now(),
    failed(file) {
      failedSince.add(file)
      const failures = (known.get(file)?.failures ?? 0) + 1
      const isAside = failures >= most
      const wait = backoff(failures - most + 1, chance(), failedSince.size > 1 ? waits.together : waits.alone)
      known.set(file, { failures, dueAt: isAside ? now() + wait : 0 })
      return isAside
    },
    succeeded(file) {
      if (file !== undefined) known.delete(file)
      // If several failed, it was the service, and it is back.
      if (failedSince.size > 1) clear()
      failedSince.clear()
    },
    clear,
  }
}
