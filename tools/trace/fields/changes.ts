import { cardBrands } from '../../../src/standards/codes/tender-types.ts'
import { parseDateTime, writeDateTime } from '../../../src/standards/iso8601.ts'
import type { ImageSource, ReceiptView } from '../../../src/view/receipt-view.ts'
import { isCode, type LeafValue, pathBelow, pictureOf, textsIn, visiblePart } from '../visible-texts.ts'

/** The differences to another view of the same receipt. */
interface Changes {
  /** Paths in the first view of texts and images that changed. */
  places: string[]
  /** Something was added or removed. */
  moved: boolean
  /** Something was added to or removed from a list, so later entries moved. */
  shifted: boolean
}

/**
 * Compares two views text by text. If a list gained or lost entries, the others are compared with the most similar ones. A
 * removal counts as a change only if nothing else changed.
 */
function changedPlaces(view: ReceiptView, other: ReceiptView): Changes {
  const places: string[] = []
  const gone: string[] = []
  let moved = false
  let shifted = false
  compare(visiblePart(view), visiblePart(other), '', '')
  return { places: places.length > 0 ? places : gone, moved, shifted }

  function compare(one: unknown, two: unknown, path: string, name: string | number): void {
    if (typeof one === 'boolean' || isCode(path)) return
    if (two === undefined) leave(one, path)
    else if (typeof one === 'string') {
      if (!sameText(one, two as string, name)) places.push(path)
    } else if (Array.isArray(one)) compareLists(one, two as unknown[], path)
    else compareObjects(one as Fields, two as Fields, path)
  }

  function compareObjects(one: Fields, two: Fields, path: string): void {
    for (const key of Object.keys(one)) compare(one[key], two[key], pathBelow(path, key), key)
    moved ||= Object.keys(two).some(key => one[key] === undefined && typeof two[key] !== 'boolean')
  }

  function compareLists(one: readonly unknown[], two: readonly unknown[], path: string): void {
    for (const [at, partner] of pairs(one, two).entries())
      if (partner === undefined) leave(one[at], pathBelow(path, at))
      else compare(one[at], two[partner], pathBelow(path, at), at)
    if (one.length !== two.length) {
      moved = true
      shifted = true
    }
  }

  function leave(value: unknown, path: string): void {
    moved = true
    gone.push(...textsIn(value, path).map(([place]) => place))
  }

  function sameText(one: string, two: string, name: string | number): boolean {
    const picture = pictureOf(view, name, one)
    return picture ? samePicture(picture, pictureOf(other, name, two)) : one === two
  }
}

type Fields = Record<string, unknown>

function samePicture(one: ImageSource, two: ImageSource | undefined): boolean {
  if (one.kind === 'barcode') return two?.kind === 'barcode' && JSON.stringify(one) === JSON.stringify(two)
  return two?.kind === 'picture' && Buffer.compare(one.bytes, two.bytes) === 0
}

/** For each entry of a list, its position in the other list; undefined if it is gone. */
function pairs(one: readonly unknown[], two: readonly unknown[]): (number | undefined)[] {
  if (one.length === two.length) return one.map((_, at) => at)
  const shorter = Math.min(one.length, two.length)
  let start = 0
  while (start < shorter && difference(one[start], two[start]) === 0) start++
  let end = 0
  while (end < shorter - start && difference(one.at(-1 - end), two.at(-1 - end)) === 0) end++
  const middle = alike(one.slice(start, one.length - end), two.slice(start, two.length - end))
  return one.map((_, at) => {
    if (at < start) return at
    if (at >= one.length - end) return at + two.length - one.length
    const partner = middle[at - start]
    return partner === undefined ? undefined : partner + start
  })
}

/** The order-preserving pairs with the least total difference; an entry without a partner counts as 1. */
function alike(one: readonly unknown[], two: readonly unknown[]): (number | undefined)[] {
  const width = two.length + 1
  const cost = new Float64Array((one.length + 1) * width)
  const at = (row: number, column: number) => cost[row * width + column] ?? 0
  const paired = (row: number, column: number) => at(row + 1, column + 1) + difference(one[row], two[column])
  for (let row = one.length; row >= 0; row--)
    for (let column = two.length; column >= 0; column--)
      cost[row * width + column] = Math.min(
        row < one.length ? at(row + 1, column) + 1 : Number.POSITIVE_INFINITY,
        column < two.length ? at(row, column + 1) + 1 : Number.POSITIVE_INFINITY,
        row < one.length && column < two.length ? paired(row, column) : Number.POSITIVE_INFINITY,
        row === one.length && column === two.length ? 0 : Number.POSITIVE_INFINITY,
      )
  const partners: (number | undefined)[] = []
  let column = 0
  for (let row = 0; row < one.length; ) {
    if (column < two.length && at(row, column) === paired(row, column)) {
      partners.push(column++)
      row++
    } else if (at(row, column) === at(row + 1, column) + 1) {
      partners.push(undefined)
      row++
    } else column++
  }
  return partners
}

/** How much two values differ: 0 if all their texts are equal, 1 if none is. */
function difference(one: unknown, two: unknown): number {
  const all = { texts: 0, other: 0 }
  count(one, two, all)
  return all.texts === 0 ? 0 : all.other / all.texts
}

function count(one: unknown, two: unknown, all: { texts: number; other: number }): void {
  if (typeof one === 'string' || typeof two === 'string') {
    all.texts++
    if (one !== two) all.other++
    return
  }
  if (typeof (one ?? two) !== 'object') return
  const [first, second] = [one ?? {}, two ?? {}] as [Fields, Fields]
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) count(first[key], second[key], all)
}

/** Another value for a leaf. */
export interface Change {
  leaf: Pick<LeafValue, 'keys' | 'value'>
  value: LeafValue['value']
}

/** A copy of a receipt with that change; everything off the path to the leaf is shared. */
export function withValue<Whole>(whole: Whole, { leaf, value }: Change): Whole {
  const [key, ...keys] = leaf.keys
  if (key === undefined) return value as Whole
  const change = { leaf: { ...leaf, keys }, value }
  if (Array.isArray(whole)) return whole.with(key as number, withValue(whole[key as number], change)) as Whole
  const object = whole as Record<string, unknown>
  return { ...object, [key]: withValue(object[key], change) } as Whole
}

/** Tells what changes in the view with these fields; undefined if such a receipt cannot be presented. */
export type Attempt = (changed: readonly Change[]) => Changes | undefined

/**
 * Makes the attempts for a view. Changing a number can make others appear, such as a price that no longer equals its total.
 * So numbers are changed further: a place that then stays the same does not show them.
 *
 * @param presented the view of the receipt with these changes; undefined if there is none
 */
export function attempts(
  view: ReceiptView,
  presented: (changed: readonly Change[]) => ReceiptView | undefined,
): Attempt {
  return changed => {
    const other = presented(changed)
    const changes = other && changedPlaces(view, other)
    if (!changes || changes.shifted || changes.places.length < 2 || !changed.every(isOfNumber)) return changes
    const another = presented(changed.map(further))
    const still = new Set(another ? changedPlaces(other, another).places : [])
    const places = changes.places.filter(place => still.has(place))
    return places.length > 0 ? { ...changes, places } : changes
  }
}

function isOfNumber({ value }: Change): boolean {
  return typeof value === 'number'
}

function further({ leaf, value }: Change): Change {
  return { leaf, value: Number((2 * Number(value) - Number(leaf.value)).toFixed(6)) }
}

/**
 * Other values for a field, the least different first. A text keeps its length, to stay in its column; an amount changes by
 * its smallest unit, away from zero, so that its line does not vanish.
 */
export function candidates({ keys, value }: Pick<LeafValue, 'keys' | 'value'>): LeafValue['value'][] {
  const name = keys.at(-1)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return numbers(value)
  if (name === 'base64Image') return [withOther(value, Math.floor(value.length / 2))]
  if (name === 'barcodeNumber') return [withOtherEnd(value), ...checkedNumbers(value)]
  // The name of a known card brand has a place of its own.
  const brand = name === 'typeCode' && cardBrands.find(value)?.code
  if (brand) return [brand === 'Visa' ? 'Mastercard' : 'Visa']
  const date = parseDateTime(value)
  if (date) return [writeDateTime({ ...date, day: date.day < 28 ? date.day + 1 : date.day - 1 })]
  return [value.split('\n').map(withOtherEnd).join('\n'), `${value}x`]
}

/** By the last digit sent, at least a hundredth; then, for currencies without cents, by one. */
function numbers(value: number): number[] {
  const decimals = Math.max(2, String(value).split('.')[1]?.length ?? 0)
  const sign = value < 0 ? -1 : 1
  const steps = [sign * 10 ** -decimals, -sign * 10 ** -decimals, sign]
  return steps.map(step => Number((value + step).toFixed(decimals)))
}

/** For numbers that end in a check digit: changes the digit before it, with every possible check digit. */
function checkedNumbers(value: string): string[] {
  if (!/\d\d$/.test(value)) return []
  const number = withOther(value, value.length - 2).slice(0, -1)
  return Array.from({ length: 10 }, (_, digit) => number + digit)
}

/** Changes the last letter or digit of a line. */
function withOtherEnd(line: string): string {
  for (let at = line.length - 1; at >= 0; at--) if (/[0-9A-Za-z]/.test(line.charAt(at))) return withOther(line, at)
  return line.trim() === '' ? line : `${line}x`
}

function withOther(text: string, at: number): string {
  const sign = text.charAt(at)
  const other = /\d/.test(sign)
    ? String((Number(sign) + 1) % 10)
    : /[A-Z]/.test(sign)
      ? next(sign, 'A')
      : next(sign, 'a')
  return text.slice(0, at) + other + text.slice(at + 1)
}

function next(letter: string, first: string): string {
  const from = first.charCodeAt(0)
  return String.fromCharCode(from + ((letter.charCodeAt(0) - from + 1 + 26) % 26))
}
