import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'

/** Bytes that the databases of all tests at once may take. */
const enough = 4 * 2 ** 30

/** Where tests keep databases: in memory where Linux has room for that, because waiting for a disk proves nothing. */
export const memoryFolder = hasRoom() ? inMemory : tmpdir()

/** Removes what runs that were killed a day ago or earlier left in memory. */
export function sweepMemory(): void {
  if (memoryFolder !== inMemory) return
  for (const name of readdirSync(inMemory).filter(name => name.startsWith('counterfoil-'))) {
    const path = join(inMemory, name)
    const { mtimeMs = Date.now(), uid } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (uid === process.getuid?.() && Date.now() - mtimeMs > 86_400_000) rmSync(path, { recursive: true, force: true })
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > enough
  } catch {
    return false
  }
}
