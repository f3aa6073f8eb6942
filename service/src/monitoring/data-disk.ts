import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../errors/fault.ts'
import type { Probe } from './readiness.ts'

export interface DataDisk {
  /** Tries a small write and looks how much space is left; the result is reused for a few seconds. */
  check: Probe
  /** Bytes this user may still write. */
  freeBytes(): Promise<number>
}

export interface DataDiskOptions {
  folder: string
  now: () => number
  /** Default: what the system says. */
  freeBytes?: () => Promise<number>
}

/** Less free space than this is a warning: at 10 KB a receipt there is room for 100,000 more. Bytes. */
export const littleSpace = 1024 ** 3

/** Bytes to try: less free space is useless, because SQLite's log alone grows to several MB. */
const testSize = 1024 * 1024

/** How long a result is reused, milliseconds: anyone can trigger this check. */
const freshness = 5000

/** Checks the disk by writing to it, which also detects quotas and read-only file systems. */
export function createDataDisk({ folder, now, freeBytes = () => freeBytesOf(folder) }: DataDiskOptions): DataDisk {
  const file = join(folder, '.write-test')
  let found: { at: number; result: ReturnType<Probe> } | undefined

  async function look(): ReturnType<Probe> {
    try {
      await writeFile(file, Buffer.alloc(testSize), { mode: 0o600 })
    } catch (error) {
      return { status: 'fail', reason: `The data folder can't be written (${reasonOf(error)})`, error }
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
    const megabytes = Math.floor((await freeBytes()) / 1024 ** 2)
    if (megabytes >= littleSpace / 1024 ** 2) return undefined
    return { status: 'warn', reason: `The data folder has only ${megabytes} MB left` }
  }

  return {
    check() {
      if (found === undefined || Math.abs(now() - found.at) >= freshness) found = { at: now(), result: look() }
      return found.result
    },
    freeBytes,
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
