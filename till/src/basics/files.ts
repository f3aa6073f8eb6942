import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, lutimes, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from './errors.ts'

/** The steps of a durable write, in order, told to tests that end the process at each. */
export type WriteStep = 'write' | 'sync' | 'rename' | 'folder'

/**
 * Writes a file that is whole or not there, whenever the power fails: under another name, synced, renamed, then the folder synced.
 *
 * @param mode who may read it; default its owner
 * @throws what the file system says, such as ENOSPC; then nothing is there
 */
export async function writeDurably(
  { folder, name, via, mode = 0o600 }: { folder: string; name: string; via: string; mode?: number },
  bytes: string | Uint8Array | AsyncIterable<Uint8Array>,
  reached: (step: WriteStep) => void = () => {},
): Promise<void> {
  const path = `${folder}/${via}`
  try {
    const file = await open(path, 'wx', mode)
    try {
      await file.writeFile(bytes)
      reached('write')
      await file.sync()
      reached('sync')
    } finally {
      await file.close()
    }
    await move(path, `${folder}/${name}`)
  } catch (error) {
    // What failed to sync once may seem to succeed the next time, so nothing of it is used.
    await unlink(path).catch(() => {})
    throw error
  }
  reached('rename')
  await syncFolder(folder)
  reached('folder')
}

/**
 * Renames, with patience for Windows, where a virus scanner may hold a file for a while; across volumes it copies.
 *
 * @throws what the file system says
 */
export async function move(from: string, to: string): Promise<void> {
  for (let wait = 10; ; wait += 10) {
    try {
      return await rename(from, to)
    } catch (error) {
      // Of a link it would copy what it leads to, and for a pipe it would wait.
      if (codeOf(error) === 'EXDEV' && (await lstat(from)).isFile()) return moveAcross(from, to)
      if (!isHeld(error) || wait > 500) throw error
      await pause(Math.min(wait, 100))
    }
  }
}

/** Whether an error says that another program has the file just now, or that it is going away: Windows doesn't tell that from rights. */
export function isHeld(error: unknown): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))
}

/** Whether an error says that the disk, or this user's part of it, is full. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

/** Sets when something was changed, milliseconds since 1970, if this user may: of a link itself, not of what it leads to. */
export async function touch(path: string, time: number): Promise<void> {
  await lutimes(path, time / 1000, time / 1000).catch(() => {})
}

/** The file is on the other volume before it goes from this one. Only a file is: a link would be what it leads to. */
async function moveAcross(from: string, to: string): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const source = await open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const info = await source.stat()
    if (!info.isFile()) throw Object.assign(new Error(`${from} is no file.`), { code: 'EXDEV' })
    const via = `.${randomBytes(8).toString('hex')}.tmp`
    const target = { folder: dirname(to), name: basename(to), via, mode: info.mode & 0o777 }
    await writeDurably(target, source.createReadStream({ autoClose: false }))
  } finally {
    await source.close()
  }
  await unlink(from)
}

/** Makes renames in a folder survive a power failure, where the system can. Windows can't, and NTFS keeps a journal of them. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!unable.has(codeOf(error))) throw error
  }
}

/** What Windows and some file systems say of a folder that is opened or synced as a file. */
const unable: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF'])
