import type { ImageSource, ReceiptView } from '../../src/view/receipt-view.ts'

/** View fields that no page prints: they control others, or contain what others refer to. */
const decides: ReadonlySet<string> = new Set(['lang', 'dir', 'kind', 'issued', 'images'])

/** Fields whose text is the key of an image. */
const pictureFields: ReadonlySet<string | number> = new Set(['image', 'logo', 'logoDark'])

/** The part of a view that pages show, as text or image. */
export function visiblePart(view: ReceiptView): Partial<ReceiptView> {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !decides.has(name)))
}

/** Whether a text is a code for `{{#if (is …)}}`: a fact's key, a line's kind. The heading's kind is a word. */
export function isCode(path: string): boolean {
  return /\.(key|kind)$/.test(path) && path !== 'heading.kind'
}

/** The image that a field refers to, if its text is an image's key. */
export function pictureOf(view: ReceiptView, name: string | number, text: string): ImageSource | undefined {
  return pictureFields.has(name) && Object.hasOwn(view.images, text) ? view.images[text] : undefined
}

/** Every text that pages print and every image key, by path. */
export function visibleTexts(view: ReceiptView): Map<string, string> {
  return new Map(textsIn(visiblePart(view), ''))
}

/** The texts in a part of a view, but for codes, each with its path. */
export function textsIn(part: unknown, path: string): [path: string, text: string][] {
  return leavesOf(part, path).flatMap(({ path, value }) =>
    typeof value === 'string' && !isCode(path) ? [[path, value] as [string, string]] : [],
  )
}

/** Field names and list positions, outermost first. */
type Keys = readonly (string | number)[]

/** A text or number of a receipt or view. */
export interface LeafValue {
  /** As in errors: `items[0].price`. */
  path: string
  keys: Keys
  value: string | number | boolean
}

/** Every string, number and boolean in a value, in order. */
export function leavesOf(value: unknown, path = '', keys: Keys = []): LeafValue[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, keys, value }]
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, pathBelow(path, at), [...keys, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, pathBelow(path, key), [...keys, key]))
}

/** Appends a field or entry to a path, as in errors: `orders[0].items[1].name`. */
export function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
