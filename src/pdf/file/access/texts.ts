import { endOfObject, endOfStream, type PdfObject } from '../plain-pdf.ts'

/** The objects of a document that aren't streams, as text to read and change. */
export interface ObjectTexts {
  /** The text of an object; empty if there is none. */
  get(number: number): string
  set(number: number, text: string): void
  /** The numbers of objects whose text, as given, begins so. */
  beginning(start: string): number[]
  /** The object with its text, if that was changed. */
  edited(object: PdfObject): PdfObject
}

export function readObjectTexts(objects: readonly PdfObject[]): ObjectTexts {
  const texts = objects.filter(({ isStream }) => !isStream)
  const known = new Map(texts.map(({ number, content }) => [number, content]))
  const changed = new Map<number, string>()
  return {
    get: number => changed.get(number) ?? known.get(number) ?? '',
    set: (number, text) => changed.set(number, text),
    beginning: start => texts.filter(({ content }) => content.startsWith(start)).map(({ number }) => number),
    edited(object) {
      const content = changed.get(object.number)
      return content === undefined ? object : { ...object, content }
    },
  }
}

/** A stream with its dictionary's keys, without length. */
export function streamObject(number: number, keys: string, data: Buffer): PdfObject {
  const start = `${number} 0 obj\n<<${keys}\n/Length ${data.length}>> stream\n`
  return { number, isStream: true, content: start + data.toString('latin1') + endOfStream + endOfObject }
}
