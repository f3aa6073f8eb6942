import { CompiledQuery, type QueryResult, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { maxBatchSize } from './batch.ts'
import { type Database, isPostgres, type Transaction } from './database.ts'
import type { ReceiptTable, Tables } from './tables.ts'

/** What to do about rows that are there already: leave them, and return a column of the others. */
interface OnConflict<Table extends keyof Tables> {
  /** Default: any unique columns. */
  columns?: readonly (keyof Tables[Table] & string)[]
  returning?: keyof Tables[Table] & string
}

/**
 * Inserts any number of rows, with the statement of their number, which is written once: building it anew would cost as much as
 * carrying it out.
 *
 * @param rows all with the same columns
 * @param onConflict default: rows that are there already are an error
 * @returns the column that was asked for
 */
export async function insertMany<Table extends keyof Tables, Row extends Partial<Tables[Table]>>(
  transaction: Transaction,
  table: Table,
  rows: readonly Row[],
  onConflict?: OnConflict<Table>,
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first) as (keyof Row & string)[]
  const returned: string[] = []
  const end = onConflict ? conflictOf(onConflict) : ''
  for (const some of chunksOf(rows, isPostgres(transaction) ? postgresRows : maxBatchSize)) {
    const statement = insertStatement(transaction, table, columns, some.length, { end })
    const values = some.flatMap(row => columns.map(column => row[column]))
    const result = await transaction.executeQuery<Record<string, string>>(CompiledQuery.raw(statement, values))
    if (onConflict?.returning) for (const row of result.rows) returned.push(row[onConflict.returning] ?? '')
  }
  return returned
}

function conflictOf<Table extends keyof Tables>({ columns, returning }: OnConflict<Table>): string {
  const target = columns ? ` (${namesOf(columns)})` : ''
  return `on conflict${target} do nothing${returning ? ` returning ${namesOf([returning])}` : ''}`
}

function namesOf(columns: readonly string[]): string {
  return columns.map(name => `"${name}"`).join(', ')
}

/**
 * A table's rows with one of these texts in a column, with a statement that is written once: creates and sends ask so, and building it
 * anew would cost several times as much as the answer.
 */
export async function rowsWith<Table extends keyof Tables>(
  db: Database,
  table: Table,
  column: keyof Tables[Table] & string,
  texts: readonly string[],
): Promise<Tables[Table][]> {
  if (texts.length === 0) return []
  const isServer = isPostgres(db)
  const is = isServer ? '= any($1::text[])' : texts.length === 1 ? '= ?' : 'in (select value from json_each(?))'
  const value = isServer ? texts : texts.length === 1 ? texts[0] : JSON.stringify(texts)
  const statement = `select * from "${table}" where "${column}" ${is}`
  return (await db.executeQuery<Tables[Table]>(CompiledQuery.raw(statement, [value]))).rows
}

/** Rows' ids, in order. */
export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** A list in parts, as many values as a statement may have. */
export function* chunksOf<Value>(list: readonly Value[], size = 1000): Generator<Value[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

/** Rows per statement on PostgreSQL, where a round trip costs more than a new statement; SQLite compiles each of another length. */
const postgresRows = 1000

/** Statements of more rows are rare. */
const maxKeptRows = 50

const statements = new Map<string, string>()

/** Most statements that are kept: those that add rows up have any of many columns. */
const maxStatements = 200

/**
 * A statement that inserts so many rows, written once.
 *
 * @param end what to do about rows that are there already
 * @param zeros columns that are 0 in all rows, without values
 */
export function insertStatement(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  rows: number,
  { end, zeros = [] }: { end: string; zeros?: readonly string[] },
): string {
  const isNumbered = isPostgres(db)
  const key = `${table} ${rows} ${isNumbered} ${columns.join(' ')} ${zeros.length} ${end}`
  const known = statements.get(key)
  if (known !== undefined) return known
  let number = 0
  const value = () => (isNumbered ? `$${++number}` : '?')
  const row = () => `(${[...Array.from(columns, value), ...zeros.map(() => '0')].join(', ')})`
  const statement = `insert into "${table}" (${namesOf([...columns, ...zeros])}) values ${Array.from({ length: rows }, row).join(', ')} ${end}`
  if (statements.size >= maxStatements) statements.clear()
  if (rows <= maxKeptRows) statements.set(key, statement)
  return statement
}

/** PostgreSQL's types of values sent as rows; SQLite takes them as they come. */
type ColumnType = 'text' | 'bigint' | 'integer'

type ValueOf<Type extends ColumnType> = Type extends 'text' ? string : number

/** A row of these columns, each of which may be null. */
type RowOf<Columns extends Record<string, ColumnType>> = {
  [Name in keyof Columns]: ValueOf<Columns[Name]> | null
}

/** Rows as a statement has them: on PostgreSQL a list for each column, on SQLite one JSON text. */
function sentAs<Columns extends Record<string, ColumnType>>(
  db: Database,
  columns: Columns,
  rows: readonly RowOf<Columns>[],
): readonly unknown[] {
  const names = Object.keys(columns)
  if (isPostgres(db)) return names.map(name => rows.map(row => row[name]))
  return [JSON.stringify(rows.map(row => names.map(name => row[name])))]
}

/** Rows as a table within a statement, whose text is the same for any number of them. */
function tableOf<Columns extends Record<string, ColumnType>>(
  db: Database,
  columns: Columns,
  sent: readonly unknown[],
): RawBuilder<RowOf<Columns>> {
  const names = Object.keys(columns)
  if (isPostgres(db)) {
    const lists = names.map((name, at) => sql`${sent[at]}::${sql.raw(columns[name] ?? '')}[]`)
    return sql`(select * from unnest(${sql.join(lists)}) as sent (${sql.join(names.map(name => sql.ref(name)))}))`
  }
  const values = names.map((name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(values)} from json_each(${sent[0]}))`
}

/**
 * A statement about any number of rows, which is written once: every mail needs some, and building one anew costs more than carrying it
 * out.
 *
 * @param columns the rows' names in the statement, in order
 * @param build makes it; `at` is its only other value that changes
 */
export function statementAbout<const Columns extends Record<string, ColumnType>, Result = unknown>(
  columns: Columns,
  build: (
    transaction: Transaction,
    rows: RawBuilder<RowOf<Columns>>,
    at: number,
  ) => { compile(): CompiledQuery<Result> },
): (transaction: Transaction, rows: readonly RowOf<Columns>[], at?: number) => Promise<QueryResult<Result>> {
  const written = new Map<boolean, { text: string; parameters: readonly unknown[]; marks: readonly unknown[] }>()
  return (transaction, rows, at = 0) => {
    const values = [at, ...sentAs(transaction, columns, rows)]
    let statement = written.get(isPostgres(transaction))
    if (!statement) {
      // In place of values: found again where the statement has them.
      const marks = values.map(() => ({}))
      const [time, ...sent] = marks
      const query = build(transaction, tableOf(transaction, columns, sent), time as unknown as number).compile()
      statement = { text: query.sql, parameters: query.parameters, marks }
      written.set(isPostgres(transaction), statement)
    }
    const { text, parameters, marks } = statement
    const filled = parameters.map(each => {
      const place = marks.indexOf(each)
      return place === -1 ? each : values[place]
    })
    return transaction.executeQuery<Result>(CompiledQuery.raw(text, filled))
  }
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

/**
 * What orders the rows that an index has as equal, however many: SQLite's indexes end with the rows' numbers, so nothing has to be
 * sorted; PostgreSQL sorts by the id.
 *
 * @returns what to select and order by, and the condition for rows after a value of the index and such a place
 */
export function placesIn(db: Database) {
  const column = sql.ref<string | number>(isPostgres(db) ? 'id' : 'rowid')
  return {
    column,
    first: isPostgres(db) ? '' : -1,
    after: (indexed: string, value: number, place: string | number): RawBuilder<SqlBool> =>
      sql`(${sql.ref(indexed)}, ${column}) > (${value}, ${place})`,
    before: (indexed: string, value: number, place: string | number): RawBuilder<SqlBool> =>
      sql`(${sql.ref(indexed)}, ${column}) < (${value}, ${place})`,
  }
}

/** The columns that have an index by merchant, column, date and id. */
const indexes = {
  transaction_number: 'receipts_by_transaction',
  store_id: 'receipts_by_store',
  store_name: 'receipts_by_store_name',
} as const satisfies Partial<Record<keyof ReceiptTable, string>>

/**
 * A query of all receipts, for a condition on this column. SQLite keeps no statistics and takes the date's index for as good, so
 * it would read all of a merchant's receipts to find the few of a store; it is told the index. PostgreSQL knows.
 */
export function receiptsBy(db: Database, column: keyof typeof indexes) {
  if (isPostgres(db)) return db.selectFrom('receipts')
  const source = sql<ReceiptTable>`(select * from receipts indexed by ${sql.ref(indexes[column])})`
  // Its type is a derived table's; its name and columns are the table's own.
  return db.selectFrom(source.as('receipts')) as unknown as ReturnType<typeof db.selectFrom<'receipts'>>
}

/**
 * How many rows there are; where a list shows at most so many of them, counted only if the list is full.
 *
 * @param rows all of them, without a limit and without columns
 */
export async function countOf<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  listed = 0,
  limit = 0,
): Promise<number> {
  if (listed < limit) return listed
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** The condition that a column has one of some texts, by an index of it. Its text is the same for any number of them. */
export function isAmong(db: Database, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  if (texts.length === 1) return sql`${sql.ref(column)} = ${texts[0]}`
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${texts}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`
}

/** The condition that a column has one of some texts; null for any. */
export function isOneOf(column: string | RawBuilder<unknown>, texts: readonly string[] | null): RawBuilder<SqlBool> {
  if (texts === null) return sql`1 = 1`
  if (texts.length === 0) return sql`1 = 0`
  return sql`${typeof column === 'string' ? sql.ref(column) : column} in (${sql.join(texts)})`
}
