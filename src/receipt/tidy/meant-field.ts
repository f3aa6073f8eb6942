import { nearest } from '../../options/nearest.ts'
import type { ObjectField } from '../schema/field.ts'

/** What the interface calls what others call so. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/total|sum|value|price/g, 'amount'],
  [/qty/g, 'quantity'],
  [/desc(?!ription)/g, 'description'],
  [/(?:num|no)$/g, 'number'],
  [/^(?:tel|phone)$/g, 'telephone'],
  [/^e?mail$/g, 'emailAddress'],
  [/^zip(?:code)?$/g, 'postalCode'],
  [/^(?:state|province|region)$/g, 'territory'],
  [/^(?:town|locality)$/g, 'city'],
  [/^(?:lines|line_?items|products)$/g, 'items'],
  [/^payments$/g, 'tenders'],
]

/** Tills send the same fields again and again, but not without end. */
const known = new WeakMap<ObjectField, Map<string, string | undefined>>()
const mostKnown = 200

/**
 * The field of an object that somebody probably meant by a name it doesn't have: by its letters, or by another word for it. Undefined if
 * there is none, or it was sent, too.
 */
export function meantField(field: ObjectField, written: string, sent: object): string | undefined {
  const names = known.get(field) ?? new Map<string, string | undefined>()
  known.set(field, names)
  if (!names.has(written)) {
    if (names.size >= mostKnown) names.clear()
    names.set(written, find(field, written))
  }
  const meant = names.get(written)
  return meant === undefined || Object.hasOwn(sent, meant) ? undefined : meant
}

function find({ parts }: ObjectField, written: string): string | undefined {
  const all = [...parts.keys()]
  const direct = nearest(written, all)
  if (direct !== undefined) return direct
  const plain = written.toLowerCase().replace(/[-_ ]/g, '')
  const ours = otherWords.reduce((word, [others, own]) => word.replace(others, own), plain)
  return ours === plain ? undefined : nearest(ours, all)
}
