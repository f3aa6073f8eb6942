import type { MissingField } from 'counterfoil'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'

/** Labels and log lines a process remembers; a template has a few hundred fields. */
const most = 500

/**
 * Counts fields that templates print but receipts lack, and logs each once per merchant. Only names of fields and files, no
 * receipt data.
 */
export function createMissingFields(
  counter: Metrics['missingFields'],
  log: Log,
): (merchantId: string, missing: MissingField) => void {
  const labels = new Set<string>()
  const logged = new Set<string>()

  return (merchantId, { field, page, places }) => {
    const [place] = places
    const file = place?.file ?? `the page ${page}`
    const label = `${file} ${field}`
    if (labels.size < most) labels.add(label)
    counter.inc(labels.has(label) ? { file, field } : { file: 'other', field: 'other' })
    const key = `${merchantId} ${label}`
    if (logged.has(key) || logged.size >= most) return
    logged.add(key)
    const where = place ? `${file}:${place.line}:${place.column}` : file
    log.warn('A template prints a field that the receipt lacks; it was left empty', {
      merchantId,
      place: `${where} {{${field}}}`,
    })
  }
}
