import { codeOf } from '../basics/errors.ts'
import { readPlainFile } from '../basics/plain-file.ts'
import { readRecord, type SpoolRecord } from './record.ts'
import type { Seal } from './seal.ts'

/** Many times what the service takes; bytes. */
const maxReceiptBytes = 16 * 1024 ** 2

/**
 * Reads a receipt's file. Undefined if there is none any more.
 *
 * @param name that it has or had in the spool
 * @throws OddFileError if nobody could send what lies there; OtherKeyError; what the file system says
 */
export async function readReceiptFile(path: string, name: string, seal: Seal): Promise<SpoolRecord | undefined> {
  const bytes = await readSpoolFile(path)
  return bytes && readRecord(seal.open(bytes, name))
}

/** The bytes of a file of the spool; undefined if there is none any more. @throws as `readReceiptFile` */
export async function readSpoolFile(path: string): Promise<Buffer | undefined> {
  return readPlainFile(path, maxReceiptBytes).catch(absent)
}

/** Undefined for a file that isn't there, or not any more. @throws any other error */
export function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
  return undefined
}
