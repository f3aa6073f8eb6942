import type { Transaction } from '../../database/database.ts'
import { addUp, cellColumns, type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import { between, type Dimension, isPart, levelsOf } from '../counting/dimensions.ts'
import type { Accumulator, Row } from './accumulator.ts'

/** The name of names that were forgotten. No till can send it. */
export const forgottenName = `${between}erased`

/** A name that so many receipts had says nothing about one of them. */
const fewest = 5

/** Dimensions whose names are texts of tills. */
const fromTills: readonly Dimension[] = [
  'store',
  'territory',
  'register',
  'transactionType',
  'tenderType',
  'cardBrand',
  'taxType',
  'category',
  'item',
]

/** Names of erased receipts: of one merchant, in one dimension. */
export interface Candidates {
  merchantId: string
  dimension: Dimension
  names: readonly string[]
}

/**
 * Forgets names that came with erased receipts only, fewer than five of them: an engraved item would still tell who bought it.
 * Their sums stay, under one name for all.
 */
export async function forgetNames(
  transaction: Transaction,
  { merchantId, dimension, names }: Candidates,
): Promise<void> {
  if (!fromTills.includes(dimension)) return
  const forgotten = await withoutReceipts(transaction, { merchantId, dimension, names })
  if (forgotten.length === 0) return
  await rename(transaction, isPart(dimension) ? 'statistics_parts' : 'statistics_rows', merchantId, {
    column: 'name',
    dimensions: [dimension],
    names: forgotten,
  })
  await transaction
    .deleteFrom('statistics_names')
    .where('merchant_id', '=', merchantId)
    .where('dimension', '=', dimension)
    .where('name', 'in', forgotten)
    .execute()
  if (dimension !== 'store') return
  const byStore = (Object.keys(levelsOf) as Dimension[]).filter(of => levelsOf[of].store.length > 0)
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await rename(transaction, table, merchantId, { column: 'store_id', dimensions: byStore, names: forgotten })
}

/** The names that came with erased receipts. */
export function erasedNames(accumulator: Accumulator): Candidates[] {
  const found = new Map<string, Omit<Candidates, 'names'> & { names: Set<string> }>()
  for (const { merchantId, dimension, name } of accumulator.keptNames()) {
    const key = `${dimension} ${merchantId}`
    const of = found.get(key) ?? { merchantId, dimension, names: new Set() }
    found.set(key, of)
    of.names.add(name)
  }
  return [...found.values()].map(of => ({ ...of, names: [...of.names] }))
}

async function withoutReceipts(
  transaction: Transaction,
  { merchantId, dimension, names }: Candidates,
): Promise<string[]> {
  const [level] = levelsOf[dimension].all.slice(-1)
  const rows = await transaction
    .selectFrom(isPart(dimension) ? 'statistics_parts' : 'statistics_rows')
    .select(({ fn }) => ['name', 'kept', fn.sum<number>('receipts').as('receipts')])
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where('level', '=', level ?? 'day')
    .where('dimension', '=', dimension)
    .where('store_id', '=', '')
    .where('name', 'in', names)
    .groupBy(['name', 'kept'])
    .execute()
  const receipts = (name: string, kept: number) =>
    Number(rows.find(row => row.name === name && row.kept === kept)?.receipts ?? 0)
  return names.filter(name => receipts(name, 0) < fewest && receipts(name, 0) <= receipts(name, 1))
}

interface Renaming {
  column: 'name' | 'store_id'
  dimensions: readonly Dimension[]
  names: readonly string[]
}

async function rename(
  transaction: Transaction,
  table: SummedTable,
  merchantId: string,
  { column, dimensions, names }: Renaming,
): Promise<void> {
  const rows = await transaction
    .deleteFrom(table)
    .where('merchant_id', '=', merchantId)
    .where('kept', 'in', [0, 1])
    .where('level', 'in', ['quarterHour', 'hour', 'day', 'month'])
    .where('dimension', 'in', dimensions)
    .where(column, 'in', names)
    .returningAll()
    .execute()
  const size = cellColumns.length
  const merged = new Map<string, Row>()
  for (const found of rows as Record<string, string | number>[]) {
    const renamed = { ...found, [column]: forgottenName } as Record<string, string | number>
    const row = [...cellColumns, ...summedColumns[table]].map(name => renamed[name] ?? 0)
    const key = row.slice(0, size).join(between)
    const known = merged.get(key)
    if (known) for (let at = size; at < row.length; at++) known[at] = (known[at] as number) + (row[at] as number)
    else merged.set(key, row)
  }
  await addUp(transaction, table, [...merged.values()])
}
