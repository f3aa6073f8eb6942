import { inflateSync } from 'node:zlib'
import { objectsAt, type PdfObject } from './plain-pdf.ts'

/** A document's objects, those of object streams too, and its trailer. */
export interface PackedPdf {
  objects: readonly PdfObject[]
  /** The trailer's keys that aren't the cross-reference stream's own. */
  trailer: string
}

/**
 * Reads a document as `packObjects` writes it, byte for byte: the cross-reference stream leads to each object (ISO 32000-1, 7.5.8),
 * in a row from the header on, and those of object streams are where it says.
 *
 * @returns undefined if another program wrote or changed it, or if a part is missing
 */
export function readPacked(pdf: Uint8Array): PackedPdf | undefined {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const table = text.startsWith(packedHeader) ? readTable(text) : undefined
  if (!table) return undefined
  const { starts, places, end, trailer } = table
  const separate = objectsAt(text, starts, end)
  if (!separate || starts[0]?.[1] !== packedHeader.length) return undefined
  const objects: PdfObject[] = []
  for (const object of separate) {
    const packed = object.isStream ? readObjectStream(object.content) : undefined
    if (!packed) objects.push(object)
    for (const [place, [number, content]] of packed?.entries() ?? []) {
      if (places.get(number) !== `${object.number} ${place}`) return undefined
      places.delete(number)
      objects.push({ number, isStream: false, content })
    }
  }
  return places.size === 0 ? { objects, trailer } : undefined
}

/** What a packed document begins with: its version, and bytes that say that it isn't text. */
export const packedHeader = '%PDF-1.5\n%\xd3\xeb\xe9\xe1\n'

interface Table {
  /** Where objects begin, by number. */
  starts: [number: number, start: number][]
  /** The object stream of each other object, and its place in it, by number. */
  places: Map<number, string>
  /** Where the cross-reference stream begins. */
  end: number
  trailer: string
}

function readTable(text: string): Table | undefined {
  const end = Number(/\nstartxref\n(\d{1,10})\n%%EOF\n$/.exec(text.slice(-40))?.[1])
  const [head, number, size, trailer, length] = ofReferences.exec(text.slice(end, end + 2000)) ?? []
  if (!(end < text.length) || !head || trailer === undefined) return undefined
  const start = end + head.length
  const last = start + Number(length)
  const rows = inflatedText(text.slice(start, last), 8 * Number(size))
  if (rows?.length !== 8 * Number(size)) return undefined
  if (text.slice(last) !== `\nendstream\nendobj\nstartxref\n${end}\n%%EOF\n`) return undefined
  const table: Table = { starts: [], places: new Map(), end, trailer }
  const row = Buffer.alloc(7)
  for (let at = 0; at < Number(size); at++) {
    // Each is stored as the difference from the one above (PNG filter Up).
    for (let column = 0; column < 7; column++) row[column] = (row[column] ?? 0) + rows.charCodeAt(at * 8 + 1 + column)
    if (row[0] === 1 && at !== Number(number)) table.starts.push([at, row.readUInt32BE(1)])
    else if (row[0] === 2) table.places.set(at, `${row.readUInt32BE(1)} ${row.readUInt16BE(5)}`)
  }
  return table
}

const ofReferences =
  /^(\d{1,10}) 0 obj\n<<\/Type \/XRef\n\/Size (\d{1,7})\n(.*?)\n\/W \[1 4 2\]\n\/DecodeParms <<\/Predictor 12\n\/Columns 7>>\n\/Filter \/FlateDecode\n\/Length (\d{1,9})>> stream\n/s

/** The objects of an object stream, with their numbers; undefined if it is another stream, or a damaged one. */
function readObjectStream(content: string): [number: number, content: string][] | undefined {
  const [head, count, first, length] = ofObjects.exec(content) ?? []
  if (!head) return undefined
  const data = inflatedText(content.slice(head.length, head.length + Number(length)))
  return data === undefined ? undefined : bodies(data, Number(count), Number(first))
}

const ofObjects =
  /^\d+ 0 obj\n<<\/Type \/ObjStm\n\/N (\d+)\n\/First (\d+)\n\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/

/** Object streams begin with each object's number and offset. */
function bodies(stream: string, count: number, first: number): [number: number, content: string][] | undefined {
  const places = stream.slice(0, first).trim().split(' ').map(Number)
  if (places.length !== 2 * count) return undefined
  const start = (at: number) => first + (places[2 * at + 1] ?? 0)
  return Array.from({ length: count }, (_, at) => {
    const body = stream.slice(start(at), at + 1 < count ? start(at + 1) : undefined)
    return [places[2 * at] ?? 0, body.trimEnd()]
  })
}

/** The data of a compressed stream as latin1; undefined if it is damaged, or longer than `most` bytes. */
export function inflatedText(data: string, most = 2 ** 28): string | undefined {
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: Math.max(1, most) }).toString('latin1')
  } catch {
    return undefined
  }
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
    const end = raw.indexOf('endobj\n', found.index + found[0].length + Number(found[1])) + 'endobj\n'.length
    const objects = readObjectStream(raw.slice(found.index, end))
    if (!objects) throw new Error('an object stream has fewer or more objects than it declares')
    text += raw.slice(at, found.index) + objects.map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`).join('')
    at = end
  }
  return text + raw.slice(at)
}

const packedObjects =
  /\d+ 0 obj\n<<\/Type \/ObjStm\n\/N \d+\n\/First \d+\n\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/g
