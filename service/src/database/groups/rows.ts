import { type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres } from '../database.ts'

/** PostgreSQL's types of values sent as rows; SQLite takes them as they come. */
export type ColumnType = 'text' | 'bigint' | 'integer'

type ValueOf<Type extends ColumnType> = Type extends 'text' ? string : number

/** A row of these columns, each of which may be null. */
export type RowOf<Columns extends Record<string, ColumnType>> = {
  [Name in keyof Columns]: ValueOf<Columns[Name]> | null
}

/**
 * Rows as a table within a statement. Its text is the same for any number of them, so that it is compiled once.
 *
 * @param columns their names in the statement, in order
 */
export function rowsOf<const Columns extends Record<string, ColumnType>>(
  db: Database,
  columns: Columns,
  rows: readonly RowOf<Columns>[],
): RawBuilder<RowOf<Columns>> {
  const names = Object.keys(columns)
  if (isPostgres(db)) {
    const lists = names.map(name => sql`${rows.map(row => row[name])}::${sql.raw(columns[name] ?? '')}[]`)
    return sql`(select * from unnest(${sql.join(lists)}) as sent (${sql.join(names.map(name => sql.ref(name)))}))`
  }
  const values = names.map((name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`)
  const json = JSON.stringify(rows.map(row => names.map(name => row[name])))
  return sql`(select ${sql.join(values)} from json_each(${json}))`
}

/** A text column as no index has it: where a few rows are known by their ids, an index of what many have in common misleads. */
export function unindexed(column: string): RawBuilder<string> {
  return sql`(${sql.ref(column)} || '')`
}

/** Texts as a list within a statement, for `in`. Its text is the same for any number of them. */
export function textsOf(db: Database, texts: readonly string[]): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(select unnest(${texts}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(texts)}))`
}
