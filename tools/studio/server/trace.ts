import { setImmediate } from 'node:timers/promises'
import type { ReceiptOptions } from '../../../src/engine.ts'
import type { Merchant } from '../../../src/merchant/open.ts'
import { traceFieldsOf } from '../../trace/trace.ts'
import type { Trace } from '../page/api.ts'

/** Milliseconds after which other questions get their turn. */
const turn = 20

/**
 * Finds out where each field of a receipt comes out. A long receipt takes a second or two, so others are answered in between,
 * and a trace that nobody waits for any more ends.
 *
 * @throws ReceiptDataError when the receipt is not valid; the signal's reason
 */
export async function trace(
  merchant: Merchant,
  sent: string,
  asked: ReceiptOptions,
  signal: AbortSignal,
): Promise<Trace> {
  const fields: [path: string, places: string[]][] = []
  const reasons: [path: string, reason: string][] = []
  let since = performance.now()
  for (const { path, places, reason } of traceFieldsOf(merchant, sent, asked)) {
    fields.push([path, places])
    if (reason !== undefined) reasons.push([path, reason])
    if (performance.now() - since < turn) continue
    await setImmediate()
    signal.throwIfAborted()
    since = performance.now()
  }
  return { kind: 'trace', fields: Object.fromEntries(fields), reasons: Object.fromEntries(reasons) }
}
