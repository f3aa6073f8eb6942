import { type MissingField, scriptNames } from 'counterfoil/internal'
import type { Log } from '../basics/monitoring/log.ts'
import type { Metrics } from '../basics/monitoring/metrics.ts'
import { fontAdvice } from './printing.ts'

/** Labels and log lines a process remembers; a template has a few hundred fields. */
const maxFields = 500

/**
 * Counts fields that templates print but receipts lack, and logs each once per merchant. Only names of fields and files, no
 * receipt data.
 */
export function createMissingFields(
  counter: Metrics['missingFields'],
  log: Log,
): (merchantId: string, missing: MissingField) => void {
  const labels = new Set<string>()
  const isFirst = createFirst()

  return (merchantId, { field, page, places }) => {
    const [place] = places
    const file = place?.file ?? `the page ${page}`
    const label = `${file} ${field}`
    if (labels.size < maxFields) labels.add(label)
    counter.inc(labels.has(label) ? { file, field } : { file: 'other', field: 'other' })
    if (!isFirst(`${merchantId} ${label}`)) return
    const where = place ? `${file}:${place.line}:${place.column}` : file
    log.warn('A template prints a field that the receipt lacks; it was left empty', {
      merchantId,
      place: `${where} {{${field}}}`,
    })
  }
}

/**
 * Counts PDFs with letters that no font has, by script, and logs each script once per merchant. The scripts are ISO 15924 codes from
 * a fixed list; no receipt data.
 */
export function createMissingGlyphs(
  counter: Metrics['missingGlyphs'],
  log: Log,
): (merchantId: string, scripts: readonly string[]) => void {
  const isFirst = createFirst()

  return (merchantId, scripts) => {
    for (const script of scripts) {
      counter.inc({ script })
      if (!isFirst(`${merchantId} ${script}`)) continue
      log.warn(`A PDF lacks letters of ${scriptNames([script])}, which no installed font has. ${fontAdvice}`, {
        merchantId,
        code: script,
      })
    }
  }
}

/**
 * Counts PDFs that don't claim PDF/UA-1 or PDF/A-3a, and logs each reason once per merchant. Reasons name what a template does, no
 * receipt data.
 */
export function createUnclaimed(
  counter: Metrics['unclaimedPdfs'],
  log: Log,
): (merchantId: string, reasons: readonly string[]) => void {
  const isFirst = createFirst()

  return (merchantId, reasons) => {
    counter.inc()
    for (const reason of reasons)
      if (isFirst(`${merchantId} ${reason}`)) log.warn(`${reason} ${claimAdvice}`, { merchantId })
  }
}

/** What to do about a PDF without its claims. */
export const claimAdvice = 'Mend the template: `counterfoil lint` names the place, docs/pdf-ua.md the rules.'

/** Tells whether something is met for the first time; once too much was, nothing is. */
function createFirst(): (met: string) => boolean {
  const known = new Set<string>()
  return met => {
    const isNew = !known.has(met) && known.size < maxFields
    if (isNew) known.add(met)
    return isNew
  }
}
