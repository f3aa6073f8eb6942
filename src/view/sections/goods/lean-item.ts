import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import type { Lean, ViewContext } from '../../presenting.ts'
import type { LeftOutView } from '../../receipt-view.ts'
import { presentReceiptLinks, type ReceiptLinks } from '../links.ts'
import { shortText } from './item-notes.ts'

/**
 * An item for a mail that would be too long: `lean` without brands, codes, shelves, long descriptions and remarks, `bare` also without
 * descriptions, article numbers, taxes and the names of discounts. Names, sums and serial numbers stay.
 *
 * @returns the item itself if it has nothing to leave out, or no name
 */
export function leanItem(item: ItemData, level: Lean): ItemData {
  if (!item.name) return item
  const out = level === 'lean' ? fields : [...fields, ...more]
  const names = out.filter(name => item[name] !== undefined)
  if (level === 'lean' && isLong(item.description)) names.push('description')
  const named = level === 'bare' && item.discounts?.some(discount => discount.name)
  if (names.length === 0 && !named) return item
  const lean = { ...item }
  for (const name of names) delete lean[name]
  if (named && item.discounts) lean.discounts = item.discounts.map(({ name, ...rest }) => rest)
  return lean
}

type LeftOutField = Exclude<keyof ItemData, 'quantity'>
const fields: readonly LeftOutField[] = [
  'brand',
  'manufacturer',
  'upc',
  'classCode',
  'customCategory1',
  'customCategory2',
  'industry',
  'miscInfo',
]
const more: readonly LeftOutField[] = ['description', 'sku', 'modelNumber', 'taxes']

function isLong(description = ''): boolean {
  return description.length > shortText || description.includes('\n')
}

/** Says in a mail that would be too long that its goods aren't whole, and where they are. Undefined if nothing is left out. */
export function presentLeftOut(p: ViewContext, links: ReceiptLinks | undefined): LeftOutView | undefined {
  const { lean, receipt } = p
  if (!lean || !leavesOut(receipt, lean)) return undefined
  return { text: p.t('items.leftOut'), links: presentReceiptLinks(p, { pdf: links?.pdf, page: links?.page }) }
}

/** Whether a receipt's goods have something to leave out: only then is a mail shorter. */
export function leavesOut(receipt: ReceiptData, lean: Lean): boolean {
  return goodsOf(receipt).some(item => leanItem(item, lean) !== item)
}

function goodsOf({ items = [], returns = [], orders = [] }: ReceiptData): ItemData[] {
  return [items, ...returns.map(each => each.items ?? []), ...orders.map(each => each.items ?? [])].flat()
}
