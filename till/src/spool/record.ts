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

/** The file's text, for people too. */
export function writeRecord({ at, merchant, mode, acceptLanguage, hasOwnId, receipt }: SpoolRecord): string {
  return `${JSON.stringify({ at, merchant, mode, acceptLanguage, hasOwnId, receipt }, null, 1)}\n`
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
    hasOwnId: hasOwnId === true,
    requestId,
    receipt,
  }
}
