import { endOfStreamObject, inflate, objectsAt, openStream, type PdfObject } from './plain-pdf.ts'
import { asNumber, type Dictionary, writeValue } from './values.ts'

/** A document's objects, those of object streams too, and its trailer. */
export interface PackedPdf {
  objects: readonly PdfObject[]
  /** The trailer's keys that aren't the cross-reference stream's own. */
  trailer: Dictionary
  /** Where the cross-reference stream begins. */
  end: number
}

/**
 * Reads a document as `packObjects` writes it, byte for byte: the cross-reference stream leads to each object (ISO 32000-1, 7.5.8),
 * in a row from the header on, and those of object streams are where it says.
 *
 * @returns undefined if another program wrote or changed it, if a part is missing, or if its objects would take more than 64 MB and 32
 *   times its bytes
 */
export function readPacked(pdf: Uint8Array): PackedPdf | undefined {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const table = text.startsWith(packedHeader) ? readTable(text) : undefined
  const separate = table && objectsAt(text, table.starts, table.end)
  if (!separate || table.starts[0]?.[1] !== packedHeader.length) return undefined
  const { places, trailer, end } = table
  const objects: PdfObject[] = []
  let most = Math.max(minMost, maxRatio * text.length)
  const count = places.size
  for (const object of separate) {
    const held = holds(object) ? readObjectStream(object, count, most) : undefined
    if (!held) objects.push(object)
    for (const [place, each] of held?.entries() ?? []) {
      if (places.get(each.number) !== placeIn(object.number, place)) return undefined
      places.delete(each.number)
      most -= each.content.length
      objects.push(each)
    }
  }
  return places.size === 0 ? { objects, trailer, end } : undefined
}

/** What a packed document begins with: its version, and bytes that say that it isn't text. */
export const packedHeader = '%PDF-1.5\n%\xd3\xeb\xe9\xe1\n'

/** How much longer than the document its objects may be. Those of a receipt with 300 lines are twice as long. */
const [minMost, maxRatio] = [2 ** 26, 32] as const

interface Table extends Pick<PackedPdf, 'trailer' | 'end'> {
  /** Where objects begin, by number. */
  starts: [number: number, start: number][]
  /** The place of each other object in an object stream, by number. */
  places: Map<number, number>
}

function placeIn(stream: number, place: number): number {
  return stream * 2 ** 16 + place
}

function readTable(text: string): Table | undefined {
  const end = Number(/\nstartxref\n(\d{1,10})\n%%EOF\n$/.exec(text.slice(-40))?.[1])
  const last = `startxref\n${end}\n%%EOF\n`
  const table = text.endsWith(endOfStreamObject + last) ? openStream(text.slice(end, -last.length)) : undefined
  const { size, trailer } = readTableKeys(table?.dictionary)
  // An object has a byte at least.
  const rows = table && size <= text.length ? inflate(table.data, 8 * size) : undefined
  if (rows?.length !== 8 * size || !trailer) return undefined
  const read: Table = { starts: [], places: new Map(), end, trailer }
  const own = Number.parseInt(text.slice(end, end + 10), 10)
  const row = Buffer.alloc(7)
  for (let at = 0; at < size; at++) {
    // Each is stored as the difference from the one above (PNG filter Up).
    for (let column = 0; column < 7; column++) row[column] = (row[column] ?? 0) + (rows[at * 8 + 1 + column] ?? 0)
    if (row[0] === 1 && at !== own) read.starts.push([at, row.readUInt32BE(1)])
    else if (row[0] === 2) read.places.set(at, placeIn(row.readUInt32BE(1), row.readUInt16BE(5)))
  }
  return read
}

/** What the dictionary of a cross-reference stream says: how many rows it has, and the trailer's keys. */
function readTableKeys(dictionary: Dictionary = new Map()): { size: number; trailer?: Dictionary } {
  const size = asNumber(dictionary.get('Size')) ?? 0
  for (const key of ['Size', 'Length']) dictionary.delete(key)
  const own = writeValue(new Map([...dictionary].filter(([key]) => ownKeys.has(key))))
  if (own !== tableKeys || !(size > 0)) return { size: 0 }
  return { size, trailer: new Map([...dictionary].filter(([key]) => !ownKeys.has(key))) }
}

const ownKeys = new Set(['Type', 'W', 'DecodeParms', 'Filter'])
const tableKeys = '<</Type /XRef\n/W [1 4 2]\n/DecodeParms <</Predictor 12\n/Columns 7>>\n/Filter /FlateDecode>>'

function holds({ isStream, content }: PdfObject): boolean {
  return isStream && content.startsWith('<</Type /ObjStm\n', content.indexOf('\n') + 1)
}

/** The objects of an object stream; undefined if it is damaged, or has more objects or bytes than these. */
function readObjectStream({ content }: PdfObject, mostObjects: number, most: number): PdfObject[] | undefined {
  const stream = openStream(content)
  const count = asNumber(stream?.dictionary.get('N')) ?? 0
  const first = asNumber(stream?.dictionary.get('First')) ?? 0
  if (stream?.dictionary.get('Filter') !== '/FlateDecode' || count > mostObjects || first > maxPlaceLength * count)
    return undefined
  const data = inflate(stream.data, most)
  return data && bodies(data.toString('latin1'), count, first)
}

/** Two numbers, each with a space. */
const maxPlaceLength = 22

/** Object streams begin with each object's number and offset. */
function bodies(stream: string, count: number, first: number): PdfObject[] | undefined {
  const places = stream.slice(0, first).trimEnd().split(' ').map(Number)
  if (places.length !== 2 * count || !(first >= 0)) return undefined
  const objects: PdfObject[] = []
  let end = 0
  for (let at = 0; at < count; at++) {
    const start = places[2 * at + 1] ?? Number.NaN
    const next = at + 1 < count ? (places[2 * at + 3] ?? Number.NaN) : stream.length - first
    if (!(start >= end && next >= start)) return undefined
    end = next
    const content = stream.slice(first + start, first + next).trimEnd()
    objects.push({ number: places[2 * at] ?? 0, isStream: false, content })
  }
  return objects
}

/**
 * A PDF's bytes as latin1 text with every object readable: object streams (ISO 32000-1, 7.5.7) are replaced by their objects.
 * Other streams stay as they are.
 */
export function unpacked(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const packed = readPacked(pdf)
  if (!packed) return text
  const objects = packed.objects.map(({ number, isStream, content }) =>
    isStream ? content : `${number} 0 obj\n${content}\nendobj\n`,
  )
  return packedHeader + objects.join('') + text.slice(packed.end)
}
