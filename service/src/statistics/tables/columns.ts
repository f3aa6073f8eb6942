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

/** Of what is counted by receipts. */
export const receiptColumns = [
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
