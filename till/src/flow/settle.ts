import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Outcome } from '../operations/outcome.ts'
import type { Spool } from '../spool/spool.ts'

/** Moves a receipt to where its outcome belongs; what isn't decided stays pending. */
export async function settle(
  spool: Spool,
  file: string,
  outcome: Outcome,
  { now, log }: { now: () => number; log: Log },
): Promise<void> {
  try {
    if (outcome.kind === 'accepted') await spool.markSent(file)
    if (outcome.kind === 'refused') {
      const { status, error } = outcome
      await spool.markRefused(file, {
        at: new Date(now()).toISOString(),
        ...(status !== undefined && { status }),
        error,
      })
    }
  } catch (error) {
    // It stays pending and is sent again, which changes nothing.
    log({ level: 'error', message: 'The spool could not be written', code: codeOf(error), file })
  }
}
