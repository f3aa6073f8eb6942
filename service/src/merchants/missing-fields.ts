import type { MissingField } from 'counterfoil'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** Labels and log lines that a process remembers; a template has a few hundred fields. */
const most = 500

/**
 * Counts the fields that templates print and receipts have not, and warns of each once for a merchant. They hold names of fields and files,
 * nothing of a receipt.
 */
export function createMissingFields(
  counter: Metrics['missingFields'],
  log: Log,
): (merchantId: string, missing: MissingField) => void {
  const labels = new Set<string>()
  const told = new Set<string>()

  return (merchantId, { field, page, places }) => {
    const [place] = places
    const file = place?.file ?? `the page ${page}`
    const label = `${file} ${field}`
    if (labels.size < most) labels.add(label)
    counter.inc(labels.has(label) ? { file, field } : { file: 'other', field: 'other' })
    const key = `${merchantId} ${label}`
    if (told.has(key) || told.size >= most) return
    told.add(key)
    const where = place ? `${file}:${place.line}:${place.column}` : file
    log.warn('A template prints a field that a receipt has not; it was left empty', {
      merchantId,
      place: `${where} {{${field}}}`,
    })
  }
}
