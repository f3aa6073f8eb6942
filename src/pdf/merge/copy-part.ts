import { hash } from 'node:crypto'
import type { Packing } from '../file/pack.ts'
import { endOfStreamObject, openStream } from '../file/plain-pdf.ts'
import {
  asDictionary,
  asList,
  asReference,
  bytesOf,
  type Dictionary,
  linesOf,
  type PdfValue,
  referenceTo,
  writeValue,
} from '../file/values.ts'
import { type EntryRule, type KindName, kinds, type ObjectRule } from './kinds.ts'
import type { PdfPart } from './part.ts'

/** The document that parts are copied into. */
export interface Target {
  packing: Packing
  nextNumber(): number
  /** Numbers of shared objects, by what they are, streams by its hash: a logo is kept once. */
  shared: Map<string, number>
}

/** What a part's objects are called in the document. */
export interface Names {
  /** Objects of the part that those of the document take the place of: kind and number, by their old numbers. */
  numbers: ReadonlyMap<number, { number: number; kind: KindName }>
  /** Added to the keys of the parent tree. */
  firstKey: number
  /** Put before the IDs of structure elements. */
  idPrefix: string
}

/** A part's way into the document. */
export interface Copying {
  /** Copies an object, and those in it. @param edit changes its entries @returns its number */
  own(old: number, kind: KindName, edit?: ObjectEdit): number
  /** The number of an object that is copied, or will be. */
  numberOf(old: number, kind: KindName): number
  /** The number of a list of elements, which is copied; undefined if the object is none. */
  listOf(old: number): number | undefined
  /** Copies what is waiting. Afterward, each object that one refers to has to be there. @returns the number of pages so far */
  finish(): number
}

type ObjectEdit = (dictionary: Dictionary) => void

/** A copy: its number in the document, and whether it has its place in a tree; undefined while what it holds is copied. */
interface Copied {
  kind: KindName
  number: number | undefined
  hasPlace: boolean
}

/** A page, how it is shown, and four numbers (12.3.2.2). */
const maxPlaceLength = 6

const knownElement: EntryRule = { kind: 'element', as: 'known' }

/** A picture in a layer in a layer: a page has fewer. What is deeper would fill the stack. */
const maxDepth = 200

/**
 * Copies objects of a part, and those that they hold, under new numbers (ISO 32000-1, 7.3.10): each as the kind that its place asks for,
 * with the entries that this kind has. A named destination becomes the place that it names (12.3.2), because another part may have the
 * name.
 */
export function openCopying(part: PdfPart, names: Names, target: Target): Copying {
  const copies = new Map<number, Copied>()
  for (const [old, { number, kind }] of names.numbers) copies.set(old, { kind, number, hasPlace: true })
  let waiting: { old: number; kind: KindName; number: number; edit: ObjectEdit | undefined }[] = []
  const lists = new Set<number>()
  let depth = 0
  let pages = 0

  function own(old: number, kind: KindName, edit?: ObjectEdit): number {
    const copied = copies.get(old)
    if (copied?.hasPlace) part.refuse(`has ${kinds[kind].name} in two places`)
    const number = numberOf(old, kind)
    copies.set(old, { kind, number, hasPlace: true })
    waiting.push({ old, kind, number, edit })
    return number
  }

  function numberOf(old: number, kind: KindName): number {
    const copied = copies.get(old)
    if (copied && (copied.kind !== kind || copied.number === undefined))
      part.refuse(`has ${kinds[kind].name} that is none`)
    const number = copied?.number ?? target.nextNumber()
    if (!copied) copies.set(old, { kind, number, hasPlace: false })
    return number
  }

  function share(old: number, kind: KindName): number {
    const copied = copies.get(old)
    if (copied) return numberOf(old, kind)
    if (++depth > maxDepth) part.refuse(`has ${kinds[kind].name} in too many others`)
    copies.set(old, { kind, number: undefined, hasPlace: false })
    const stream = part.streams.get(old)
    const number = stream === undefined ? keep(writeValue(open(old, kind))) : copyStream(stream, kind)
    copies.set(old, { kind, number, hasPlace: true })
    depth--
    return number
  }

  /** Objects are equal if what they hold is: a picture's own transparency comes before the picture. */
  function keep(content: string): number {
    const known = target.shared.get(content)
    if (known !== undefined) return known
    const number = target.nextNumber()
    target.shared.set(content, number)
    target.packing.add({ number, isStream: false, content })
    return number
  }

  /** An object that isn't a stream, with what it holds copied. */
  function open(old: number, kind: KindName): Dictionary {
    const dictionary = asDictionary(part.values.value(old))
    if (!dictionary || kinds[kind].isStream) part.refuse(`lacks ${kinds[kind].name}`)
    return copyEntries(dictionary, kind)
  }

  function copyStream(content: string, kind: KindName): number {
    const { dictionary, data } = openStream(content) ?? part.refuse('has a stream that is cut')
    if (kinds[kind].isStream === false) part.refuse(`lacks ${kinds[kind].name}`)
    const filter = dictionary.get('Filter')
    if (filter !== undefined && filter !== '/DCTDecode' && filter !== '/FlateDecode')
      part.refuse('has a stream in a format that this library doesn’t write')
    for (const key of ['Filter', 'Length']) dictionary.delete(key)
    copyEntries(dictionary, kind)
    if (filter) dictionary.set('Filter', filter)
    const written = `<<${linesOf(dictionary)}/Length ${data.length}>> stream\n${data}${endOfStreamObject}`
    const bytes = Buffer.from(written, 'latin1')
    const key = hash('sha256', bytes, 'base64')
    const known = target.shared.get(key)
    if (known !== undefined) return known
    // Its checksum tells whether it was changed.
    if (filter === '/FlateDecode') part.checkData(data)
    const number = target.nextNumber()
    target.shared.set(key, number)
    // From its own bytes, or it would keep all of the part in memory.
    target.packing.add({ number, isStream: true, content: `${number} 0 obj\n${bytes.toString('latin1')}` })
    return number
  }

  function copyEntries(dictionary: Dictionary, kind: KindName): Dictionary {
    const { entries, named, name } = kinds[kind]
    for (const [key, value] of dictionary) {
      const entry = entries.get(key) ?? (/^[A-Za-z]{1,3}\d{1,9}$/.test(key) ? named : undefined)
      if (entry === undefined) part.refuse(`has /${key.slice(0, 40)} in ${name}`)
      const copied = copy(value, entry, name)
      if (copied !== value) dictionary.set(key, copied)
    }
    return dictionary
  }

  function copy(value: PdfValue, entry: EntryRule, where: string): PdfValue {
    if (Array.isArray(value)) return value.map(each => copy(each, entry, where))
    if (typeof entry !== 'string' && 'kind' in entry) return copyObject(value, entry, where)
    if (typeof value !== 'string') return part.refuse(`has a dictionary in ${where} where ours have none`)
    const old = asReference(value)
    if (old !== undefined) {
      if (entry !== 'place' && entry !== 'id') part.refuse(`has a reference in ${where} where ours have none`)
      return referenceTo(numberOf(old, entry === 'id' ? 'element' : 'page'))
    }
    if (entry === 'plain') return value
    if (entry === 'place') return placeOf(value)
    if (entry === 'id') return idOf(value)
    if (entry === 'key') return String(part.keyOf(value) + names.firstKey)
    if (entry === 'address') checkAddress(value)
    else if (!entry.includes(value)) part.refuse(`has ${value.slice(0, 40)} in ${where}`)
    return value
  }

  function copyObject(value: PdfValue, { kind, as }: ObjectRule, where: string): PdfValue {
    const dictionary = asDictionary(value)
    // Among an element's kids, a dictionary is content.
    const inline = as === 'shared' && !kinds[kind].isStream ? kind : as === 'owned' && kind === 'element' && 'content'
    if (dictionary)
      return inline ? copyEntries(dictionary, inline) : part.refuse(`has a dictionary in ${where} where ours have none`)
    const old = asReference(value)
    if (old === undefined) return value
    const number = as === 'shared' ? share(old, kind) : as === 'owned' ? own(old, kind) : numberOf(old, kind)
    return referenceTo(number)
  }

  /** A place by its name becomes the page, and where on it. */
  function placeOf(value: string): PdfValue {
    const place = value.startsWith('/') ? part.destinations.get(value.slice(1)) : undefined
    if (asList(place).length > maxPlaceLength) part.refuse('has a place of more than a page and four numbers')
    return place === undefined ? value : asList(place).map(each => copy(each, 'place', 'a place'))
  }

  function idOf(id: string): string {
    return id.startsWith('(') ? `(${names.idPrefix}${id.slice(1)}` : part.refuse('has a tag with another name')
  }

  /** An address is opened, and nothing else happens: no script, no program, no file. */
  function checkAddress(value: string): void {
    const address = bytesOf(value.slice(0, 100)) ?? ''
    if (!/^(?:https?|mailto|tel|sms):/i.test(address))
      part.refuse('has a link to another address than of web, mail or telephone')
  }

  function finish(): number {
    // What is copied adds to the list.
    for (const { old, kind, number, edit } of waiting) {
      const dictionary = open(old, kind)
      edit?.(dictionary)
      if (kind === 'page' && dictionary.get('Type') === '/Page') pages++
      target.packing.add({ number, isStream: false, content: writeValue(dictionary) })
    }
    waiting = []
    for (const { kind, hasPlace } of copies.values()) if (!hasPlace) part.refuse(`lacks ${kinds[kind].name}`)
    return pages
  }

  function listOf(old: number): number | undefined {
    const owners = part.values.value(old)
    if (!Array.isArray(owners)) return undefined
    if (lists.has(old)) part.refuse('has a list of owners in two places')
    lists.add(old)
    const number = target.nextNumber()
    const content = writeValue(owners.map(owner => copy(owner, knownElement, 'the owners of its content')))
    target.packing.add({ number, isStream: false, content })
    return number
  }

  return { own, numberOf, listOf, finish }
}
