import { setImmediate } from 'node:timers/promises'
import type { ReceiptOptions } from '../../../src/engine.ts'
import type { Merchant } from '../../../src/merchant/open.ts'
import { traceFieldsOf } from '../../trace/trace.ts'
import type { Trace } from './api.ts'

/** Milliseconds before yielding to other requests. */
const turn = 20

/**
 * Finds where each field of a receipt appears. A long receipt takes a second or two, so this yields to other requests, and
 * stops if nobody waits any longer.
 *
 * @throws ReceiptDataError if the receipt is invalid; the signal's reason
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
