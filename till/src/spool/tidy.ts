import { readdir, readFile, stat, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import { move, syncFolder } from '../basics/files.ts'
import type { Log } from '../basics/log.ts'
import { isReceiptName, timeOf } from './names.ts'
import { readRecord } from './record.ts'
import { OtherKeyError, type Seal } from './seal.ts'
import type { Spool } from './spool.ts'

export interface Limits {
  /** Receipts that may wait; more are sent live only. */
  pendingCount: number
  /** Days after which a waiting receipt is given up, that is moved to `refused`. */
  pendingDays: number
  /** Days that sent receipts are kept. */
  sentDays: number
}

/** Part of a limit from which on it is warned of. */
export const nearly = 0.8

/** Less free space than this is worth a warning; bytes. */
export const littleSpace = 200 * 1024 * 1024

const day = 86_400_000

/** A write this old is nobody's any more; milliseconds. */
export const abandonedAfter = 60_000

/** Says that few more receipts may wait. */
export function warnOfCount(count: number, { pendingCount }: Limits, log: Log): void {
  log({ level: 'warn', message: `The spool is nearly full: ${pendingCount} receipts may wait`, count })
}

/** Finishes writes that a dead process left whole, warns of limits, gives up what is too old, and removes sent receipts. */
export async function tidy(
  spool: Spool,
  { seal, limits, now, log }: { seal: Seal; limits: Limits; now: number; log: Log },
): Promise<void> {
  await finishWrites(spool, seal, now, log)
  await watchPending(spool, limits, now, log)
  await removeSent(spool, limits, now)
  const { bavail, bsize } = await statfs(spool.folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (bavail * bsize < littleSpace) log({ level: 'warn', message: `The spool's disk has only ${megabytes} MB left` })
}

async function finishWrites({ folder }: Spool, seal: Seal, now: number, log: Log): Promise<void> {
  const pending = join(folder, 'pending')
  const left = (await readdir(pending)).filter(name => name.endsWith('.tmp'))
  for (const name of left) {
    const file = name.replace(/^\.|\.[0-9a-f]{8}\.tmp$/g, '')
    try {
      const { mtimeMs } = await stat(join(pending, name))
      if (Math.abs(now - mtimeMs) < abandonedAfter || !isReceiptName(file)) continue
      const isWhole = isReadable(await readFile(join(pending, name)), file, seal)
      await move(join(pending, name), isWhole ? join(pending, file) : join(folder, 'refused', `${file}.broken`))
      await syncFolder(pending)
      const message = isWhole
        ? 'Finished a write that a process had left'
        : 'Set aside half a receipt that a process had left'
      log({ level: 'warn', message, file })
    } catch (error) {
      // Another process was first.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

function isReadable(bytes: Uint8Array, file: string, seal: Seal): boolean {
  try {
    readRecord(seal.open(bytes, file.replace(/\.(json|cft)$/, '')))
    return true
  } catch (error) {
    return error instanceof OtherKeyError
  }
}

async function watchPending(spool: Spool, limits: Limits, now: number, log: Log): Promise<void> {
  const names = await spool.list('pending')
  if (names.length >= limits.pendingCount * nearly) warnOfCount(names.length, limits, log)
  const ages = names.map(name => ({ name, days: (now - (timeOf(name) ?? now)) / day }))
  const old = ages.filter(({ days }) => days >= limits.pendingDays * nearly)
  const tooOld = old.filter(({ days }) => days >= limits.pendingDays)
  if (old.length > tooOld.length) {
    const message = `Receipts wait since long; after ${limits.pendingDays} days they are moved to refused`
    log({ level: 'warn', message, count: old.length - tooOld.length })
  }
  for (const { name } of tooOld) {
    const message = `Not sent within ${limits.pendingDays} days`
    await spool.markRefused(name, { at: new Date(now).toISOString(), error: { message, code: 'too_old', errors: {} } })
    log({ level: 'error', message: 'A receipt was given up: it waited too long', file: name })
  }
}

async function removeSent({ folder, list }: Spool, { sentDays }: Limits, now: number): Promise<void> {
  for (const name of await list('sent')) {
    const path = join(folder, 'sent', name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    )
    const days = (now - Math.max(changed, timeOf(name) ?? 0)) / day
    if (days >= sentDays) await unlink(path).catch(() => {})
  }
}
