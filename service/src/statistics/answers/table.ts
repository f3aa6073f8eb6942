import type { Figures, StatisticsAnswer, StatisticsRow } from './answer-shape.ts'

/** By what a table may be grouped: a row each. */
export const tableGroupings = [
  'store',
  'register',
  'territory',
  'tenderType',
  'cardBrand',
  'taxType',
  'category',
  'item',
  'transactionType',
  'receiptType',
  'language',
] as const

/** One of them. */
export type TableGrouping = (typeof tableGroupings)[number]

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

/** The columns of a grouping; the second money one, or the first, is what it is ranked by. */
export function columnsOf(by: TableGrouping): readonly TableColumn[] {
  if (by === 'item' || by === 'category') return goodsColumns
  if (by === 'tenderType' || by === 'cardBrand') return tenderColumns
  return by === 'taxType' ? ['receipts', 'amount', 'taxableAmount'] : receiptColumns
}

/** What a table is ranked by unless something else is asked. */
export function mainColumn(by: TableGrouping): TableColumn {
  return columnsOf(by).includes('netSales') ? 'netSales' : 'amount'
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
  by: TableGrouping,
  now: StatisticsAnswer,
  before: StatisticsAnswer | undefined,
  { currency, sort, isRising, words }: TableView,
): TableRow[] {
  const columns = columnsOf(by)
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
  const byName = (one: TableRow, other: TableRow) => text.compare(nameIn(one.group), nameIn(other.group))
  return found.sort((one, other) =>
    at < 0 ? way * byName(one, other) : way * compare(one.values[at], other.values[at]) || byName(one, other),
  )
}

/** The totals as a row's values. Of parts, of which a receipt may have several, they don't add up, so there are none. */
export function totalsOf(by: TableGrouping, { totals, additive }: StatisticsAnswer, currency: string) {
  return additive ? columnsOf(by).map(column => readFigure(totals, column, currency)) : undefined
}

/** What is said of a group, in no language: name and number. */
export function nameIn(group: TableRow['group']): string {
  const { storeName, storeId, workstationId, itemName, itemSKUNumber, id } = group
  const parts = [storeName || storeId, workstationId, itemName, itemSKUNumber === itemName ? undefined : itemSKUNumber]
  const named = parts.filter(part => part !== undefined && part !== '')
  return named.length > 0 ? named.join(' · ') : id
}

/**
 * The rows whose figure stands out among the others': farther from the median than three and a half times what is usual (Iglewicz and
 * Hoaglin, by the median of all distances). Few rows have no usual figure.
 */
export function outliersIn(rows: readonly TableRow[], by: TableGrouping, sort: TableColumn): string[] {
  const at = columnsOf(by).indexOf(sort)
  const figures = rows.map(({ id, values }) => ({ id, figure: Number(values[at] ?? 0) }))
  if (figures.length < fewest) return []
  const middle = median(figures.map(({ figure }) => figure))
  const usual = median(figures.map(({ figure }) => Math.abs(figure - middle)))
  if (usual === 0) return []
  const distance = (figure: number) => (0.6745 * Math.abs(figure - middle)) / usual
  return figures
    .filter(({ figure }) => distance(figure) > 3.5)
    .toSorted((one, other) => distance(other.figure) - distance(one.figure))
    .map(({ id }) => id)
}

/** Groups among which some stand out. */
const fewest = 8

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2 : (sorted[Math.floor(half)] ?? 0)
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
