import { OptionError } from '../../../errors.ts'
import { aText, checkOptions, type KnownOptions } from '../../../options/check-options.ts'
import { lineAsSent } from '../../../reading/lines.ts'
import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { checkPattern, filledPattern, urlProblem } from '../../../standards/url.ts'
import type { ViewContext } from '../../presenting.ts'
import { handedOut } from './fulfilment.ts'

/** Where pictures of items are; the till's field comes first. */
export interface PictureOptions {
  /** The item's field with the picture's http or https address, such as `imageUrl` or `media.thumbnail`. */
  field?: string | undefined
  /**
   * The pictures of the merchant's catalog: an http or https address with `{sku}` or `{upc}` behind its host, such as
   * `https://cdn.example.com/{sku}/44.jpg`. Items without that number have none.
   */
  catalog?: string | undefined
}

/** What a catalog's address may contain. */
const placeholders = ['sku', 'upc'] as const

/** @throws OptionError if there is neither a field nor an address, or the address is wrong */
export function checkPictures(pictures: PictureOptions | undefined): void {
  checkOptions('pictures', pictures, known)
  if (!pictures) return
  const { field, catalog } = pictures
  if (field === '') throw new OptionError("pictures.field: must be the name of an item's field, such as imageUrl")
  if (field === undefined && catalog === undefined)
    throw new OptionError("pictures: needs field, the name of an item's field such as imageUrl, or catalog, an address")
  if (catalog === undefined) return
  checkPattern('pictures.catalog', catalog, placeholders)
  if (!placeholders.some(key => catalog.includes(`{${key}}`)))
    throw new OptionError('pictures.catalog: must contain {sku} or {upc}, or all items have one picture')
}

/** Finds the pictures of the items shown; a gift receipt has copies of what was handed out, in the same order. */
export function pictureFinder(
  sold: ReceiptData,
  shown: ReceiptData,
  options: PictureOptions | undefined,
): ViewContext['pictureOf'] {
  if (!options) return () => undefined
  const pictures = picturesOf(sold, options)
  if (shown === sold) return item => pictures.get(lineAsSent(item))
  const originals = new Map(handedOut(sold).map((item, at) => [shown.items?.[at], item]))
  return item => {
    const original = originals.get(item)
    return original && pictures.get(original)
  }
}

/** The addresses of the items' pictures. What isn't an address is left out. */
function picturesOf(
  { items, returns = [], orders = [], extra = {} }: ReceiptData,
  { field, catalog }: PictureOptions,
): ReadonlyMap<ItemData, string> {
  const lists: [string, readonly ItemData[] | undefined][] = [
    ['items', items],
    ...returns.map((entry, at): [string, typeof items] => [`returns[${at}].items`, entry.items]),
    ...orders.map((order, at): [string, typeof items] => [`orders[${at}].items`, order.items]),
  ]
  const pictures = new Map<ItemData, string>()
  for (const [path, list = []] of lists)
    for (const [at, item] of list.entries()) {
      const sent = field && extra[`${path}[${at}].${field}`]
      const address =
        typeof sent === 'string' && urlProblem(sent) === undefined
          ? sent
          : catalog && filledPattern(catalog, key => item[key as (typeof placeholders)[number]])
      if (address) pictures.set(item, address)
    }
  return pictures
}

const known: KnownOptions<PictureOptions> = { field: aText, catalog: aText }
