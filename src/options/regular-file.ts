import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isFolder, placeIn, type UnreadFile } from './folder.ts'

/** Bytes that a file given by a merchant may have. */
export const maxFileBytes = {
  /** A template or stylesheet; the package's largest has 11 KB. */
  template: 64 * 1024,
  /** `brand.json`, or the words of a language. */
  settings: 256 * 1024,
  /** A logo or a font. */
  picture: 2 * 1024 * 1024,
  /** What a command is given to read, and a golden: many times the longest receipt, or a day of them as PDF. */
  input: 64 * 1024 * 1024,
}

/** The problem with a pipe, device or socket. */
export const notRegular = 'is not a regular file'

/**
 * Reads a file that a merchant names, which may be anything: only a regular file, without waiting for a pipe, and no more than `most`
 * bytes.
 *
 * @param folder if given, the file must be in it, also behind links: a message about it may quote it. Its path is one in it, or a whole one
 */
export function readRegularFile(path: string, most: number, folder?: string): Uint8Array<ArrayBuffer> | UnreadFile {
  try {
    const real = folder === undefined ? realpathSync.native(path) : placeIn(folder, path)
    return typeof real === 'string' ? readAtMost(real, most) : real
  } catch (cause) {
    const problem = isAddress(path)
      ? 'must be a path, or bytes where those may be, not an address: fetch the file first'
      : 'the file cannot be read; check its path and permissions'
    return { problem, cause }
  }
}

/** Whether a path is an address on the web, `file:` or `data:`: none is fetched. */
function isAddress(path: string): boolean {
  return /^(?:[a-z][a-z\d+.-]+:\/\/|data:)/i.test(path)
}

/** The same, as text. */
export function readRegularText(path: string, most: number, folder?: string): string | UnreadFile {
  const read = readRegularFile(path, most, folder)
  return read instanceof Uint8Array ? Buffer.from(read.buffer, read.byteOffset, read.byteLength).toString('utf8') : read
}

/** What comes through a descriptor, which may be a pipe, until its end. @throws what the system says */
export function readStream(file: number, most: number): Buffer | UnreadFile {
  const parts: Buffer[] = []
  for (let length = 0; ; ) {
    const part = Buffer.allocUnsafe(64 * 1024)
    const read = readPart(file, part)
    if (read === 0) return Buffer.concat(parts, length)
    length += read
    if (length > most) return { problem: `is larger than ${sizeIn(most)}` }
    parts.push(part.subarray(0, read))
  }
}

/** Where the other side may still be thinking, the system says so instead of waiting. */
function readPart(file: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(file, into)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

function readAtMost(path: string, most: number): Uint8Array<ArrayBuffer> | UnreadFile {
  // Its real path: what is a link now wasn't one a moment ago.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return { problem: found.isDirectory() ? isFolder : notRegular }
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
