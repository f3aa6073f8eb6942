import { CompiledQuery } from 'kysely'
import { isPostgres, type Transaction } from '../database.ts'
import type { StatisticsDeltaTable } from '../tables.ts'
import { valuesFor } from './values.ts'

/** Rows per statement. */
const most = 100

/** Writes deltas, each with the statement of its number of rows: building it anew would cost more than carrying it out. */
export async function insertDeltas(
  transaction: Transaction,
  deltas: readonly Omit<StatisticsDeltaTable, 'id'>[],
): Promise<void> {
  for (let start = 0; start < deltas.length; start += most) {
    const some = deltas.slice(start, start + most)
    const statement = statementFor(some.length, isPostgres(transaction))
    const values = some.flatMap(({ merchant_id, kept, place, body }) => [merchant_id, kept, place, body])
    await transaction.executeQuery(CompiledQuery.raw(statement, values))
  }
}

const statements = new Map<string, string>()

function statementFor(count: number, isNumbered: boolean): string {
  const key = `${count} ${isNumbered}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const statement = `insert into statistics_deltas (merchant_id, kept, place, body) values ${valuesFor(count, 4, isNumbered)}`
  statements.set(key, statement)
  return statement
}
