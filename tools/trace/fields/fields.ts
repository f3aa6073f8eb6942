import { type Ledger, readLedger } from '../../../src/reading/ledger.ts'
import type { ReceiptData } from '../../../src/receipt/data/receipt-data.ts'
import { withoutIsolates } from '../../../src/view/direction.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { whyNeverShown } from '../never-shown.ts'
import { type LeafValue, leavesOf, pictureOf, visibleTexts } from '../visible-texts.ts'
import { type Attempt, attempts, type Change, candidates, withValue } from './changes.ts'

/** Presents a receipt, with the rows of one of that ledger: a single changed amount would make its sums false, and change rows. */
type Present = (receipt: ReceiptData, like: Ledger) => ReceiptView

/** Receipt path to the places that show it, for every field: `items[0].price` to `items.groups[0].items[0].price`. */
export function traceFields(receipt: ReceiptData, present: Present): Record<string, string[]> {
  const viewPathsOf = fieldTracer(receipt, present)
  return Object.fromEntries(leavesOf(receipt).map(({ path }) => [path, viewPathsOf(path)]))
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
 * @returns the places in the view that the field at a path changes; none if it is not shown, or does not exist
 */
export function fieldTracer(receipt: ReceiptData, present: Present): (path: string) => string[] {
  const like = readLedger(receipt)
  const view = present(receipt, like)
  const texts = placesByText(view)
  const attempt = attempts(view, presented)
  const leaves = new Map(leavesOf(receipt).map(leaf => [leaf.path, leaf]))
  const kinds = Map.groupBy(leaves.values(), kindOf)
  const found = new Map<LeafValue, readonly string[]>()
  const triedTogether = new Set<string>()

  function viewPathsOf(path: string): string[] {
    const leaf = leaves.get(path)
    if (!leaf || whyNeverShown(leaf)) return []
    const places = texts.wordForWord(leaf.value, changedBy(leaf))
    if (places.length > 0 || typeof leaf.value !== 'string') return places
    const neighbours = [...leaves.values()].filter(other => other !== leaf && isBeside(other, leaf))
    return texts.beside(leaf.value, neighbours.flatMap(changedBy))
  }

  function changedBy(leaf: LeafValue): readonly string[] {
    const kind = kindOf(leaf)
    const alike = kinds.get(kind) ?? [leaf]
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

  return viewPathsOf
}

/** Lists with at least this many entries are tried in groups. */
const longList = 24

/** The path of a field without its position in the outermost list: `items[*].taxes[0].amount`. */
function kindOf({ path }: LeafValue): string {
  return path.replace(/\[\d+\]/, '[*]')
}

/** Whether a field is in the parent of another's object: in the address around a country. */
function isBeside(other: LeafValue, { keys }: LeafValue): boolean {
  const around = keys.slice(0, -2)
  return around.length > 0 && typeof keys.at(-2) === 'string' && around.every((key, at) => other.keys[at] === key)
}

/** Selects places of a view by their text. */
function placesByText(view: ReceiptView) {
  const texts = new Map([...visibleTexts(view)].map(([place, text]) => [place, asSent(text)]))
  const textAt = (place: string) => texts.get(place) ?? ''
  const isPicture = (place: string) => pictureOf(view, place.split('.').at(-1) ?? '', textAt(place)) !== undefined
  return {
    /** The places that contain the value verbatim, and images; all places if none does. */
    wordForWord(value: unknown, places: readonly string[]): string[] {
      const verbatim = new Set(typeof value === 'string' ? places.filter(place => says(textAt(place), value)) : [])
      return verbatim.size === 0 ? [...places] : places.filter(place => verbatim.has(place) || isPicture(place))
    },
    /** The places that contain the text verbatim, in the same part of the view as one of these. */
    beside(value: string, places: readonly string[]): string[] {
      const parts = new Set(places.map(partOf))
      return [...texts].flatMap(([place, text]) => (parts.has(partOf(place)) && says(text, value) ? [place] : []))
    },
  }
}

/** A view text without the marks that keep values whole. */
function asSent(viewText: string): string {
  return withoutIsolates(viewText).replaceAll('\u00a0', ' ')
}

/** Whether a view text contains a receipt text, or one of its lines. */
function says(viewText: string, sent: string): boolean {
  return sent.split(/[\n\t]/).some(line => line.trim() !== '' && viewText.includes(line.trim()))
}

/** The object or list that a place is in. */
function partOf(place: string): string {
  return place.replace(/(?:\[\d+\]|\.?[^.[]+)$/, '')
}

/**
 * The places that the same field of many entries changes, in few attempts: 18 for 300 entries. Fields that this cannot decide
 * are omitted, to be traced one by one.
 *
 * Each attempt changes half of the fields: those whose number has a certain bit, or those without it. A place that one field
 * changes shows up in exactly the attempts that spell its number; one in all attempts is a sum of all fields. If that moves
 * list entries, because they are grouped by the field, equal ones are changed together.
 */
function placesOfMany(leaves: readonly LeafValue[], attempt: Attempt): Map<LeafValue, readonly string[]> {
  return spelled(leaves, attempt) ?? grouped(leaves, attempt)
}

function spelled(leaves: readonly LeafValue[], attempt: Attempt): Map<LeafValue, readonly string[]> | undefined {
  const every = 2 ** Math.ceil(Math.log2(leaves.length)) - 1
  const seen = new Map<string, Record<Half, number>>()
  for (let bit = 1; bit <= every; bit *= 2)
    for (const half of halves) {
      const changes = attempt(leaves.filter((_, number) => Boolean(number & bit) === (half === 'having')).map(changed))
      if (!changes || changes.shifted) return undefined
      for (const place of changes.places) {
        const tried = seen.get(place) ?? { having: 0, without: 0 }
        tried[half] |= bit
        seen.set(place, tried)
      }
    }
  const places = new Map<LeafValue, string[]>()
  const unsure = new Set<LeafValue>()
  for (const [place, { having, without }] of seen) {
    const possible = leaves.filter((_, number) => (number & ~having) === 0 && (~number & every & ~without) === 0)
    const sure = possible.length === 1 || possible.length === leaves.length
    for (const leaf of possible)
      if (sure) places.set(leaf, [...(places.get(leaf) ?? []), place])
      else unsure.add(leaf)
  }
  for (const leaf of unsure) places.delete(leaf)
  return places
}

function grouped(leaves: readonly LeafValue[], attempt: Attempt): Map<LeafValue, readonly string[]> {
  const places = new Map<LeafValue, readonly string[]>()
  for (const same of Map.groupBy(leaves, ({ value }) => value).values()) {
    const changes = same.length > 1 ? attempt(same.map(changed)) : undefined
    if (changes && !changes.moved && changes.places.length > 0)
      for (const leaf of same) places.set(leaf, changes.places)
  }
  return places
}

const halves = ['having', 'without'] as const
type Half = (typeof halves)[number]

function changed(leaf: LeafValue): Change {
  const [value = leaf.value] = candidates(leaf)
  return { leaf, value }
}

/**
 * The places that one field changes: by the first of several small changes that moves nothing, else by the one that changes
 * least. A number's larger change counts only if smaller ones changed the same places too: a total of one unit more than was
 * paid makes the receipt a partial payment. A text by which a list is grouped is also changed in all equal entries (`alike`),
 * because changed in only one, it moves that entry to a new group.
 */
function placesOfOne(leaf: LeafValue, alike: readonly LeafValue[], attempt: Attempt): readonly string[] {
  let least: readonly string[] = []
  let smallest: readonly string[] | undefined
  for (const changed of waysToChange(leaf, alike)) {
    const found = attempt(changed)
    if (!found || found.places.length === 0) continue
    const isSame = typeof leaf.value !== 'number' || !smallest || found.places.every(place => smallest?.includes(place))
    if (!found.moved && isSame) return found.places
    smallest ??= found.places
    if (least.length === 0 || (isSame && found.places.length < least.length)) least = found.places
  }
  return least
}

function* waysToChange(leaf: LeafValue, alike: readonly LeafValue[]): Generator<Change[]> {
  const values = candidates(leaf)
  for (const value of values) yield [{ leaf, value }]
  const same = typeof leaf.value === 'string' ? alike.filter(other => other.value === leaf.value) : []
  if (same.length > 1) for (const value of values) yield same.map(other => ({ leaf: other, value }))
}
