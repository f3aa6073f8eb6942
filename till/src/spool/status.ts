import { lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { refusedSince, sinceOf } from './ages.ts'
import { isReceiptName, ownCodeOf, readRecord, readSpoolFile, type SpoolRecord } from './record.ts'
import { isSealedName } from './seal.ts'
import { folders, type Spool, type SpoolFolder } from './spool.ts'

/** How a till's spool stands. */
export interface TillStatus {
  /** Receipts that wait. */
  pending: number
  /** Since when the oldest waits, ISO 8601. */
  oldest?: string
  refused: number
  /** When the first refused one is removed, ISO 8601. */
  removal?: string
  /** Sent receipts that are still kept. */
  sent: number
  /** What needs a person, because it can't be sent: at most 20 of the oldest that wait and of the last that were set aside. */
  odd: OddFile[]
  /** Bytes left on the spool's disk. */
  freeBytes: number
  /** Why nothing is sent until a person mends it. */
  halt?: string
}

/** Something in the spool that no service refused, and that can't be sent. */
export interface OddFile {
  folder: 'pending' | 'refused'
  file: string
  /** Why: `not_a_file`, `too_large`, `damaged`, `clear_text`, `other_key`, `other_till`, `too_old`, or the system's, such as `EACCES`. */
  code: string
}

/** A file that needs a person, in words. */
export function describeOdd({ folder, file, code }: OddFile): string {
  return `${folder}/${file} can't be sent: ${reasons[code] ?? code}`
}

const reasons: Readonly<Record<string, string>> = {
  not_a_file: 'it is no file',
  too_large: 'it is too large',
  damaged: 'it is damaged',
  clear_text: 'it is not encrypted',
  other_key: 'it was encrypted with another key',
  other_till: 'it is of another merchant or mode',
  too_old: 'it waited too long',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}

/** Files that are named at most, and those that are read at most to find them. */
const [maxNamed, maxRead] = [20, 100]

const day = 86_400_000

/** The last time that a date can hold; milliseconds. */
const latest = 8.64e15

/** @param now milliseconds since 1970 */
export async function readStatus(
  spool: Spool,
  { refusedDays, now, halt }: { refusedDays: number; now: number; halt?: string | undefined },
): Promise<TillStatus> {
  const [pending, refused, sent] = await Promise.all([spool.list('pending'), spool.list('refused'), spool.list('sent')])
  const { bavail, bsize } = await statfs(spool.folder)
  const oldest = pending[0] && (await sinceOf(join(spool.folder, 'pending', pending[0]), now))
  const removals = await Promise.all(refused.map(name => refusedSince(spool, name, now)))
  const first = removals.reduce((least: number, since) => Math.min(least, since ?? least), Infinity)
  const removal = first + refusedDays * day
  return {
    pending: pending.length,
    ...(oldest && { oldest: timeText(oldest) }),
    refused: refused.length,
    ...(removal < latest && { removal: timeText(removal) }),
    sent: sent.length,
    odd: [...(await oddPending(spool, pending)), ...(await oddRefused(spool, refused))].slice(0, maxNamed),
    freeBytes: bavail * bsize,
    ...(halt !== undefined && { halt }),
  }
}

/** What can be sent is sent, so the others are soon the oldest. */
async function oddPending(spool: Spool, names: readonly string[]): Promise<OddFile[]> {
  const odd: OddFile[] = []
  for (const file of names.slice(0, maxRead)) {
    const code = await spool.read('pending', file).then(() => undefined, codeOf)
    if (code !== undefined) odd.push({ folder: 'pending', file, code })
  }
  return odd
}

async function oddRefused(spool: Spool, names: readonly string[]): Promise<OddFile[]> {
  const odd: OddFile[] = []
  for (const file of names.slice(-maxRead).reverse()) {
    const code = ownCodeOf(await spool.readNote(file).catch(() => undefined))
    if (code !== undefined) odd.push({ folder: 'refused', file, code })
  }
  return odd
}

function timeText(time: number): string {
  return new Date(time).toISOString()
}

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
  for (const place of folders) if (await lstat(join(folder, place, file)).catch(() => undefined)) return place
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
