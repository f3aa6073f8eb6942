import { inflateSync } from 'node:zlib'
import { PrintError } from '../../errors.ts'
import { parseDateTime } from '../../standards/iso8601.ts'
import { compressedStream, type PdfObject, type PlainPdf, readObjects, readPlain } from './plain-pdf.ts'

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
type Amend = (objects: readonly PdfObject[], trailer: string) => readonly PdfObject[]

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

function write(header: string, trailer: string, objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const others = objects.filter(object => !object.isStream)
  const most = objects.reduce((greatest, { number }) => Math.max(greatest, number), 0)
  const entries = openEntries(most + 2 + Math.ceil(others.length / perObjectStream))
  const streams = objects.filter(object => object.isStream)
  for (let at = 0; at < others.length; at += perObjectStream) {
    const group = others.slice(at, at + perObjectStream)
    const holder = most + 1 + at / perObjectStream
    for (const [place, { number }] of group.entries()) entries.set(number, 2, holder, place)
    streams.push(objectStream(holder, group))
  }
  let length = header.length
  for (const { number, content } of streams) {
    entries.set(number, 1, length, 0)
    length += content.length
  }
  entries.set(entries.count - 1, 1, length, 0)
  streams.push(referenceStream(entries, trailer))
  return latin1(header, ...streams.map(({ content }) => content), `startxref\n${length}\n%%EOF\n`)
}

function latin1(...parts: string[]): Uint8Array<ArrayBuffer> {
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
function referenceStream({ rows, count }: Entries, trailer: string): PdfObject {
  for (let at = 14; at < rows.length; at += 7) if (rows[at] === 0) rows.copy(rows, at + 5, at - 2, at)
  const filtered = Buffer.alloc(count * 8)
  for (let row = 0; row < count; row++) {
    filtered[row * 8] = 2
    for (let at = row * 7; at < row * 7 + 7; at++) filtered[at + row + 1] = (rows[at] ?? 0) - (rows[at - 7] ?? 0)
  }
  const keys = `/Type /XRef\n/Size ${count}\n${trailer}\n/W [1 4 2]\n/DecodeParms <</Predictor 12\n/Columns 7>>\n`
  return compressedStream(count - 1, keys, filtered)
}

/**
 * A PDF's bytes as latin1 text with every object readable: object streams (ISO 32000-1, 7.5.7) are replaced by their objects.
 * Other streams stay as they are.
 */
export function unpacked(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1')
  let text = ''
  let at = 0
  for (const found of raw.matchAll(packedObjects)) {
    const start = found.index + found[0].length
    const end = start + Number(found[3])
    const inflated = inflateSync(Buffer.from(raw.slice(start, end), 'latin1')).toString('latin1')
    text += raw.slice(at, found.index) + bodies(inflated, Number(found[1]), Number(found[2])).join('')
    at = raw.indexOf('endobj\n', end) + 'endobj\n'.length
  }
  return text + raw.slice(at)
}

const packedObjects =
  /\d+ 0 obj\n<<\/Type \/ObjStm\n\/N (\d+)\n\/First (\d+)\n\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/g

/** Object streams begin with each object's number and offset. */
function bodies(stream: string, count: number, first: number): string[] {
  const places = stream.slice(0, first).trim().split(' ').map(Number)
  if (places.length !== 2 * count) throw new Error('an object stream has fewer or more objects than it declares')
  const start = (at: number) => first + (places[2 * at + 1] ?? 0)
  return Array.from({ length: count }, (_, at) => {
    const body = stream.slice(start(at), at + 1 < count ? start(at + 1) : undefined)
    return `${places[2 * at]} 0 obj\n${body.trimEnd()}\nendobj\n`
  })
}

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
  const idAt = (place: number) => bytes.toString('latin1', place, place + 8)
  const ranks = new Map(
    [...new Set(places.map(idAt))].sort().map((id, rank) => [id, String(rank + 1).padStart(8, '0')]),
  )
  for (const place of places) bytes.write(ranks.get(idAt(place)) ?? '', place, 'latin1')
}
