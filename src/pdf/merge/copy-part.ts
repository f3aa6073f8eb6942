import { hash } from 'node:crypto'
import { element } from '../file/access/structure.ts'
import type { Packing } from '../file/pack.ts'
import { inflatedText } from '../file/packed-pdf.ts'
import { endOfStreamObject, type PdfObject } from '../file/plain-pdf.ts'
import { splitStrings } from '../file/syntax.ts'
import type { PdfPart } from './part.ts'

/** The document that parts are copied into. */
export interface Target {
  packing: Packing
  nextNumber(): number
  /** Numbers of streams, by a hash of what they are: a logo is kept once. */
  streams: Map<string, number>
}

/** What a part's objects are called in the document. */
export interface Names {
  /** New numbers of objects that aren't copied, by their old ones. */
  numbers: ReadonlyMap<number, number>
  /** Added to the keys of the parent tree. */
  firstKey: number
  /** Put before the IDs of structure elements. */
  idPrefix: string
  /** Changes to copied objects, by their old numbers. */
  edits: ReadonlyMap<number, (text: string) => string>
}

/** A part's way into the document. */
export interface Copying {
  /** The new number of an object of the part, which is copied if it wasn't. */
  numberOf(old: number): number
  /** Copies what those refer to. */
  finish(): void
}

/**
 * Copies objects of a part, and those that they refer to, under new numbers (ISO 32000-1, 7.3.10). A named destination becomes the place
 * that it names (12.3.2), because another part may have the name.
 */
export function openCopying(part: PdfPart, names: Names, target: Target): Copying {
  const numbers = new Map(names.numbers)
  const waiting: { object: PdfObject; number: number }[] = []
  const leaves = new Set(part.names)
  let depth = 0

  function numberOf(old: number): number {
    const known = numbers.get(old)
    if (known !== undefined) return known
    const object = part.objects.get(old) ?? part.refuse()
    const number = object.isStream ? copyStream(object) : target.nextNumber()
    numbers.set(old, number)
    if (!object.isStream) waiting.push({ object, number })
    return number
  }

  /** Streams are equal if what they refer to is: a picture's own transparency comes before the picture. */
  function copyStream({ content }: PdfObject): number {
    // A picture has a mask at most; a stream that refers to itself has no end.
    if (++depth > 8) part.refuse()
    const { keys, data } = openStream(content) ?? part.refuse()
    const written = `<<${rewrite(keys)}/Length ${data.length}>> stream\n${data}${endOfStreamObject}`
    depth--
    const bytes = Buffer.from(written, 'latin1')
    const key = hash('sha256', bytes, 'base64')
    const known = target.streams.get(key)
    if (known !== undefined) return known
    // Its checksum tells whether it was changed.
    if (keys.includes('/Filter /FlateDecode\n') && inflatedText(data) === undefined) part.refuse()
    const number = target.nextNumber()
    target.streams.set(key, number)
    // From its own bytes, or it would keep all of the part in memory.
    target.packing.add({ number, isStream: true, content: `${number} 0 obj\n${bytes.toString('latin1')}` })
    return number
  }

  function rewrite(text: string, isIdLeaf = false): string {
    const isElement = text.startsWith(element)
    const pieces = splitStrings(text) ?? part.refuse()
    let isInHeaders = false
    for (const [at, piece] of pieces.entries()) {
      const before = pieces[at - 1] ?? ''
      if (at % 2 === 0) {
        pieces[at] = rewriteSyntax(piece)
        continue
      }
      isInHeaders = before.endsWith('/Headers [') || (isInHeaders && before === ' ')
      const isId = isIdLeaf || (isElement && (isInHeaders || before.endsWith('/ID ')))
      if (isId) pieces[at] = piece.startsWith('(') ? `(${names.idPrefix}${piece.slice(1)}` : part.refuse()
    }
    return pieces.join('')
  }

  function rewriteSyntax(text: string): string {
    return text.replace(changing, (kept, key, value, name, old) => {
      if (key) return key + (Number(value) + names.firstKey)
      if (old) return `${numberOf(Number(old))} 0 R`
      const place = part.destinations.get(name)
      return place ? `/Dest ${rewriteSyntax(place)}` : kept
    })
  }

  function finish(): void {
    for (const { object, number } of waiting) {
      const text = rewrite(object.content, leaves.has(object.number))
      const content = names.edits.get(object.number)?.(text) ?? text
      target.packing.add({ number, isStream: false, content })
    }
  }

  return { numberOf, finish }
}

/** What is other in the document, outside of strings: keys of the parent tree, named destinations, references. */
const changing = /(\/StructParents? )(\d+)|\/Dest (\/[^\s/<>[\]()]+)|\b(\d+) 0 R\b/g

/** A stream's dictionary without its length, which is last, and its data; undefined if it has another length. */
function openStream(content: string): { keys: string; data: string } | undefined {
  const [head, keys, length] = /^\d+ 0 obj\n<<(.*?)\/Length (\d+)>> stream\n/s.exec(content) ?? []
  if (head === undefined || keys === undefined) return undefined
  const data = content.slice(head.length, -endOfStreamObject.length)
  return data.length === Number(length) ? { keys, data } : undefined
}
