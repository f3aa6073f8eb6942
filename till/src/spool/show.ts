import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { TillError } from '../basics/errors.ts'
import { isReceiptName, isSealedName } from './names.ts'
import { readRecord, readSpoolFile, type SpoolRecord } from './record.ts'
import { folders, type Spool, type SpoolFolder } from './spool.ts'

/** What lies in a spool under a receipt's name. */
export interface Shown {
  folder: SpoolFolder
  file: string
  /** When it was put there, ISO 8601. */
  at?: string
  /** Its language, such as `fr_CA`. */
  acceptLanguage?: string
  receipt?: Record<string, unknown>
  /** Why it was refused or set aside: the service's answer, or the till's own reason. */
  note?: unknown
  /** Why it can't be sent as it is. */
  problem?: string
  /** The beginning of a file that is no receipt. */
  text?: string
}

/** Of a file that is no receipt; characters. */
const maxTextLength = 65_536

/** Reads a file for a person. @throws TillError if there is none of this name */
export async function showFile(spool: Spool, file: string): Promise<Shown> {
  const folder = isReceiptName(file) ? await folderOf(spool, file) : undefined
  if (folder === undefined) throw new TillError(`There is no "${file}" in ${spool.folder}.`)
  const found = await spool.read(folder, file).then(contentOf, error => problemOf(spool, folder, file, error))
  const note = folder === 'refused' ? await spool.readNote(file).catch(() => undefined) : undefined
  return { folder, file, ...found, ...(note !== undefined && { note }) }
}

async function folderOf({ folder }: Spool, file: string): Promise<SpoolFolder | undefined> {
  for (const place of folders) {
    const isThere = await lstat(join(folder, place, file)).then(
      () => true,
      () => false,
    )
    if (isThere) return place
  }
  return undefined
}

function contentOf(record: SpoolRecord | undefined): Partial<Shown> {
  if (record === undefined) return { problem: 'Another process has just moved it.' }
  const { at, acceptLanguage, receipt } = record
  return { at, ...(acceptLanguage !== undefined && { acceptLanguage }), receipt }
}

/** Clear text is shown, whatever it is, because a person must see what to do with it. */
async function problemOf(spool: Spool, folder: SpoolFolder, file: string, error: Error): Promise<Partial<Shown>> {
  const problem = error.message
  if (isSealedName(file)) return { problem }
  const text = await readSpoolFile(join(spool.folder, folder, file)).then(String, () => undefined)
  if (text === undefined) return { problem }
  try {
    return { problem, ...contentOf(readRecord(text)) }
  } catch {
    return { problem, text: text.slice(0, maxTextLength) }
  }
}
