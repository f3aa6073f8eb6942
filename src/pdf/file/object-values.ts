import { freeNumber, type PdfObject } from './plain-pdf.ts'
import {
  asDictionary,
  type Dictionary,
  type PdfValue,
  parseValue,
  pdfText,
  textOf,
  type ValueLimit,
  writeValue,
} from './values.ts'

/** A dictionary that is only read. */
export type ReadDictionary = ReadonlyMap<string, PdfValue>

/** The objects of a document that aren't streams, to read. */
export interface ReadValues {
  /** The dictionary that an object is; empty if it is none. */
  get(number: number | undefined): ReadDictionary
  value(number: number): PdfValue | undefined
  /** The numbers of objects whose text, as given, begins so; at most two lines, each with its end. */
  beginning(start: string): number[]
}

/** The objects of a document that aren't streams, to read and change. */
export interface ObjectValues extends ReadValues {
  /** The dictionary that an object is, to be changed. */
  edit(number: number): Dictionary
  set(number: number, value: PdfValue): void
  /** Adds an object, and returns its number. */
  add(value: PdfValue): number
  /** A number that no object has. */
  free(): number
  /** The objects as they are now, then those that were added. */
  written(): PdfObject[]
}

/**
 * Opens a document's objects, each when it is first asked for; those that are streams are left out.
 *
 * @param limit of the values in all of them: what is more isn't there
 */
export function openObjectValues(objects: readonly PdfObject[], limit?: ValueLimit): ObjectValues {
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
  const values = new Map<number, PdfValue | undefined>()
  const changed = new Set<number>()
  const added: number[] = []
  let next: number | undefined
  const free = () => {
    next ??= freeNumber(objects)
    return next++
  }
  const value = (number: number) => {
    if (!values.has(number)) values.set(number, parseValue(texts.get(number) ?? '', limit))
    return values.get(number)
  }
  return {
    value,
    get: number => asDictionary(value(number ?? 0)) ?? new Map(),
    edit(number) {
      const dictionary = asDictionary(value(number))
      if (dictionary) changed.add(number)
      return dictionary ?? new Map()
    },
    set(number, other) {
      values.set(number, other)
      changed.add(number)
    },
    add(other) {
      const number = free()
      values.set(number, other)
      added.push(number)
      return number
    },
    free,
    beginning: start => [...kinds].flatMap(([kind, numbers]) => (kind.startsWith(start) ? numbers : [])),
    written() {
      const text = (number: number) => writeValue(values.get(number) ?? 'null')
      return [
        ...objects.map(object => (changed.has(object.number) ? { ...object, content: text(object.number) } : object)),
        ...added.map(number => ({ number, isStream: false, content: text(number) })),
      ]
    },
  }
}

function firstLines({ content }: PdfObject): string {
  if (!content.startsWith('<</Type ')) return ''
  const second = content.indexOf('\n', content.indexOf('\n') + 1) + 1
  return second === 0 ? content : content.slice(0, second)
}

/** The title in a document's information dictionary (ISO 32000-1, 14.3.3); undefined if it has none. */
export function titleIn(info: ReadDictionary): string | undefined {
  const title = textOf(info.get('Title'))
  return title?.trim() ? title : undefined
}

/**
 * The address of a link's annotation, as a string of the PDF: of a page elsewhere (ISO 32000-1, 12.6.4.7), or `#terms` for a place in
 * this one (12.3.2.3). Undefined if it has none.
 */
export function addressOf(annotation: ReadDictionary): string | undefined {
  const place = annotation.get('Dest')
  if (typeof place === 'string') return pdfText(`#${readable(place.slice(1))}`)
  const address = asDictionary(annotation.get('A'))?.get('URI')
  return typeof address === 'string' ? address : undefined
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
