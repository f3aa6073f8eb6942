/** Receipts that fail while others don't: they step aside, so that they hold up nobody, and are tried again ever more rarely. */
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

/** The first wait and the longest; milliseconds. */
const [first, longest] = [60_000, 3_600_000]

/** @param now milliseconds since 1970 */
export function createAside(now: () => number): Aside {
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
      const wait = isAside ? Math.min(longest, first * 2 ** (failures - most)) : 0
      known.set(file, { failures, dueAt: now() + wait })
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
