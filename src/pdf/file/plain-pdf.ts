import { deflateSync, inflateSync } from 'node:zlib'
import { pdfText } from './syntax.ts'

/** Where the objects are of a PDF as Chromium writes it: one cross-reference table, each object separate (PDF 1.4). */
export interface References {
  /** Byte offset of each object, by number; there is no object 0. */
  offsets: number[]
  /** Byte offset of the table, where the objects end. */
  end: number
  /** The trailer dictionary without `/Size`. */
  trailer: string
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
  const trailer = readTrailer(text.slice(last), `/Size ${size}\n`)
  return offsets && trailer !== undefined ? { offsets, end, trailer } : undefined
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

function readTrailer(text: string, size: string): string | undefined {
  const keys = text.length < 1000 ? /^trailer\n<<(.*)>>\nstartxref\n/s.exec(text)?.[1] : undefined
  return keys?.includes(size) && !/\/(Prev|XRefStm|Encrypt)\b/.test(keys) ? keys.replace(size, '') : undefined
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

/** The data of a stream, from its `obj` on, as latin1; undefined if there is none or Chromium didn't compress it. */
export function inflated(stream = ''): string | undefined {
  const [head, length] = /^\d+ 0 obj\n<<\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/.exec(stream) ?? []
  if (!head) return undefined
  const data = stream.slice(head.length, head.length + Number(length))
  // A page's content is nine times as long.
  return inflateSync(Buffer.from(data, 'latin1'), { chunkSize: 1024 + 10 * data.length }).toString('latin1')
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

/** The objects of a document that aren't streams, as text to read and change. */
export interface ObjectTexts {
  /** The text of an object; empty if there is none. */
  get(number: number): string
  set(number: number, text: string): void
  /** The numbers of objects whose text, as given, begins so; at most two lines, each with its end. */
  beginning(start: string): number[]
  /** The object with its text, if that was changed. */
  edited(object: PdfObject): PdfObject
}

/** Reads a document's objects; those that are streams are left out. */
export function readObjectTexts(objects: readonly PdfObject[]): ObjectTexts {
  const texts = new Map<number, string>()
  /** Objects by their first two lines, type and subtype: there are few. */
  const kinds = new Map<string, number[]>()
  for (const object of objects) {
    if (object.isStream) continue
    const { number, content } = object
    texts.set(number, content)
    const kind = firstLines(object)
    const known = kinds.get(kind)
    if (known) known.push(number)
    else kinds.set(kind, [number])
  }
  const changed = new Set<number>()
  return {
    get: number => texts.get(number) ?? '',
    set(number, text) {
      texts.set(number, text)
      changed.add(number)
    },
    beginning: start => [...kinds].flatMap(([kind, numbers]) => (kind.startsWith(start) ? numbers : [])),
    edited: object => (changed.has(object.number) ? { ...object, content: texts.get(object.number) ?? '' } : object),
  }
}

function firstLines({ content }: PdfObject): string {
  if (!content.startsWith('<</Type ')) return ''
  const second = content.indexOf('\n', content.indexOf('\n') + 1) + 1
  return second === 0 ? content : content.slice(0, second)
}

/** The numbers of the objects that a text refers to, in its order (ISO 32000-1, 7.3.10). */
export function referencesIn(text = ''): number[] {
  return Array.from(text.matchAll(/(\d+) 0 R/g), ([, number]) => Number(number))
}

/** The number of the object that a key's value refers to; undefined if it is no reference. */
export function referenceIn(text: string, key: string): number | undefined {
  const number = new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * The address of a link's annotation, as a string of the PDF: of a page elsewhere (ISO 32000-1, 12.6.4.7), or `#terms` for a place in
 * this one (12.3.2.3). Undefined if it has none.
 */
export function addressOf(annotation: string): string | undefined {
  const place = /\n\/Dest \/([^\s/<>[\]()]*)/.exec(annotation)?.[1]
  if (place !== undefined) return pdfText(`#${readable(place)}`)
  return /\/URI (\((?:[^()\\]|\\.)*\)|<[0-9A-F]*>)>>/.exec(annotation)?.[1]
}

/** A name's `#20` (7.3.5) is an address's `%20`, which a browser writes for what isn't ASCII. */
function readable(name: string): string {
  const address = name.replace(/#([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
