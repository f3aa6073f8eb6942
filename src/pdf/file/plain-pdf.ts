/** A PDF as Chromium writes it: one cross-reference table, each object separate (PDF 1.4). */
export interface PlainPdf {
  /** Byte offset of each object, by number; there is no object 0. */
  offsets: number[]
  /** Byte offset of the table, where the objects end. */
  end: number
  /** The trailer dictionary without `/Size`. */
  trailer: string
}

export interface PdfObject {
  number: number
  isStream: boolean
  /** For a stream, everything from `obj` to `endobj`, inclusive; for any other object only what is between them. */
  content: Buffer
}

/** Reads the cross-reference table; undefined if the document is encrypted, updated, packed or damaged. */
export function readPlain(bytes: Buffer): PlainPdf | undefined {
  const text = (from: number, to?: number) => bytes.toString('latin1', from, to)
  const end = Number(/startxref\n(\d{1,10})\n%%EOF\n$/.exec(text(Math.max(0, bytes.length - 40)))?.[1])
  if (!/^%PDF-1\.[0-4]\n/.test(text(0, 9)) || !(end < bytes.length)) return undefined
  const [head, size] = /^xref\n0 (\d{1,7})\n/.exec(text(end, end + 20)) ?? []
  if (!head) return undefined
  const table = end + head.length
  const offsets = readOffsets(text(table, table + 20 * Number(size)))
  const trailer = readTrailer(text(table + 20 * Number(size)), `/Size ${size}\n`)
  return offsets && trailer !== undefined ? { offsets, end, trailer } : undefined
}

/** The objects in file order; each ends where the next begins. Undefined if one doesn't. */
export function readObjects(bytes: Buffer, { offsets, end }: PlainPdf): PdfObject[] | undefined {
  const numbers = Array.from(offsets.keys()).slice(1)
  numbers.sort((one, other) => offsets[one]! - offsets[other]!)
  const objects = numbers.map((number, at) => {
    const next = numbers[at + 1]
    return readObject(bytes.subarray(offsets[number], next === undefined ? end : offsets[next]), number)
  })
  return objects.length > 0 && objects.every(object => object !== undefined) ? objects : undefined
}

/** Entries have 20 bytes: `0000000015 00000 n` and a line ending. The first heads the list of free numbers, which has no others. */
function readOffsets(table: string): number[] | undefined {
  const offsets = [0]
  for (let at = 20; at < table.length; at += 20) {
    if (table.slice(at + 10, at + 18) !== ' 00000 n') return undefined
    offsets.push(Number(table.slice(at, at + 10)))
  }
  return table.startsWith('0000000000 65535 f') ? offsets : undefined
}

function readTrailer(text: string, size: string): string | undefined {
  const keys = text.length < 1000 ? /^trailer\n<<(.*)>>\nstartxref\n/s.exec(text)?.[1] : undefined
  return keys?.includes(size) && !/\/(Prev|XRefStm|Encrypt)\b/.test(keys) ? keys.replace(size, '') : undefined
}

function readObject(bytes: Buffer, number: number): PdfObject | undefined {
  const start = `${number} 0 obj\n`
  const last = bytes.length - endOfObject.length
  if (bytes.toString('latin1', 0, start.length) !== start || last < start.length) return undefined
  if (bytes.toString('latin1', last - endOfStream.length, last) === endOfStream)
    return { number, isStream: true, content: bytes }
  const isAlone = bytes.indexOf(endOfObject, start.length) === last
  return isAlone ? { number, isStream: false, content: bytes.subarray(start.length, last) } : undefined
}

/** What ends an object, and what ends a stream before that. */
export const endOfObject = '\nendobj\n'
export const endOfStream = '\nendstream'
