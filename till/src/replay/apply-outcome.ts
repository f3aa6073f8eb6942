import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Outcome } from '../operations/outcome.ts'
import type { Spool } from '../spool/spool.ts'

/** Moves a receipt to where its outcome belongs; what isn't decided stays pending. False if it should have been moved and couldn't be. */
export async function applyOutcome(
  spool: Spool,
  file: string,
  outcome: Outcome,
  { now, log }: { now: () => number; log: Log },
): Promise<boolean> {
  try {
    if (outcome.kind === 'accepted') await spool.markSent(file)
    if (outcome.kind === 'refused') {
      const { status, error } = outcome
      await spool.markRefused(file, { at: new Date(now()).toISOString(), status, error })
    }
    return true
  } catch (error) {
    // It stays pending; if it is sent again, that changes nothing.
    log({ level: 'error', message: 'The spool could not be written', code: codeOf(error), file })
    return false
  }
}
