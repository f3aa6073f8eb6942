import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DataDisk {
  /** Tries a small write; the result is reused for a few seconds. @throws the system's error if it fails */
  check(): Promise<void>
  /** Bytes this user may still write. */
  freeBytes(): Promise<number>
}

/** Bytes to try: less free space is useless, because SQLite's log alone grows to several MB. */
const testSize = 1024 * 1024

/** How long a result is reused, milliseconds: anyone can trigger this check. */
const freshness = 5000

/** Checks the disk by writing to it, which also detects quotas and read-only file systems. */
export function createDataDisk(folder: string, now: () => number): DataDisk {
  const file = join(folder, '.write-test')
  let found: { at: number; result: Promise<void> } | undefined

  async function write(): Promise<void> {
    try {
      await writeFile(file, Buffer.alloc(testSize), { mode: 0o600 })
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
