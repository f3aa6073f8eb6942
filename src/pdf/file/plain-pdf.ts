import { deflateSync, inflateSync } from 'node:zlib'
import { asDictionary, asNumber, type Dictionary, readValue } from './values.ts'

/** Where the objects are of a PDF as Chromium writes it: one cross-reference table, each object separate (PDF 1.4). */
export interface References {
  /** Byte offset of each object, by number; there is no object 0. */
  offsets: number[]
  /** Byte offset of the table, where the objects end. */
  end: number
  /** The trailer dictionary without `/Size`. */
  trailer: Dictionary
}

/** A PDF whose objects are neither packed nor encrypted, such as a browser prints. */
export interface PlainPdf extends References {
  /** All of its bytes as latin1, one character each: parts of a string are shared, not copied. */
  text: string
}

/** An indirect object (ISO 32000-1, 7.3.10). */
export interface PdfObject {
  number: number
  isStream: boolean
  /** As latin1: for a stream, everything from `obj` to `endobj`, inclusive; for any other object only what is between them. */
  content: string
}

/** The streams among objects, by number. */
export function streamsIn(objects: readonly PdfObject[]): ReadonlyMap<number, string> {
  return new Map(objects.flatMap(({ number, isStream, content }) => (isStream ? [[number, content] as const] : [])))
}

/** The first number that no object has. */
export function freeNumber(objects: readonly PdfObject[]): number {
  return objects.reduce((most, { number }) => Math.max(most, number), 0) + 1
}

/** Reads the cross-reference table; undefined if the document is encrypted, updated, packed or damaged. */
export function readReferences(pdf: Uint8Array): References | undefined {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const end = Number(
    /startxref\n(\d{1,10})\n%%EOF\n$/.exec(bytes.toString('latin1', Math.max(0, bytes.length - 40)))?.[1],
  )
  if (!/^%PDF-1\.[0-4]\n$/.test(bytes.toString('latin1', 0, 9)) || !(end < bytes.length)) return undefined
  const text = bytes.toString('latin1', end)
  const [head, size] = /^xref\n0 (\d{1,7})\n/.exec(text) ?? []
  if (!head) return undefined
  const last = head.length + 20 * Number(size)
  const offsets = readOffsets(text.slice(head.length, last))
  const trailer = readTrailer(text.slice(last), size)
  return offsets && trailer ? { offsets, end, trailer } : undefined
}

/** Reads the table, and the document as text. */
export function readPlain(pdf: Uint8Array): PlainPdf | undefined {
  const references = readReferences(pdf)
  return (
    references && { ...references, text: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1') }
  )
}

/** The objects in file order. Undefined if one isn't where the table says. */
export function readObjects({ text, offsets, end }: PlainPdf): PdfObject[] | undefined {
  return objectsAt(text, Array.from(offsets.entries()).slice(1), end)
}

/**
 * Objects in file order; each ends where the next begins. Undefined if one doesn't.
 *
 * @param placed numbers of objects, and where they begin; changed
 * @param end where the last one ends
 */
export function objectsAt(
  text: string,
  placed: [number: number, start: number][],
  end: number,
): PdfObject[] | undefined {
  placed.sort(([, one], [, other]) => one - other)
  const objects = placed.map(([number, start], at) => readObject(text, start, placed[at + 1]?.[1] ?? end, number))
  return objects.length > 0 && objects.every(object => object !== undefined) ? objects : undefined
}

/** Entries have 20 bytes: `0000000015 00000 n` and a line ending. The first heads the list of free numbers, which has no others. */
function readOffsets(table: string): number[] | undefined {
  const offsets = [0]
  for (let at = 20; at < table.length; at += 20) {
    if (!table.startsWith(' 00000 n', at + 10)) return undefined
    offsets.push(Number(table.slice(at, at + 10)))
  }
  return table.startsWith('0000000000 65535 f') ? offsets : undefined
}

function readTrailer(text: string, size: string | undefined): Dictionary | undefined {
  const start = 'trailer\n'
  const read = text.length < 1000 && text.startsWith(start) ? readValue(text, start.length) : undefined
  const trailer = asDictionary(read?.value)
  if (!read || trailer?.get('Size') !== size || !text.startsWith('\nstartxref\n', read.end)) return undefined
  trailer?.delete('Size')
  return ['Prev', 'XRefStm', 'Encrypt'].some(key => trailer?.has(key)) ? undefined : trailer
}

function readObject(text: string, from: number, to: number, number: number): PdfObject | undefined {
  const start = `${number} 0 obj\n`
  const last = to - endOfObject.length
  if (!text.startsWith(start, from) || !text.startsWith(endOfObject, last)) return undefined
  if (text.startsWith(endOfStream, last - endOfStream.length))
    return { number, isStream: true, content: text.slice(from, to) }
  const isAlone = text.indexOf(endOfObject, from + start.length) === last
  return isAlone ? { number, isStream: false, content: text.slice(from + start.length, last) } : undefined
}

/** A stream's dictionary, and its data as latin1. */
export interface OpenedStream {
  dictionary: Dictionary
  data: string
}

/** Opens a stream, from its `obj` on; undefined if it isn't one, or has less data than it says. */
export function openStream(stream: string): OpenedStream | undefined {
  const read = readValue(stream, stream.indexOf(' 0 obj\n') + ' 0 obj\n'.length)
  const dictionary = asDictionary(read?.value)
  const start = (read?.end ?? 0) + startOfData.length
  if (!dictionary || !stream.startsWith(startOfData, read?.end)) return undefined
  const end = start + (asNumber(dictionary.get('Length')) ?? Number.NaN)
  return stream.startsWith(endOfStream, end) ? { dictionary, data: stream.slice(start, end) } : undefined
}

const startOfData = ' stream\n'

/** The data of a stream, from its `obj` on, as latin1; undefined if there is none or it is compressed as Chromium doesn't. */
export function inflated(stream = ''): string | undefined {
  const opened = openStream(stream)
  const filter = opened?.dictionary.get('Filter')
  if (!opened || filter === undefined) return opened?.data
  return filter === '/FlateDecode' ? inflate(opened.data)?.toString('latin1') : undefined
}

/** A stream is never longer: half of what a text may have. */
const maxStreamLength = 2 ** 28

/** The content of compressed data; undefined if that is damaged, or longer than `most` bytes. */
export function inflate(data: string, most = maxStreamLength): Buffer | undefined {
  const maxOutputLength = Math.max(1, Math.min(most, maxStreamLength))
  // A page's content is nine times as long.
  const chunkSize = Math.min(1024 + 10 * data.length, 2 ** 24)
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength, chunkSize })
  } catch {
    return undefined
  }
}

/** What ends an object, and what ends a stream before that. */
export const endOfObject = '\nendobj\n'
const endOfStream = '\nendstream'
/** Both, behind a stream's data. */
export const endOfStreamObject = endOfStream + endOfObject

/**
 * A compressed stream. Same content, same bytes.
 *
 * Each compression takes memory that the garbage collector must find again, and handing it to another thread costs more than
 * doing it: so there should be few of them in a document.
 *
 * @param keys the stream's dictionary without `/Filter` and `/Length`: empty, or lines with their ends
 * @param content latin1, one character a byte
 */
export function compressedStream(number: number, keys: string, content: string | Buffer): PdfObject {
  // Of a receipt with 20 lines, half the time of level 4 for 2 % more bytes.
  const bytes = typeof content === 'string' ? latin1(content) : content
  return plainStream(number, `${keys}/Filter /FlateDecode\n`, deflateSync(bytes, { level: 3, chunkSize }))
}

/** A stream that is soon read and compressed. @param content latin1, one character a byte */
export function storedStream(number: number, content: string): PdfObject {
  const start = `${number} 0 obj\n<</Length ${content.length}>> stream\n`
  return { number, isStream: true, content: start + content + endOfStreamObject }
}

/** Memory is taken in pieces of this size: as much as most streams need. */
const chunkSize = 8 * 1024

/** Bytes that are good until the next call. */
function latin1(content: string): Buffer {
  if (content.length > scratch.length) return Buffer.from(content, 'latin1')
  return scratch.subarray(0, scratch.write(content, 'latin1'))
}

/** Enough for each stream of a receipt with a thousand lines. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024)

/** A stream as it is. */
export function plainStream(number: number, keys: string, data: Buffer): PdfObject {
  const start = `${number} 0 obj\n<<${keys}/Length ${data.length}>> stream\n`
  return { number, isStream: true, content: start + data.toString('latin1') + endOfStreamObject }
}
