import { createHash } from 'node:crypto'
import { PrintError } from '../../errors.ts'
import { parseDateTime } from '../../standards/iso8601.ts'
import { compressedStream, freeNumber, type PdfObject, type PlainPdf, readObjects, readPlain } from './plain-pdf.ts'
import { type Dictionary, linesOf } from './values.ts'

/**
 * Packs a PDF from Chromium, which writes each object separately with a plain cross-reference table (PDF 1.4).
 *
 * @param pdf the document; not changed
 * @param amend changes or adds objects before they are packed
 * @returns the packed document, or `pdf` itself if it is encrypted, updated, already packed, or damaged
 */
export function packPdf(pdf: Uint8Array<ArrayBuffer>, amend: Amend = objects => objects): Uint8Array<ArrayBuffer> {
  const plain = readPlain(pdf)
  const objects = plain && readObjects(plain)
  return objects ? packObjects(plain, amend(objects, plain.trailer)) : pdf
}

/** Changes or adds objects. */
type Amend = (objects: readonly PdfObject[], trailer: Dictionary) => readonly PdfObject[]

/**
 * Packs objects of a document: those that aren't streams go into compressed object streams (ISO 32000-1, 7.5.7), located by a
 * cross-reference stream (7.5.8; PDF 1.5). Tags are such objects: a short receipt shrinks to half its size, a long one to a sixth.
 * Fonts and images are copied byte for byte; object numbers and trailer keys stay. Same input, same bytes.
 */
export function packObjects(
  { text, offsets, trailer }: PlainPdf,
  objects: readonly PdfObject[],
): Uint8Array<ArrayBuffer> {
  const first = offsets.slice(1).reduce((least, offset) => Math.min(least, offset))
  return write(`%PDF-1.5${text.slice('%PDF-1.5'.length, first)}`, trailer, objects)
}

/** Objects per object stream: a reader inflates all of them to read one. A receipt of 20 goods has fewer. */
const perObjectStream = 500

function write(header: string, trailer: Dictionary, objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  let next = freeNumber(objects)
  const packing = openPacking(header, () => next++)
  for (const object of objects) packing.add(object)
  return packing.finish(trailer)
}

/** A document that is packed object by object: what isn't a stream is compressed as soon as there is enough of it. */
export interface Packing {
  add(object: PdfObject): void
  /**
   * @param trailer keys of the trailer dictionary without `/Size`
   * @returns the document
   */
  finish(trailer: Dictionary): Uint8Array<ArrayBuffer>
}

/**
 * Opens an empty document.
 *
 * @param header its first lines
 * @param nextNumber gives numbers that no object has, for the streams that objects are packed into, and last the highest
 */
export function openPacking(header: string, nextNumber: () => number): Packing {
  const streams: PdfObject[] = []
  /** Object streams, and the numbers of what is in each. */
  const holders: PdfObject[] = []
  const held: number[][] = []
  let waiting: PdfObject[] = []

  function packWaiting(): void {
    holders.push(objectStream(nextNumber(), waiting))
    held.push(waiting.map(({ number }) => number))
    waiting = []
  }

  function add(object: PdfObject): void {
    if (object.isStream) streams.push(object)
    else if (waiting.push(object) === perObjectStream) packWaiting()
  }

  function finish(trailer: Dictionary): Uint8Array<ArrayBuffer> {
    if (waiting.length > 0) packWaiting()
    const entries = openEntries(nextNumber() + 1)
    for (const [at, { number }] of holders.entries())
      for (const [place, each] of held[at]?.entries() ?? []) entries.set(each, 2, number, place)
    const all = [...streams, ...holders]
    const hash = createHash('sha256')
    let length = header.length
    for (const { number, content } of all) {
      entries.set(number, 1, length, 0)
      length += content.length
      hash.update(content, 'latin1')
    }
    entries.set(entries.count - 1, 1, length, 0)
    const id = trailer.get('ID') ?? identifier(hash.digest('hex'))
    all.push(referenceStream(entries, new Map(trailer).set('ID', id)))
    return latin1([header, ...all.map(({ content }) => content), `startxref\n${length}\n%%EOF\n`])
  }

  return { add, finish }
}

/** What a file is known by (ISO 32000-1, 14.4): of its content, so that equal files stay equal. */
function identifier(hash: string): string[] {
  const id = `<${hash.slice(0, 32).toUpperCase()}>`
  return [id, id]
}

function latin1(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) at += bytes.write(part, at, 'latin1')
  return new Uint8Array(bytes.buffer)
}

function objectStream(number: number, objects: readonly PdfObject[]): PdfObject {
  let places = ''
  let content = ''
  for (const object of objects) {
    places += `${object.number} ${content.length} `
    content += `${object.content}\n`
  }
  const keys = `/Type /ObjStm\n/N ${objects.length}\n/First ${places.length}\n`
  return compressedStream(number, keys, places + content)
}

/** What a cross-reference stream holds: rows of 1, 4 and 2 bytes (ISO 32000-1, table 18). */
interface Entries {
  rows: Buffer
  count: number
  /** Type 1, byte offset and 0, or type 2, object stream number and index in it. */
  set(number: number, type: 1 | 2, where: number, place: number): void
}

/** All are free at first; the first heads the list of free numbers. */
function openEntries(count: number): Entries {
  const rows = Buffer.alloc(count * 7)
  rows.writeUInt16BE(65535, 5)
  return {
    rows,
    count,
    set(number, type, where, place) {
      rows.writeUInt8(type, number * 7)
      rows.writeUInt32BE(where, number * 7 + 1)
      rows.writeUInt16BE(place, number * 7 + 5)
    },
  }
}

/**
 * Each row is stored as the difference from the one above (PNG filter Up), which compresses to almost nothing; so a free number
 * gets the index above it as the generation it would have if it were used again.
 */
function referenceStream({ rows, count }: Entries, trailer: Dictionary): PdfObject {
  for (let at = 14; at < rows.length; at += 7) if (rows[at] === 0) rows.copy(rows, at + 5, at - 2, at)
  const filtered = Buffer.alloc(count * 8)
  for (let row = 0; row < count; row++) {
    filtered[row * 8] = 2
    for (let at = row * 7; at < row * 7 + 7; at++) filtered[at + row + 1] = (rows[at] ?? 0) - (rows[at - 7] ?? 0)
  }
  const keys = `/Type /XRef\n/Size ${count}\n${linesOf(trailer)}/W [1 4 2]\n/DecodeParms <</Predictor 12\n/Columns 7>>\n`
  return compressedStream(count - 1, keys, filtered)
}

/**
 * Makes the bytes of a Chromium PDF depend only on its page, in place and without moving a byte, so that the
 * cross-reference table stays valid. Two things differ between two prints of the same page:
 *
 * - `/CreationDate` and `/ModDate` (ISO 32000-1, 14.3.3) become `date`, or blanks if there is none;
 * - the IDs of table header cells, `(node00000123)`, count every element the process has ever seen; they become
 *   ranks, which keeps the ID tree sorted.
 *
 * @param pdf the document; changed in place
 * @param date ISO 8601 as `parseDateTime` accepts it; its wall time and offset are kept, no offset means UTC
 * @throws PrintError if `date` can't be read
 */
export function pin(pdf: Uint8Array, date: string | undefined): void {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const stamp = date === undefined ? undefined : pdfDate(date)
  for (const key of ['/CreationDate (', '/ModDate (']) {
    const at = bytes.lastIndexOf(key, undefined, 'latin1')
    if (at < 0) continue
    if (stamp === undefined) bytes.fill(' ', at, bytes.indexOf(')', at, 'latin1') + 1)
    else bytes.write(stamp, at + key.length, 'latin1')
  }
  renumber(bytes)
}

/** A date of the PDF (ISO 32000-1, 7.9.4). @param date see `pin` @throws PrintError if it can't be read */
export function pdfDate(date: string): string {
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
  const idAt = (place: number) => bytes.toString('latin1', place, place + 8)
  const ranks = new Map(
    [...new Set(places.map(idAt))].sort().map((id, rank) => [id, String(rank + 1).padStart(8, '0')]),
  )
  for (const place of places) bytes.write(ranks.get(idAt(place)) ?? '', place, 'latin1')
}
