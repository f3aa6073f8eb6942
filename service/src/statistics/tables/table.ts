import type { PartMeasure, ReceiptMeasure } from '../../database/statistics/tables.ts'
import type { Figures, StatisticsAnswer, StatisticsRow } from '../answers/answer-shape.ts'

/** By what a table may be grouped: a row each. */
export const tableGroupings = [
  'store',
  'register',
  'operator',
  'associate',
  'territory',
  'tenderType',
  'cardBrand',
  'taxType',
  'discount',
  'category',
  'item',
  'transactionType',
  'receiptType',
  'language',
] as const

/** One of them. */
export type TableGrouping = (typeof tableGroupings)[number]

/** By what a table is grouped: one grouping, or two (`pairs.ts`). */
export type Groupings = readonly [first: TableGrouping, ...then: TableGrouping[]]

const receiptColumns = [
  'receipts',
  'sales',
  'netSales',
  'returnsAmount',
  'averageBasket',
  'discounts',
  'taxes',
  'takings',
  'digitalShare',
] as const
const goodsColumns = ['receipts', 'items', 'itemsReturned', 'amount', 'refunds'] as const
const tenderColumns = ['receipts', 'amount', 'changeDue', 'tips', 'tenderApplied'] as const

/** What a table has besides its groups. `netSales` is what was sold less what came back. */
export type TableColumn =
  | (typeof receiptColumns)[number]
  | (typeof goodsColumns)[number]
  | (typeof tenderColumns)[number]
  | 'taxableAmount'

/** The columns of a table, by its last grouping. */
export function columnsOf([first, by = first]: Groupings): readonly TableColumn[] {
  if (by === 'item' || by === 'category') return goodsColumns
  if (by === 'tenderType' || by === 'cardBrand') return tenderColumns
  if (by === 'discount') return ['receipts', 'amount']
  return by === 'taxType' ? ['receipts', 'amount', 'taxableAmount'] : receiptColumns
}

/** The sums that all columns are made of. */
export const tableMeasures = [
  'receipts',
  'sales',
  'grand',
  'sold',
  'gift_cards_sold',
  'discounts',
  'taxes',
  'takings',
  'digital_only',
  'digital_and_paper',
  'paper_only',
  'entries',
  'pieces',
  'pieces_returned',
  'amount',
  'taxable',
  'refunds',
  'change_due',
  'tips',
] as const satisfies readonly (ReceiptMeasure | PartMeasure)[]

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
export interface TableView {
  currency: string
  /** A column, or the group's name. */
  sort: TableColumn | 'name'
  isRising: boolean
  /** In the group's name or number. */
  words?: string | undefined
}

/**
 * All groups of an answer as rows, with those of another period beside.
 *
 * @param before the same question of another period; undefined to compare with none
 */
export function tableOf(
  groupings: Groupings,
  now: StatisticsAnswer,
  before: StatisticsAnswer | undefined,
  { currency, sort, isRising, words }: TableView,
): TableRow[] {
  const columns = columnsOf(groupings)
  const valuesOf = (figures: Figures | undefined) => columns.map(column => readFigure(figures ?? {}, column, currency))
  const past = before && new Map(before.rows.map(row => [row.group?.id ?? '', row]))
  const rows = now.rows.flatMap(({ group, ...figures }): TableRow[] => {
    if (!group) return []
    const compared = past && { before: valuesOf(past.get(group.id)) }
    return [{ id: group.id, group, values: valuesOf(figures), ...compared }]
  })
  // What is gone since is a row, too.
  const known = new Set(rows.map(({ id }) => id))
  for (const { group, ...figures } of before?.rows ?? [])
    if (group && !known.has(group.id))
      rows.push({ id: group.id, group, values: valuesOf(undefined), before: valuesOf(figures) })
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
export function totalsOf(groupings: Groupings, { totals, additive }: StatisticsAnswer, currency: string) {
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

function readFigure(figures: Figures, column: TableColumn, currency: string): number | string | null {
  if (column === 'digitalShare') return figures.digitalShare ?? null
  if (column === 'receipts' || column === 'sales' || column === 'items' || column === 'itemsReturned')
    return figures[column] ?? 0
  const amounts = figures.amounts?.find(each => each.currency === currency)
  if (column !== 'netSales') return amounts?.[column] ?? null
  return amounts === undefined ? null : difference(amounts.salesAmount ?? '0', amounts.returnsAmount ?? '0')
}

/** One decimal less another, exactly. */
function difference(one: string, other: string): string {
  const digits = Math.max(...[one, other].map(each => each.split('.')[1]?.length ?? 0))
  const whole = (each: string) => {
    const [units = '', decimals = ''] = each.split('.')
    return BigInt(`${units}${decimals.padEnd(digits, '0')}`)
  }
  const sum = String(whole(one) - whole(other))
  if (digits === 0) return sum
  const plain = sum.replace('-', '').padStart(digits + 1, '0')
  return `${sum.startsWith('-') ? '-' : ''}${plain.slice(0, -digits)}.${plain.slice(-digits)}`
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
