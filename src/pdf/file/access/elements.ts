import type { ReadDictionary } from '../object-values.ts'
import { asDictionary, type Dictionary, type PdfValue } from '../values.ts'

/** How a structure element begins; its role follows. */
export const element = '<</Type /StructElem\n/S /'

/** What an element holds: elements by reference, content by number or as a dictionary (ISO 32000-1, 14.7.2). */
export function kidsOf(parent: ReadDictionary): PdfValue[] {
  const kids = parent.get('K')
  return Array.isArray(kids) ? kids : kids === undefined ? [] : [kids]
}

/** An element's role, `TD`; empty if it is no element. */
export function roleOf(element: ReadDictionary): string {
  const role = element.get('S')
  return element.get('Type') === '/StructElem' && typeof role === 'string' ? role.slice(1) : ''
}

/** The dictionary of an element's attributes that has this one. */
export function attributeOf(element: ReadDictionary, name: string): Dictionary | undefined {
  const attributes = element.get('A')
  return (Array.isArray(attributes) ? attributes : [attributes]).map(asDictionary).find(each => each?.has(name))
}

/** Whether it is a string with more than blanks in it. */
export function isSaid(text: PdfValue | undefined): boolean {
  return typeof text === 'string' && text !== '<FEFF>' && text.slice(1, -1).trim() !== ''
}
