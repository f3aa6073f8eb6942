import { nearest } from '../../options/nearest.ts'
import type { ObjectField } from '../schema/field.ts'
import { otherNames, sameWord } from './other-names.ts'

/** A field that was probably meant by one that isn't in the interface. */
export interface Meant {
  /** Its path from the object in which the other was sent, `taxes[0].percent`, or from the receipt. */
  path: string
  isOfReceipt: boolean
  /** Only the table knows the name, so it may as well be the till's own. */
  isByTable: boolean
}

/**
 * The field that was probably meant by one that its object doesn't have: by its words, `grandAmount` by `grand_total`; by what other interfaces
 * call it; by where it is, `workstation.store` by `store`; or by its letters.
 *
 * @param within the object, and the receipt
 */
export function meantField(written: string, within: ObjectField, receipt: ObjectField): Meant | undefined {
  if (written.length > longestName) return undefined
  const named = namedField(written, within, receipt)
  if (named) return named
  const near = nearest(written, within.parts.keys())
  return near === undefined ? undefined : { path: near, isOfReceipt: false, isByTable: false }
}

/** The same by its words and other names only. */
export function namedField(written: string, within: ObjectField, receipt: ObjectField): Meant | undefined {
  const words = spelled(written)
  const found = namesOf(within).get(words)
  const known = found === ambiguous ? undefined : found
  if (known && !(known.isByTable && known.path.includes('.'))) return known
  // What all have in common stands at the receipt.
  const above = within === receipt ? undefined : [...receipt.parts.keys()].find(name => spelled(name) === words)
  return above === undefined ? known : { path: above, isOfReceipt: true, isByTable: true }
}

/** UTF-16 units. The interface's longest name has 32; a till may send thousands of others. */
const longestName = 40

/** A name that is of several fields deeper down. */
const ambiguous: Meant = { path: '', isOfReceipt: false, isByTable: true }

const names = new WeakMap<ObjectField, ReadonlyMap<string, Meant>>()

/** The fields of an object by all their names, and those of its parts by what is in one place only: the nearest. */
function namesOf(object: ObjectField): ReadonlyMap<string, Meant> {
  const made = names.get(object) ?? addParts(ownNames(object), object)
  names.set(object, made)
  return made
}

function ownNames(object: ObjectField): Map<string, Meant> {
  const own = new Map<string, Meant>()
  for (const [name, { field }] of object.parts)
    if (field.kind !== 'withheld') own.set(spelled(name), { path: name, isOfReceipt: false, isByTable: false })
  for (const [target, others] of Object.entries(otherNames[object.name] ?? {})) {
    const isOfReceipt = target.startsWith(ofReceipt)
    const path = isOfReceipt ? target.slice(ofReceipt.length) : target
    const found = { path, isOfReceipt, isByTable: true }
    for (const other of others.split(' ')) if (!own.has(spelled(other))) own.set(spelled(other), found)
  }
  return own
}

const ofReceipt = 'receipt.'

function addParts(all: Map<string, Meant>, object: ObjectField): Map<string, Meant> {
  let level = partsOf(object, '')
  for (let depth = 0; depth < deepest; depth++) {
    const below = new Map<string, Meant>()
    for (const { path, part } of level)
      for (const [name, { path: rest, isOfReceipt, isByTable }] of ownNames(part))
        if (!all.has(name) && !isOfReceipt && !(depth > 0 && common.has(name)))
          below.set(name, below.has(name) ? ambiguous : { path: `${path}.${rest}`, isOfReceipt, isByTable })
    for (const [name, meant] of below) all.set(name, meant)
    level = level.flatMap(({ path, part }) => partsOf(part, `${path}.`))
  }
  return all
}

/** Words that so many objects have that they point to none far down. */
const common = new Set('code name number amount date type value text description'.split(' '))

/** Levels below an object where a field is looked for. */
const deepest = 2

const repeated = new Set(['orders', 'returns', 'tenderHistory', 'relatedTransactionReference'])

/** What an object consists of, without what repeats fields of the receipt itself. */
function partsOf(object: ObjectField, within: string): { path: string; part: ObjectField }[] {
  return [...object.parts].flatMap(([name, { field }]) => {
    const part = field.kind === 'list' ? field.of : field
    if (part.kind !== 'object' || repeated.has(name)) return []
    return [{ path: `${within}${name}${field.kind === 'list' ? '[0]' : ''}`, part }]
  })
}

/** A name in the words that others say differently: `grand_total` and `grandAmount` are `grand amount`. */
export function spelled(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '')
    .map(word => sameWord.get(word) ?? word)
  return words.filter((word, index) => word !== words[index - 1]).join(' ')
}
