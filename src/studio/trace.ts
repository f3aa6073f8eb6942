import { setImmediate } from 'node:timers/promises'
import { parseReceipt } from '../receipt/parse.ts'
import type { ReceiptOptions, Stages } from '../stages.ts'
import { fieldTracer } from '../trace/fields.ts'
import { sentFieldTracer } from '../trace/sent-fields.ts'
import type { Trace } from './page/api.ts'

/** Milliseconds after which other questions get their turn. */
const turn = 20

/**
 * Finds out where each field of a receipt comes out. A long receipt takes seconds, so others are answered in between, and a
 * trace that nobody waits for any more ends.
 *
 * @throws ReceiptDataError when the receipt is not valid; the signal's reason
 */
export async function trace(stages: Stages, sent: string, asked: ReceiptOptions, signal: AbortSignal): Promise<Trace> {
  const receipt = parseReceipt(sent)
  const decision = stages.decide(receipt, asked)
  const tracer = sentFieldTracer(
    sent,
    fieldTracer(receipt, changed => stages.present(changed, decision, asked)),
  )
  const fields: [path: string, places: string[]][] = []
  const reasons: [path: string, reason: string][] = []
  let since = performance.now()
  for (const path of tracer.paths) {
    fields.push([path, tracer.viewPathsOf(path)])
    const reason = tracer.reasonFor(path)
    if (reason !== undefined) reasons.push([path, reason])
    if (performance.now() - since < turn) continue
    await setImmediate()
    signal.throwIfAborted()
    since = performance.now()
  }
  return { kind: 'trace', fields: Object.fromEntries(fields), reasons: Object.fromEntries(reasons) }
}
