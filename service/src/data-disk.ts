import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The disk that the data folder is on. */
export interface DataDisk {
  /** Tries to write a little. What it found is good for some seconds. @throws the system's error when it cannot */
  check(): Promise<void>
  /** Bytes that this user may still write. */
  freeBytes(): Promise<number>
}

/** Bytes tried: less is as good as nothing, as SQLite's log alone grows to some MB. */
const tried = 1024 * 1024

/** How long a finding is good, milliseconds: anybody may ask for it. */
const freshness = 5000

/** Watches the disk by writing to it: that also notices a quota, and a file system that became read-only. */
export function createDataDisk(folder: string, now: () => number): DataDisk {
  const file = join(folder, '.write-test')
  let found: { at: number; result: Promise<void> } | undefined

  async function write(): Promise<void> {
    try {
      await writeFile(file, Buffer.alloc(tried), { mode: 0o600 })
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
  }

  return {
    check() {
      if (found === undefined || now() - found.at >= freshness) found = { at: now(), result: write() }
      return found.result
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}
