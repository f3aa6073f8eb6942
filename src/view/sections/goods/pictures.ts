import { OptionError } from '../../../errors.ts'
import { aText, checkOptions, type KnownOptions } from '../../../options/check-options.ts'
import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { urlProblem } from '../../../standards/url.ts'

/** Where a till sends a picture of each item. */
export interface PictureOptions {
  /** The item's field with the picture's http or https address, such as `imageUrl` or `media.thumbnail`. */
  field: string
}

/** @throws OptionError if the field has no name */
export function checkPictures(pictures: PictureOptions | undefined): void {
  checkOptions('pictures', pictures, known)
  if (pictures && !pictures.field)
    throw new OptionError("pictures.field: must be the name of an item's field, such as imageUrl")
}

/** The addresses of the items' pictures. What isn't an address is left out. */
export function picturesOf(
  { items, returns = [], orders = [], extra = {} }: ReceiptData,
  { field }: PictureOptions,
): ReadonlyMap<ItemData, string> {
  const lists: [string, readonly ItemData[] | undefined][] = [
    ['items', items],
    ...returns.map((entry, at): [string, typeof items] => [`returns[${at}].items`, entry.items]),
    ...orders.map((order, at): [string, typeof items] => [`orders[${at}].items`, order.items]),
  ]
  const pictures = new Map<ItemData, string>()
  for (const [path, list = []] of lists)
    for (const [at, item] of list.entries()) {
      const address = extra[`${path}[${at}].${field}`]
      if (typeof address === 'string' && urlProblem(address) === undefined) pictures.set(item, address)
    }
  return pictures
}

const known: KnownOptions<PictureOptions> = { field: aText }
