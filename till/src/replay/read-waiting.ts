import type { SpoolRecord } from '../spool/record.ts'
import { DamagedFileError, OtherKeyError } from '../spool/seal.ts'
import type { Round, Waiting } from './send-waiting.ts'

/** Undefined for a file that can't be sent: another process's, another key's, or a damaged one. */
export async function readWaiting(
  { spool, sender, aside, now, log }: Waiting,
  name: string,
  round: Round,
): Promise<SpoolRecord | undefined> {
  try {
    const record = await spool.read('pending', name)
    if (record === undefined) return undefined
    const { merchant, mode } = sender.settings
    if (record.merchant === merchant && record.mode === mode) return record
    const message = `The receipt is of merchant ${record.merchant} in ${record.mode} mode, and the till is not`
    await spool.markRefused(name, {
      at: new Date(now()).toISOString(),
      error: { message, code: 'other_till', errors: {} },
    })
    round.refused++
    log({ level: 'error', message, file: name })
  } catch (error) {
    if (error instanceof OtherKeyError) {
      aside.failed(name)
      log({ level: 'error', message: error.message, file: name })
    } else if (error instanceof DamagedFileError) {
      await spool.markRefused(name, {
        at: new Date(now()).toISOString(),
        error: { message: error.message, code: 'damaged', errors: {} },
      })
      round.refused++
      log({ level: 'error', message: `Set aside: ${error.message}`, file: name })
    } else throw error
  }
  return undefined
}
