import { isObject, readJson } from '../basics/json.ts'
import type { Mode } from '../operations/connect.ts'
import type { Sendable } from '../operations/create-receipt.ts'
import { DamagedFileError } from './seal.ts'

/** A receipt as it rests in the spool: what its request needs, in any process and under any settings. */
export interface SpoolRecord extends Sendable {
  /** When it was put there, ISO 8601. */
  at: string
  merchant: string
  mode: Mode
}

/** The file's text. Without blanks, because indented it may be many times as long. */
export function writeRecord({ at, merchant, mode, acceptLanguage, isDerivedId: hasOwnId, receipt }: SpoolRecord): string {
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
