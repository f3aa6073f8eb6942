import { readdir, rmdir, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import { heedClock, refusedSince, sinceOf } from './ages.ts'
import { finishWrites } from './finish-writes.ts'
import { isReceiptName, reasonOf, timeOf } from './record.ts'
import type { Spool } from './spool.ts'

/** Less free space than this is worth a warning; bytes. */
export const littleSpace = 200 * 1024 * 1024

/** Milliseconds. */
export const day = 86_400_000

/** Says that few more receipts may wait. */
export function warnOfCount(count: number, { pendingCount }: Limits, log: Log): void {
  log({ level: 'warn', message: `The spool is nearly full: ${pendingCount} receipts may wait`, count })
}

/** Finishes writes that a dead process left, warns of limits, gives up what is too old, and removes what was kept long enough. */
export async function tidy(spool: Spool, tidying: Tidying): Promise<void> {
  const { now, log } = tidying
  const steps = [
    () => heedClock(spool, now),
    () => finishWrites(spool, now, log),
    () => watchPending(spool, tidying),
    () => removeSent(spool, tidying),
    () => removeRefused(spool, tidying),
    () => watchDisk(spool, log),
  ]
  for (const step of steps)
    await step().catch(error => log({ level: 'error', message: 'The spool could not be tidied', code: codeOf(error) }))
}

async function watchPending(spool: Spool, { limits, now, log, hasFailed }: Tidying): Promise<void> {
  const { pendingCount, pendingDays } = limits
  const names = await spool.list('pending')
  if (names.length >= pendingCount * nearly) warnOfCount(names.length, limits, log)
  let old = 0
  for (const name of names.filter(name => !isYoungByName(name, limits, now))) {
    const days = (now - ((await sinceOf(join(spool.folder, 'pending', name), now)) ?? now)) / day
    // A clock that jumped refuses nothing that wasn't tried.
    if (days >= pendingDays && hasFailed(name)) await giveUp(name)
    else if (days >= pendingDays * nearly) old++
  }
  const message = `Receipts have been waiting a long time; after ${pendingDays} days those that can't be sent are moved to refused`
  if (old > 0) log({ level: 'warn', message, count: old })

  async function giveUp(name: string): Promise<void> {
    try {
      await spool.markRefused(name, reasonOf(`Not sent within ${pendingDays} days`, 'too_old', now))
      log({ level: 'error', message: 'Gave up on a receipt that waited too long', file: name })
    } catch (error) {
      log({
        level: 'error',
        message: 'A receipt that waited too long could not be moved to refused',
        file: name,
        code: codeOf(error),
      })
    }
  }
}

/** The name is only a hint, because the clock may have been wrong, but most names save a look at the file. */
function isYoungByName(name: string, { pendingDays }: Limits, now: number): boolean {
  const days = (now - (timeOf(name) ?? 0)) / day
  return days >= 0 && days < pendingDays * nearly
}

async function watchDisk({ folder }: Spool, log: Log): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (bavail * bsize < littleSpace) log({ level: 'warn', message: `The spool's disk has only ${megabytes} MB left` })
}

/** What a till keeps, and how long. */
export interface Limits {
  /** Receipts that may wait; more are sent live only. */
  pendingCount: number
  /** Days after which a waiting receipt that can't be sent is given up, that is moved to `refused`. */
  pendingDays: number
  /** Days that sent receipts are kept. */
  sentDays: number
  /** Days that refused receipts are kept, and what else was set aside. */
  refusedDays: number
}

interface Tidying {
  limits: Limits
  /** Milliseconds since 1970. */
  now: number
  log: Log
  /** Whether this process tried a waiting receipt, in vain. */
  hasFailed: (name: string) => boolean
}

/** Part of a limit from which on it is warned of. */
export const nearly = 0.8

async function removeSent({ folder, list }: Spool, { limits, now }: Tidying): Promise<void> {
  for (const name of await list('sent')) {
    const path = join(folder, 'sent', name)
    const since = (await sinceOf(path, now)) ?? now
    if (now - since >= limits.sentDays * day) await unlink(path).catch(() => {})
  }
}

/** Whatever lies there: receipts, their notes, and what else was set aside. It says so before it removes a receipt. */
async function removeRefused(spool: Spool, { limits, now, log }: Tidying): Promise<void> {
  const { refusedDays } = limits
  let soon = 0
  for (const name of await readdir(join(spool.folder, 'refused'))) {
    const days = (now - ((await refusedSince(spool, name, now)) ?? now)) / day
    if (days >= refusedDays) {
      const code = await remove(join(spool.folder, 'refused', name))
      if (code !== undefined)
        log({ level: 'warn', message: 'A file in refused could not be removed', file: name, code })
      else if (isReceiptName(name))
        log({ level: 'warn', message: `A refused receipt was removed after ${refusedDays} days`, file: name })
    } else if (days >= refusedDays * nearly && isReceiptName(name)) soon++
  }
  const message = `Refused receipts are removed after ${refusedDays} days: see "counterfoil-till show" and "retry"`
  if (soon > 0) log({ level: 'warn', message, count: soon })
}

/** A link itself, and a folder only if it is empty: what is in it is nobody's receipt. Gives the code of what is wrong. */
async function remove(path: string): Promise<string | undefined> {
  try {
    await unlink(path).catch(error => {
      if (!['EISDIR', 'EPERM'].includes(codeOf(error))) throw error
      return rmdir(path)
    })
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : codeOf(error)
  }
}
