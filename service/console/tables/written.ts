import { type TableColumn, type TableGrouping, tableGroupings } from '../../src/statistics/tables/columns.ts'
import type { NamedRow } from '../answers.ts'
import { written as figureText } from '../overview/figures.ts'
import { known, language, number, t } from '../parts/words.ts'

/** By what there are tables, in the order of the choice. */
export const groupings = tableGroupings

const counts: ReadonlySet<TableColumn> = new Set(['receipts', 'sales', 'items', 'itemsReturned'] as const)

export type { TableColumn }

/** Whether a column counts in all currencies: no amount. */
export function isOfAll(column: TableColumn): boolean {
  return column === 'digitalShare' || counts.has(column)
}

/** A figure as the language writes it. */
export function written(value: number | string | null | undefined, column: TableColumn, currency: string): string {
  if (value === null || value === undefined) return '–'
  if (column === 'digitalShare') return figureText(Number(value), 'digital', '')
  return counts.has(column) ? number(Number(value)) : figureText(Number(value), 'sales', currency)
}

/** A row's groups in the reader's words, where there are any. */
export function namesOf({ group, names }: NamedRow, by: readonly TableGrouping[]): string[] {
  return by.map((grouping, at) => nameOf(group, grouping, names[at] ?? ''))
}

function nameOf(group: NamedRow['group'], by: TableGrouping, name: string): string {
  if (group.other && name === 'other') return t('overview.others')
  if (group.erased && name === 'erased') return t('tables.erased')
  if (by === 'register') return `${group.storeName || group.storeId} · ${group.workstationId || '–'}`
  if (by === 'receiptType') return known(`receiptType.${name}`) ?? name
  if (by === 'transactionType') return known(`type.${name}`) ?? name
  if (by === 'taxType' && group.percent !== undefined)
    return `${group.taxTypeCode ?? ''} ${number(Number(group.percent), { style: 'percent', maximumFractionDigits: 3 })}`.trim()
  if (by === 'language') return languageName(name)
  return name || '–'
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
