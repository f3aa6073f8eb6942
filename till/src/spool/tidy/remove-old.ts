import { readdir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../basics/errors.ts'
import { refusedSince, sinceOf } from '../ages.ts'
import { isReceiptName } from '../names.ts'
import type { Spool } from '../spool.ts'
import { nearly, type Tidying } from './limits.ts'

const day = 86_400_000

/** Removes sent and refused receipts that were kept long enough, and says the latter before. */
export async function removeOld(spool: Spool, tidying: Tidying): Promise<void> {
  await removeSent(spool, tidying)
  await removeRefused(spool, tidying)
}

async function removeSent({ folder, list }: Spool, { limits, now }: Tidying): Promise<void> {
  for (const name of await list('sent')) {
    const path = join(folder, 'sent', name)
    const since = (await sinceOf(path, now)) ?? now
    if (now - since >= limits.sentDays * day) await unlink(path).catch(() => {})
  }
}

/** Whatever lies there: receipts, their notes, and what else was set aside. */
async function removeRefused(spool: Spool, { limits, now, log }: Tidying): Promise<void> {
  const { refusedDays } = limits
  let soon = 0
  for (const name of await readdir(join(spool.folder, 'refused'))) {
    const days = (now - ((await refusedSince(spool, name, now)) ?? now)) / day
    if (days >= refusedDays) {
      const code = await remove(join(spool.folder, 'refused', name))
      if (code !== undefined) log({ level: 'warn', message: 'This in refused could not be removed', file: name, code })
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
