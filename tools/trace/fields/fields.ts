import { type Meaning, readMeaning } from '../../../src/reading/meaning.ts'
import type { ReceiptData } from '../../../src/receipt/data/receipt-data.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { whyNeverShown } from '../never-shown.ts'
import { attempts } from './attempt.ts'
import { type Change, type Leaf, leavesOf, withValue } from './leaves.ts'
import { placesByText } from './places-by-text.ts'
import { placesOfMany } from './places-of-many.ts'
import { placesOfOne } from './places-of-one.ts'

/** Receipt path to the places in the view that show it: `items[0].price` to `items.groups[0].items[0].price`. */
export type FieldTrace = Record<string, string[]>

/** Finds where fields of a receipt appear, on demand. */
export interface FieldTracer {
  /** The paths of all texts and numbers in the receipt, in order. */
  readonly paths: readonly string[]
  /** The places in the view that a field changes; empty if it is not shown, or does not exist. */
  viewPathsOf(receiptPath: string): string[]
  /** The fields that change a place in the view. Traces the whole receipt once. */
  receiptPathsOf(viewPath: string): string[]
  /** Every path with its places. */
  whole(): FieldTrace
}

/** Presents a receipt, with the rows of one of that meaning: a single changed amount would make its sums false, and change rows. */
export type Present = (receipt: ReceiptData, like: Meaning) => ReceiptView

/** The places of every field of a receipt; see `fieldTracer`. */
export function traceFields(receipt: ReceiptData, present: Present): FieldTrace {
  return fieldTracer(receipt, present).whole()
}

/**
 * Finds where a field appears by trying: changes it a little, presents the receipt again, and compares the texts and images
 * of the views. Paths are written as in errors: `items[0].price`.
 *
 * - Places are those of the original view: what only appears after a change is not a place.
 * - If a text appears verbatim, only those places count: a currency code is printed once but decides how every amount is
 *   formatted.
 * - A text that changes nothing gets the places next to its neighbors' that contain it: the name of a country, which is
 *   printed from its code.
 * - Fields in `never-shown.ts` have no places, even if they affect others.
 *
 * Each field takes a presentation or two, so the fields of a long list are tried together on first use.
 *
 * @param receipt from `parseReceipt`
 * @param present returns a receipt's view, always in the same language; it may throw for a changed receipt, not for this one
 */
export function fieldTracer(receipt: ReceiptData, present: Present): FieldTracer {
  const like = readMeaning(receipt)
  const view = present(receipt, like)
  const texts = placesByText(view)
  const attempt = attempts(view, presented)
  const leaves = new Map(leavesOf(receipt).map(leaf => [leaf.path, leaf]))
  const kinds = Map.groupBy(leaves.values(), kindOf)
  const found = new Map<Leaf, readonly string[]>()
  const triedTogether = new Set<string>()
  let all: FieldTrace | undefined

  function viewPathsOf(path: string): string[] {
    const leaf = leaves.get(path)
    if (!leaf || whyNeverShown(leaf)) return []
    const places = texts.wordForWord(leaf.value, changedBy(leaf))
    if (places.length > 0 || typeof leaf.value !== 'string') return places
    const neighbours = [...leaves.values()].filter(other => other !== leaf && isBeside(other, leaf))
    return texts.beside(leaf.value, neighbours.flatMap(changedBy))
  }

  function changedBy(leaf: Leaf): readonly string[] {
    const kind = kindOf(leaf)
    const alike = kinds.get(kind)!
    if (alike.length >= longList && !triedTogether.has(kind)) {
      triedTogether.add(kind)
      for (const [one, places] of placesOfMany(alike, attempt)) found.set(one, places)
    }
    const places = found.get(leaf) ?? placesOfOne(leaf, alike, attempt)
    found.set(leaf, places)
    return places
  }

  function presented(changed: readonly Change[]): ReceiptView | undefined {
    try {
      return present(changed.reduce(withValue, receipt), like)
    } catch {
      return undefined
    }
  }

  function whole(): FieldTrace {
    all ??= Object.fromEntries([...leaves.keys()].map(path => [path, viewPathsOf(path)]))
    return all
  }

  return {
    paths: [...leaves.keys()],
    viewPathsOf,
    receiptPathsOf: place =>
      Object.entries(whole()).flatMap(([path, places]) => (places.includes(place) ? [path] : [])),
    whole,
  }
}

/** Lists with at least this many entries are tried in groups. */
const longList = 24

/** The path of a field without its position in the outermost list: `items[*].taxes[0].amount`. */
function kindOf({ path }: Leaf): string {
  return path.replace(/\[\d+\]/, '[*]')
}

/** Whether a field is in the parent of another's object: in the address around a country. */
function isBeside(other: Leaf, { keys }: Leaf): boolean {
  const around = keys.slice(0, -2)
  return around.length > 0 && typeof keys.at(-2) === 'string' && around.every((key, at) => other.keys[at] === key)
}
