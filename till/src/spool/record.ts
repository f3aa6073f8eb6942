import { createHash } from 'node:crypto'
import { codeOf } from '../basics/errors.ts'
import { readPlainFile } from '../basics/files.ts'
import type { Mode, Sendable } from '../basics/sale.ts'
import { isObject, readJson } from '../basics/values.ts'
import { DamagedFileError, type Seal } from './seal.ts'

/** A receipt as it rests in the spool: what its request needs, in any process and under any settings. */
export interface SpoolRecord extends Sendable {
  /** When it was put there, ISO 8601. */
  at: string
  merchant: string
  mode: Mode
}

/** The file's text. Without blanks, because indented it may be many times as long. */
export function writeRecord({
  at,
  merchant,
  mode,
  acceptLanguage,
  isDerivedId: hasOwnId,
  receipt,
}: SpoolRecord): string {
  return `${JSON.stringify({ at, merchant, mode, acceptLanguage, hasOwnId, receipt })}\n`
}

/** @throws DamagedFileError if the text isn't one of a record */
export function readRecord(text: string): SpoolRecord {
  const json = readJson(text)
  if (!isObject(json) || !isObject(json.receipt)) throw new DamagedFileError('The file is not a receipt of this spool.')
  const { at, merchant, mode, acceptLanguage, hasOwnId, receipt } = json
  const { requestId } = receipt
  if (typeof requestId !== 'string' || typeof merchant !== 'string' || (mode !== 'live' && mode !== 'test'))
    throw new DamagedFileError('The file lacks its requestId, merchant or mode.')
  return {
    at: String(at),
    merchant,
    mode,
    ...(typeof acceptLanguage === 'string' && { acceptLanguage }),
    isDerivedId: hasOwnId === true,
    requestId,
    receipt,
  }
}

/** What stands beside a receipt that the till itself moved to `refused`, in the shape of the interface's ErrorResponse. */
export interface OwnReason {
  at: string
  error: { message: string; code: string; errors: Record<string, never> }
}

/** @param now milliseconds since 1970 */
export function reasonOf(message: string, code: string, now: number): OwnReason {
  return { at: new Date(now).toISOString(), error: { message, code, errors: {} } }
}

/** The code of the till's own reason; undefined if it was the service that refused, or it isn't known. */
export function ownCodeOf(note: unknown): string | undefined {
  const { status, error } = (note ?? {}) as { status?: unknown; error?: { code?: unknown } }
  return status === undefined && typeof error?.code === 'string' ? error.code : undefined
}

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

/** Gives names of files in a spool: `20261121T174412.123Z-7-5b0e7c1e-004.json`. They sort by time. */
export interface Names {
  /** @param extension with its dot */
  next(sale: { register: string; requestId: string }, extension: string): string
  /** Names that come next sort after these, even if the clock was put back. @param names sorted */
  follow(names: readonly string[]): void
}

/** Names after the year 9999 wouldn't sort. */
const [odd, end] = [Date.UTC(9999, 0), Date.UTC(9999, 11, 31, 23, 59, 59, 999)]

/** @param now milliseconds since 1970 */
export function createNames(now: () => number): Names {
  let last = 0
  return {
    next({ register, requestId }, extension) {
      last = Math.min(Math.max(now(), last + 1, 0), end)
      const time = new Date(last).toISOString().replace(/[-:]/g, '')
      return `${time}-${plainRegister(register)}-${plainId(requestId)}${extension}`
    },
    follow(names) {
      const newest = names.findLast(name => (timeOf(name) ?? odd) < odd)
      last = Math.max(last, timeOf(newest ?? '') ?? 0)
    },
  }
}

/** Whether a file's name is one of a receipt, and not of a note or an unfinished write. */
export function isReceiptName(name: string): boolean {
  return shape.test(name)
}

/** When the receipt was put into the spool, by its name; milliseconds since 1970. Undefined if there is no such time. */
export function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = shape.exec(name) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** The register, by the name: receipts of one keep their order. */
export function registerOf(name: string): string {
  return name.split('-')[1] ?? ''
}

const shape = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-\w+-[\w-]+\.(?:json|cft)$/

/** A register's name, as sent, may hold a path; in a file's name it only groups. */
function plainRegister(register: string): string {
  return register.replace(/[^A-Za-z0-9]/g, '_').slice(0, 24) || '_'
}

function plainId(requestId: string): string {
  if (/^[\w-]{1,64}$/.test(requestId)) return requestId
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32)
}
