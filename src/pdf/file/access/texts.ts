import { endOfObject, endOfStream, type PdfObject } from '../plain-pdf.ts'

/** The objects of a document that aren't streams, as text to read and change. */
export interface ObjectTexts {
  /** The text of an object; empty if there is none. */
  get(number: number): string
  set(number: number, text: string): void
  /** The numbers of objects whose text begins so. At most 64 characters; from 31 on, the beginning of a structure element. */
  beginning(start: string): number[]
  /** The object with its text, if that was changed. */
  edited(object: PdfObject): PdfObject
}

/** Reads only beginnings: of the thousands of objects in a long receipt, few are looked at and fewer changed. */
export function readObjectTexts(objects: readonly PdfObject[]): ObjectTexts {
  const known = new Map<number, Buffer>()
  const starts = new Map<string, number[]>()
  for (const { number, isStream, content } of objects) {
    if (isStream) continue
    known.set(number, content)
    const start = content.toString('latin1', 0, 40)
    const numbers = starts.get(start)
    if (numbers) numbers.push(number)
    else starts.set(start, [number])
  }
  const changed = new Map<number, string>()
  return {
    get: number => changed.get(number) ?? known.get(number)?.toString('latin1') ?? '',
    set: (number, text) => changed.set(number, text),
    beginning: start => [...starts].flatMap(([each, numbers]) => (each.startsWith(start) ? numbers : [])),
    edited(object) {
      const text = changed.get(object.number)
      return text === undefined ? object : { ...object, content: Buffer.from(text, 'latin1') }
    },
  }
}

/** A stream with its dictionary's keys, without length. */
export function streamObject(number: number, keys: string, data: Buffer): PdfObject {
  const start = `${number} 0 obj\n<<${keys}\n/Length ${data.length}>> stream\n`
  const content = Buffer.concat([Buffer.from(start), data, Buffer.from(endOfStream + endOfObject)])
  return { number, isStream: true, content }
}
