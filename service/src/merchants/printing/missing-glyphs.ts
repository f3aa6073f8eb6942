import { scriptNames } from 'counterfoil'
import type { Log } from '../../monitoring/log.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { fontAdvice } from './fonts.ts'

/** Log lines a process writes. */
const most = 500

/**
 * Counts PDFs with letters that no font has, by script, and logs each script once per merchant. The scripts are ISO 15924 codes from
 * a fixed list; no receipt data.
 */
export function createMissingGlyphs(
  counter: Metrics['missingGlyphs'],
  log: Log,
): (merchantId: string, scripts: readonly string[]) => void {
  const logged = new Set<string>()

  return (merchantId, scripts) => {
    for (const script of scripts) {
      counter.inc({ script })
      const key = `${merchantId} ${script}`
      if (logged.has(key) || logged.size >= most) continue
      logged.add(key)
      log.warn(`A PDF lacks letters of ${scriptNames([script])}, which no installed font has. ${fontAdvice}`, {
        merchantId,
        code: script,
      })
    }
  }
}
