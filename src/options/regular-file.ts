import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Bytes that a file given by a merchant may have. */
export const maxFileBytes = {
  /** A template or stylesheet; the package's largest has 11 KB. */
  template: 64 * 1024,
  /** `brand.json`, or the words of a language. */
  settings: 256 * 1024,
  /** A logo or a font. */
  picture: 2 * 1024 * 1024,
}

/** Why a file isn't read, as the end of a sentence that begins with its path. */
export interface UnreadFile {
  problem: string
  /** The system's error, if it said one. */
  cause?: unknown
}

/**
 * Reads a file that a merchant names, which may be anything: only a regular file, without waiting for a pipe, and no more than `most`
 * bytes.
 *
 * @param folder if given, the file must be in it, also behind links: a message about it may quote it
 */
export function readRegularFile(path: string, most: number, folder?: string): Uint8Array<ArrayBuffer> | UnreadFile {
  try {
    const real = realpathSync(path)
    if (folder !== undefined && !real.startsWith(realpathSync(folder) + sep))
      return { problem: 'links to a file outside the folder; copy that here' }
    return readAtMost(real, most)
  } catch (cause) {
    return { problem: 'the file cannot be read; check its path and permissions', cause }
  }
}

/** The same, as text. */
export function readRegularText(path: string, most: number, folder?: string): string | UnreadFile {
  const read = readRegularFile(path, most, folder)
  return read instanceof Uint8Array ? Buffer.from(read.buffer, read.byteOffset, read.byteLength).toString('utf8') : read
}

function readAtMost(path: string, most: number): Uint8Array<ArrayBuffer> | UnreadFile {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return { problem: 'is not a regular file' }
    if (found.size > most) return { problem: `is larger than ${sizeIn(most)}` }
    const bytes = new Uint8Array(found.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

function sizeIn(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`
}
