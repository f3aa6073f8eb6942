import { PrintError } from '../../errors.ts'
import { parseDateTime } from '../../standards/iso8601.ts'

/**
 * Makes the bytes of a Chromium PDF depend only on its page, in place and without moving a byte, so that the
 * cross-reference table stays valid. Two things differ between two prints of the same page:
 *
 * - `/CreationDate` and `/ModDate` (ISO 32000-1, 14.3.3) become `date`;
 * - the IDs of table header cells, `(node00000123)`, count every element the process has ever seen; they become
 *   ranks, which keeps the ID tree sorted.
 *
 * @param pdf the document; changed in place
 * @param date ISO 8601 as `parseDateTime` accepts it; its wall time and offset are kept, no offset means UTC
 * @throws PrintError if `date` can't be read
 */
export function pin(pdf: Uint8Array, date: string): void {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const stamp = pdfDate(date)
  for (const key of ['/CreationDate (', '/ModDate (']) {
    const at = bytes.lastIndexOf(key, undefined, 'latin1')
    if (at >= 0) bytes.write(stamp, at + key.length, 'latin1')
  }
  renumber(bytes)
}

function pdfDate(date: string): string {
  const sent = parseDateTime(date)
  if (!sent) throw new PrintError('`date` is not an ISO 8601 date such as 2026-10-31T17:45:00+01:00.')
  const { year, month, day, hour = 0, minute = 0, second = 0, offset = 'Z' } = sent
  const digits = [month, day, hour, minute, second].map(part => String(part).padStart(2, '0')).join('')
  const zone = offset === 'Z' ? "+00'00'" : `${offset.replace(':', "'")}'`
  return `D:${String(year).padStart(4, '0')}${digits}${zone}`
}

/** What an ID begins with; eight digits follow. */
const idStart = '(node'

function renumber(bytes: Buffer): void {
  const places: number[] = []
  for (let at = bytes.indexOf(idStart); at >= 0; at = bytes.indexOf(idStart, at + 1))
    if (/^\d{8}\)$/.test(bytes.toString('latin1', at + idStart.length, at + idStart.length + 9)))
      places.push(at + idStart.length)
  const ids = places.map(place => bytes.toString('latin1', place, place + 8))
  const ranks = new Map([...new Set(ids)].sort().map((id, rank) => [id, String(rank + 1).padStart(8, '0')]))
  for (const [at, place] of places.entries()) bytes.write(ranks.get(ids[at]!)!, place, 'latin1')
}
