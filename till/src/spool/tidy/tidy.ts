import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../basics/errors.ts'
import type { Log } from '../../basics/log.ts'
import { heedClock, sinceOf } from '../ages.ts'
import { timeOf } from '../names.ts'
import { reasonOf } from '../record.ts'
import type { Spool } from '../spool.ts'
import { finishWrites } from './finish-writes.ts'
import { type Limits, nearly, type Tidying } from './limits.ts'
import { removeOld } from './remove-old.ts'

/** Less free space than this is worth a warning; bytes. */
export const littleSpace = 200 * 1024 * 1024

const day = 86_400_000

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
    () => removeOld(spool, tidying),
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
  const message = `Receipts wait since long; after ${pendingDays} days those that can't be sent are moved to refused`
  if (old > 0) log({ level: 'warn', message, count: old })

  async function giveUp(name: string): Promise<void> {
    try {
      await spool.markRefused(name, reasonOf(`Not sent within ${pendingDays} days`, 'too_old', now))
      log({ level: 'error', message: 'A receipt was given up: it waited too long', file: name })
    } catch (error) {
      log({ level: 'error', message: 'A receipt could not be given up', file: name, code: codeOf(error) })
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
