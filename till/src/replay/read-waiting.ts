import { OddFileError } from '../basics/plain-file.ts'
import { reasonOf, type SpoolRecord } from '../spool/record.ts'
import type { Round, Waiting } from './send-waiting.ts'

/**
 * A waiting receipt. Undefined if another process moved it away, or if it was set aside: nobody could send it, or not this till.
 *
 * @throws OtherKeyError; what the file system says. Such a file stays where it is, because key or rights may be mended.
 */
export async function readWaiting(waiting: Waiting, name: string, round: Round): Promise<SpoolRecord | undefined> {
  const { spool, sender, now, log } = waiting
  const { merchant, mode } = sender.settings
  try {
    const record = await spool.read('pending', name)
    if (record === undefined || (record.merchant === merchant && record.mode === mode)) return record
    await setAside(
      `The receipt is of merchant ${record.merchant} in ${record.mode} mode, and the till is not`,
      'other_till',
    )
  } catch (error) {
    if (!(error instanceof OddFileError)) throw error
    await setAside(error.message, error.code)
  }
  return undefined

  async function setAside(message: string, code: string): Promise<void> {
    await spool.markRefused(name, reasonOf(message, code, now()))
    round.refused++
    log({ level: 'error', message: `Set aside: ${message}`, code, file: name })
  }
}
