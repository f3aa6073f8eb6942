import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import { move, OddFileError, syncFolder } from '../basics/files.ts'
import type { Log } from '../basics/log.ts'
import { isReceiptName, readReceiptFile, reasonOf } from './record.ts'
import { OtherKeyError } from './seal.ts'
import type { Spool } from './spool.ts'

/** A write this old is nobody's any more; milliseconds. */
export const abandonedAfter = 60_000

/** Finishes writes that a dead process left whole, and sets aside the others. */
export async function finishWrites(spool: Spool, now: number, log: Log): Promise<void> {
  const pending = join(spool.folder, 'pending')
  for (const name of (await readdir(pending)).filter(name => name.endsWith('.tmp'))) {
    const file = name.replace(/^\.|\.[0-9a-f]{8}\.tmp$/g, '')
    if (!isReceiptName(file)) continue
    try {
      const { mtimeMs } = await lstat(join(pending, name))
      if (Math.abs(now - mtimeMs) >= abandonedAfter) await finish(spool, name, file, now, log)
    } catch (error) {
      // Another process was first, or it is about this one.
      if (codeOf(error) !== 'ENOENT')
        log({
          level: 'error',
          message: 'An interrupted write could not be finished',
          file,
          code: codeOf(error),
        })
    }
  }
}

async function finish(spool: Spool, name: string, file: string, now: number, log: Log): Promise<void> {
  const pending = join(spool.folder, 'pending')
  const fault = await readReceiptFile(join(pending, name), file, spool.seal).catch(error => error)
  if (fault instanceof OddFileError) {
    await spool.markRefused(file, reasonOf(fault.message, fault.code, now), name)
    log({ level: 'warn', message: 'Set aside a half-written receipt of a process that ended', file, code: fault.code })
  } else if (fault instanceof Error && !(fault instanceof OtherKeyError)) throw fault
  else {
    await move(join(pending, name), join(pending, file))
    await syncFolder(pending)
    log({ level: 'warn', message: 'Finished an interrupted write', file })
  }
}
