// Room `basics`: what every room needs: files that survive a power failure, errors, values, deadlines.
// Any room may call it; it calls none.

import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, lutimes, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, TillError } from './errors.ts'

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

/** What has a file's name isn't one that anybody could use; `code` says why, such as `not_a_file`. */
export class OddFileError extends TillError {
  readonly code: string

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Reads a file, and nothing else that may have its name: no link is followed, no pipe waited for, no device opened.
 *
 * @param maxFileBytes larger files are refused
 * @throws OddFileError if it is no file, or larger; what the file system says, such as ENOENT or EACCES
 */
export async function readPlainFile(path: string, maxFileBytes: number): Promise<Buffer> {
  const found = await lstat(path)
  if (!found.isFile()) throw notFile(found)
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(error => {
    // It was another thing a moment ago.
    throw ['ELOOP', 'ENXIO'].includes(codeOf(error)) ? new OddFileError('This is no file.', 'not_a_file') : error
  })
  try {
    const info = await file.stat()
    if (!info.isFile()) throw notFile(info)
    if (info.size > maxFileBytes)
      throw new OddFileError(`The file is larger than ${maxFileBytes / 1024 ** 2} MiB.`, 'too_large')
    return await readUpTo(file, info.size)
  } finally {
    await file.close()
  }
}

/** What lies somewhere, in words. */
export function kindOf(info: Stats): string {
  if (info.isFile()) return 'a file'
  if (info.isDirectory()) return 'a folder'
  if (info.isSymbolicLink()) return 'a link'
  return info.isFIFO() ? 'a pipe' : info.isSocket() ? 'a socket' : 'a device'
}

function notFile(info: Stats): OddFileError {
  return new OddFileError(`This is ${kindOf(info)}, not a file.`, 'not_a_file')
}

/** The beginning of a file, however fast it grows. */
export async function readUpTo(file: FileHandle, maxFileBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(maxFileBytes)
  let end = 0
  for (let read = -1; read !== 0 && end < maxFileBytes; end += read)
    ({ bytesRead: read } = await file.read(bytes, end, maxFileBytes - end, end))
  return bytes.subarray(0, end)
}

/**
 * Reads what the command is given, which may be a pipe or a device.
 *
 * @param input the path, or 0 for the standard input
 * @param maxBytes more is refused
 * @throws OddFileError if there is more; what the system says, such as ENOENT
 */
export function readInput(input: string | 0, maxBytes: number): Buffer {
  const file = input === 0 ? 0 : openSync(input, 'r')
  try {
    const parts: Buffer[] = []
    for (let size = 0; ; ) {
      const part = Buffer.allocUnsafe(65_536)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts, size)
      size += read
      if (size > maxBytes) throw new OddFileError(`It is larger than ${maxBytes / 1024 ** 2} MiB.`, 'too_large')
      parts.push(part.subarray(0, read))
    }
  } finally {
    if (file !== 0) closeSync(file)
  }
}
