import { statfs } from 'node:fs/promises'
import { timeOf } from './names.ts'
import type { Spool } from './spool.ts'

/** How a till's spool stands. */
export interface TillStatus {
  /** Receipts that wait. */
  pending: number
  /** Since when the oldest waits, ISO 8601. */
  oldest?: string
  refused: number
  /** Sent receipts that are still kept. */
  sent: number
  /** Bytes left on the spool's disk. */
  freeBytes: number
  /** Why nothing is sent until a person mends it. */
  halt?: string
}

/** Counts what is in the spool. */
export async function readStatus(spool: Spool, { halt }: { halt?: string | undefined } = {}): Promise<TillStatus> {
  const [pending, refused, sent] = await Promise.all([spool.list('pending'), spool.list('refused'), spool.list('sent')])
  const { bavail, bsize } = await statfs(spool.folder)
  const at = timeOf(pending[0] ?? '')
  return {
    pending: pending.length,
    ...(at !== undefined && { oldest: new Date(at).toISOString() }),
    refused: refused.length,
    sent: sent.length,
    freeBytes: bavail * bsize,
    ...(halt !== undefined && { halt }),
  }
}
