import { between, type Dimension } from '../counting/dimensions.ts'
import { forgottenName } from '../folding/forget.ts'
import { otherName } from '../folding/name-limit.ts'
import type { StatisticsAnswer } from './answer-shape.ts'

/** By what an answer may be grouped, and the dimension of its rows. */
export const groupings = {
  store: 'store',
  territory: 'territory',
  register: 'register',
  receiptType: 'receiptType',
  transactionType: 'transactionType',
  tenderType: 'tenderType',
  cardBrand: 'cardBrand',
  language: 'language',
  currency: 'all',
  taxType: 'taxType',
  category: 'category',
  item: 'item',
  refusal: 'refusal',
  validation: 'validation',
} as const satisfies Record<string, Dimension>

export type Grouping = keyof typeof groupings
export type Group = NonNullable<StatisticsAnswer['rows'][number]['group']>

/**
 * A group as an answer shows it.
 *
 * @param name its name in the rows
 * @param labelOf what to show for a store's id, an item's SKU or a code that no table has
 */
export function groupOf(grouping: Grouping, name: string, labelOf: (name: string) => string | undefined): Group {
  if (name === otherName) return { id: 'other', other: true }
  if (name === forgottenName) return { id: 'erased', erased: true }
  const [first = '', second = ''] = name.split(between)
  switch (grouping) {
    case 'store':
      return { id: name, storeId: name, storeName: labelOf(name) ?? '' }
    case 'register':
      return { id: `${first}/${second}`, storeId: first, storeName: labelOf(first) ?? '', workstationId: second }
    case 'tenderType':
      return { id: name, tenderTypeCode: labelOf(name) ?? name }
    case 'cardBrand':
      return { id: name, cardTypeCode: labelOf(name) ?? name }
    case 'taxType':
      return {
        id: `${first} ${second}`.trim(),
        taxTypeCode: labelOf(name) ?? first,
        ...(second !== '' && { percent: second }),
      }
    case 'item':
      return { id: name, itemSKUNumber: name, itemName: labelOf(name) ?? name }
    case 'refusal':
      return { id: `${first}: ${second}`, field: first, message: second }
    case 'validation':
      return { id: name, status: name }
    default:
      return { id: name, [grouping]: name }
  }
}

/** The dimension whose labels a grouping shows, and the names to look up. */
export function labelsNeeded(
  grouping: Grouping,
  names: readonly string[],
): { dimension: Dimension; names: string[] } | undefined {
  if (labeled.has(grouping)) return { dimension: groupings[grouping], names: [...names] }
  if (grouping === 'store' || grouping === 'register')
    return { dimension: 'store', names: [...new Set(names.map(name => name.split(between)[0] ?? ''))] }
  return undefined
}

const labeled: ReadonlySet<Grouping> = new Set(['item', 'tenderType', 'cardBrand', 'taxType'])
