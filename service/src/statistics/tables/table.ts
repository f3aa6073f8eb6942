import type { PartMeasure, ReceiptMeasure } from '../../database/statistics/tables.ts'
import type { StatisticsRow } from '../answers/answer-shape.ts'
import {
  type Aggregate,
  appliedIn,
  basketIn,
  countOf,
  digitalShareIn,
  hasSums,
  returnsIn,
  textIn,
} from '../answers/figures.ts'
import { columnsOf, type Groupings, receiptColumns, type TableColumn, type TableGrouping } from './columns.ts'

/** The sums that the columns of a table are made of. */
export function measuresOf(groupings: Groupings): readonly (ReceiptMeasure | PartMeasure)[] {
  const columns = columnsOf(groupings)
  if (columns === receiptColumns) return receiptMeasures
  return ['receipts', ...columns.flatMap(column => partMeasures[column] ?? [])]
}

const receiptMeasures = [
  ...(['receipts', 'sales', 'grand', 'sold', 'gift_cards_sold', 'discounts', 'taxes', 'takings'] as const),
  ...(['digital_only', 'digital_and_paper', 'paper_only'] as const),
]

/** By the column of parts that shows them; what is applied is made of those beside it. */
const partMeasures: Partial<Record<TableColumn, PartMeasure>> = {
  ...{ amount: 'amount', taxableAmount: 'taxable', refunds: 'refunds', changeDue: 'change_due', tips: 'tips' },
  ...{ items: 'pieces', itemsReturned: 'pieces_returned' },
}

/** What a table is made of: groups, with what they add up to. */
export interface Grouped {
  groups: readonly { group: TableRow['group']; cell: Aggregate }[]
  totals: Aggregate
  /** False if a receipt may be in several groups. */
  additive: boolean
}

/** What a table is ranked by unless something else is asked. */
export function mainColumn(groupings: Groupings): TableColumn {
  return columnsOf(groupings).includes('netSales') ? 'netSales' : 'amount'
}

/** A group with its figures, and those of the period that it is compared with. */
export interface TableRow {
  id: string
  group: NonNullable<StatisticsRow['group']>
  /** In the order of the columns: counts and shares as numbers, amounts as decimal texts; null where there is nothing. */
  values: (number | string | null)[]
  before?: (number | string | null)[]
}

/** How rows are chosen and sorted. */
interface TableView {
  currency: string
  /** A column, or the group's name. */
  sort: TableColumn | 'name'
  isRising: boolean
  /** In the group's name or number. */
  words?: string | undefined
}

/**
 * All groups as rows, with those of another period beside.
 *
 * @param before the same question of another period; undefined to compare with none
 */
export function tableOf(
  groupings: Groupings,
  now: Grouped,
  before: Grouped | undefined,
  { currency, sort, isRising, words }: TableView,
): TableRow[] {
  const columns = columnsOf(groupings)
  const valuesOf = (cell: Aggregate | undefined) =>
    columns.map(column => readFigure(cell ?? new Map(), column, currency))
  const past = before && new Map(before.groups.map(({ group, cell }) => [group.id, cell]))
  const rows = now.groups.map(({ group, cell }): TableRow => {
    const compared = past && { before: valuesOf(past.get(group.id)) }
    return { id: group.id, group, values: valuesOf(cell), ...compared }
  })
  // What is gone since is a row, too.
  const known = new Set(rows.map(({ id }) => id))
  for (const { group, cell } of before?.groups ?? [])
    if (!known.has(group.id)) rows.push({ id: group.id, group, values: valuesOf(undefined), before: valuesOf(cell) })
  const found = rows.filter(({ group }) => holds(group, words))
  const at = sort === 'name' ? -1 : columns.indexOf(sort)
  const way = isRising ? 1 : -1
  const names = new Map(found.map(({ id, group }) => [id, namesIn(group, groupings)]))
  const nameAt = ({ id }: TableRow, place: number) => names.get(id)?.[place] ?? ''
  const byName = (one: TableRow, other: TableRow) =>
    text.compare(nameAt(one, 0), nameAt(other, 0)) || text.compare(nameAt(one, 1), nameAt(other, 1))
  return found.sort((one, other) =>
    at < 0 ? way * byName(one, other) : way * compare(one.values[at], other.values[at]) || byName(one, other),
  )
}

/** The totals as a row's values. Of parts, of which a receipt may have several, they don't add up, so there are none. */
export function totalsOf(groupings: Groupings, { totals, additive }: Grouped, currency: string) {
  return additive ? columnsOf(groupings).map(column => readFigure(totals, column, currency)) : undefined
}

/** What each grouping says of a row's group, in no language: name and number. */
export function namesIn(group: TableRow['group'], groupings: Groupings): string[] {
  return groupings.map(by => nameIn(group, by))
}

/** What a grouping says of a row's group. Of what is no group of its own, `other` or `erased`. */
export function nameIn(group: TableRow['group'], by: TableGrouping): string {
  const named = partsIn(group, by).filter(part => part !== undefined && part !== '')
  if (named.length > 0) return named.join(' · ')
  return group.other ? 'other' : group.erased ? 'erased' : ''
}

function partsIn(group: TableRow['group'], by: TableGrouping): (string | undefined)[] {
  const { storeName, storeId, itemName, itemSKUNumber } = group
  switch (by) {
    case 'store':
      return [storeName || storeId]
    case 'register':
      return [storeName || storeId, group.workstationId]
    case 'item':
      return [itemName, itemSKUNumber === itemName ? undefined : itemSKUNumber]
    case 'tenderType':
      return [group.tenderTypeCode]
    case 'cardBrand':
      return [group.cardTypeCode]
    case 'taxType':
      return [[group.taxTypeCode, group.percent].filter(Boolean).join(' ')]
    default:
      return [group[by]]
  }
}

/** By the column that shows them as they are. */
const sums: Partial<Record<TableColumn, ReceiptMeasure | PartMeasure>> = {
  ...partMeasures,
  ...{ discounts: 'discounts', taxes: 'taxes', takings: 'takings' },
}

function readFigure(cell: Aggregate, column: TableColumn, currency: string): number | string | null {
  if (column === 'digitalShare') return digitalShareIn(cell)
  if (column === 'receipts' || column === 'sales') return countOf(cell, column)
  if (column === 'items' || column === 'itemsReturned') return countOf(cell, partMeasures[column] ?? '')
  const found = cell.get(currency)
  if (!found || !hasSums(found)) return null
  if (column === 'averageBasket') return basketIn(found, currency) ?? null
  const text = textIn(currency)
  const { grand = 0n, gift_cards_sold: giftCards = 0n } = found.amounts
  if (column === 'netSales') return text(grand - giftCards)
  if (column === 'returnsAmount') return text(returnsIn(found))
  if (column === 'tenderApplied') return text(appliedIn(found))
  return text(found.amounts[sums[column] ?? ''] ?? 0n)
}

function compare(one: number | string | null | undefined, other: number | string | null | undefined): number {
  return Number(one ?? Number.MIN_SAFE_INTEGER) - Number(other ?? Number.MIN_SAFE_INTEGER)
}

const text = new Intl.Collator('en', { numeric: true })

function holds(group: TableRow['group'], words = ''): boolean {
  const plain = Object.values(group).join(' ').toLocaleLowerCase('en')
  return words
    .toLocaleLowerCase('en')
    .split(/\s+/)
    .every(word => plain.includes(word))
}
