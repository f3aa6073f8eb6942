import { type TableColumn, type TableGrouping, tableGroupings } from '../../src/statistics/answers/table.ts'
import type { NamedRow } from '../answers.ts'
import { written as figureText } from '../overview/figures.ts'
import { language, number, t } from '../parts/words.ts'

/** By what there are tables, in the order of the choice. */
export const groupings = tableGroupings

const counts: ReadonlySet<TableColumn> = new Set(['receipts', 'sales', 'items', 'itemsReturned'] as const)

/** A figure as the language writes it. */
export function written(value: number | string | null | undefined, column: TableColumn, currency: string): string {
  if (value === null || value === undefined) return '–'
  if (column === 'digitalShare') return figureText(Number(value), 'digital', '')
  return counts.has(column) ? number(Number(value)) : figureText(Number(value), 'sales', currency)
}

/** Whether a row is one group, not what is left of several. */
export function isName({ group }: NamedRow): boolean {
  return !group.other && !group.erased
}

/** A group in the reader's words, where there are any. */
export function nameOf(row: NamedRow, by: TableGrouping, known: (key: string) => string | undefined): string {
  const { group, name, id } = row
  if (group.other) return t('overview.others')
  if (group.erased) return t('tables.erased')
  if (by === 'register') return `${group.storeName || group.storeId} · ${group.workstationId || '–'}`
  if (by === 'receiptType') return known(`receiptType.${id}`) ?? id
  if (by === 'transactionType') return known(`type.${id}`) ?? id
  if (by === 'taxType' && group.percent !== undefined)
    return `${group.taxTypeCode ?? ''} ${number(Number(group.percent), { style: 'percent', maximumFractionDigits: 3 })}`.trim()
  if (by === 'language') return languageName(id)
  return name || '–'
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
