import type { PdfObject } from './plain-pdf.ts'
import { pdfText } from './syntax.ts'

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
