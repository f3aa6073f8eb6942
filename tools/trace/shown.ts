import type { ImageSource, ReceiptView } from '../../src/view/receipt-view.ts'

/** View fields that no page prints: they control others, or contain what others refer to. */
const decides: ReadonlySet<string> = new Set(['lang', 'dir', 'kind', 'issued', 'images'])

/** Fields whose text is the key of an image. */
const pictureFields: ReadonlySet<string | number> = new Set(['image', 'logo', 'logoDark'])

/** The part of a view that pages show, as text or image. */
export function shownPart(view: ReceiptView): Partial<ReceiptView> {
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
export function shownTexts(view: ReceiptView): Map<string, string> {
  const texts = new Map<string, string>()
  collect(shownPart(view), '')
  return texts

  function collect(value: unknown, path: string): void {
    if (isCode(path)) return
    if (typeof value === 'string') texts.set(path, value)
    else if (Array.isArray(value)) for (const [at, each] of value.entries()) collect(each, pathBelow(path, at))
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) collect(each, pathBelow(path, key))
  }
}

/** The paths of the fields that refer to each image, by key. */
export function picturePaths(view: ReceiptView): Map<string, string[]> {
  const fields = [...shownTexts(view)].filter(([path, text]) => pictureOf(view, path.split('.').at(-1) ?? '', text))
  return new Map(
    [...Map.groupBy(fields, ([, key]) => key)].map(([key, found]) => [key, found.map(([path]) => path)] as const),
  )
}

/** Appends a field or entry to a path, as in errors: `orders[0].items[1].name`. */
export function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
