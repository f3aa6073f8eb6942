import type { Warning } from 'counterfoil'
import type { Metrics } from './metrics.ts'

/** Series a process remembers: of merchant and kind. */
const most = 1000

/**
 * Counts receipts with warnings, once for each kind; those of further merchants under `other`. Not by store and till, whose names
 * are the tills' texts: those are in the database (`createWarnings`).
 */
export function createWarningCounts(
  counter: Metrics['receiptWarnings'],
): (merchant: string, warnings: readonly Warning[]) => void {
  const series = new Set<string>()

  return (merchant, warnings) => {
    for (const kind of new Set(warnings.map(({ code }) => code))) {
      const key = `${kind} ${merchant}`
      if (series.size < most) series.add(key)
      counter.inc({ merchant: series.has(key) ? merchant : 'other', kind })
    }
  }
}
