import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { codeOf, TillError } from './errors.ts'

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
    if (info.size > maxFileBytes) throw new OddFileError(`The file is larger than ${maxFileBytes / 1024 ** 2} MiB.`, 'too_large')
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
