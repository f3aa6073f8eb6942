// Room `database`: SQLite and PostgreSQL behind one set of tables: opening, migrations, transactions, batches, backup.
// It knows rows, not what they mean: the room that owns them does.
// Besides the wiring, `merchants`, `statistics`, `people`, `delivery`, `receipts`, `operations`, `worker`, `acts` and `commands` may call it.

import {
  type Dialect,
  type Expression,
  type ExpressionBuilder,
  Kysely,
  type Transaction as KyselyTransaction,
  type LogEvent,
  PostgresAdapter,
  type SqlBool,
  sql,
} from 'kysely'
import { StartError } from '../basics/errors/errors.ts'
import { codeOf } from '../basics/errors/fault.ts'
import { noTracer, type Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import { type Commit, createGroupCommit } from './batch.ts'
import { type DatabaseLocation, fileIn, mayBeThere, nameOf, unusableData } from './location.ts'
import { migrate } from './migrate.ts'
import { databaseFault, postgresDialect, reach } from './postgres.ts'
import { rewriteFile, rewriteTables, scrubFile } from './scrub.ts'
import {
  DataFolderBusyError,
  isAboutTheFile,
  lockDataFolder,
  readOnlyDialect,
  resultCodeOf,
  sqliteDialect,
} from './sqlite.ts'
import type { Tables } from './tables.ts'

/** What queries run on: PostgreSQL, or SQLite as the embedded database. */
export type Database = Kysely<Tables>

/** What queries of one transaction run on. */
export type Transaction = KyselyTransaction<Tables>
export type { ExpressionBuilder }

/** What a row of a table must fulfill, in SQL. */
export type Condition<Table extends keyof Tables> = (of: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>

/**
 * Locks receipts' rows until the transaction ends; returns the ids of those that are there. SQLite runs one write transaction at
 * a time anyway.
 */
export async function lockReceipts(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const query = transaction.selectFrom('receipts').select('id').where('id', 'in', ids).orderBy('id')
  const rows = await locking(transaction, query).execute()
  return rows.map(({ id }) => id)
}

/** A query that locks the rows it finds until the transaction ends; on SQLite as it is, because the transaction is alone. */
export function locking<Query extends { forUpdate(): Query }>(transaction: Transaction, query: Query): Query {
  return isPostgres(transaction) ? query.forUpdate() : query
}

/** The same, but without the rows that others have locked. */
export function lockingFree<Query extends { forUpdate(): { skipLocked(): Query } }>(
  transaction: Transaction,
  query: Query,
): Query {
  return isPostgres(transaction) ? query.forUpdate().skipLocked() : query
}

/**
 * Runs queries that see the database as of one moment. On SQLite, they block other work in this process meanwhile, but no other
 * process.
 */
export function inSnapshot<Result>(db: Database, work: (snapshot: Database) => Promise<Result>): Promise<Result> {
  if (isPostgres(db))
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  return db.connection().execute(async connection => {
    await sql`begin deferred`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** Whether a database is PostgreSQL, not SQLite. */
export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** How long a ping may take, milliseconds: load balancers don't wait long. */
const pingDeadline = 2500

interface OpenOptions {
  /** Allows a running service on the same data folder, for commands; default false. */
  allowRunning?: boolean
  mustExist?: boolean
  /** The embedded database doesn't wait for the disk: for data that can be made again. */
  hurries?: boolean
  /** Milliseconds to wait for a server that doesn't answer yet; default 0. */
  waitMs?: number
  /** Called once if it has to wait. */
  onWait?: (error: unknown) => void
  /** Called for each migration made, with the milliseconds it took. */
  onMigrated?: (migration: string, milliseconds: number) => void
  /** Told about every query. Default: none is measured. */
  tracer?: Tracer
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void
}

/** Another connection to an open database, to read by for long: SQLite has one, which a snapshot keeps from others. */
export function openReader(place: DatabaseLocation, db: Database): { db: Database; close(): Promise<void> } {
  if ('url' in place) return { db, close: async () => {} }
  const reader = new Kysely<Tables>({ dialect: readOnlyDialect(place.folder) })
  return { db: reader, close: () => reader.destroy() }
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws DataFolderBusyError if another process holds the folder, StartError if it can't be used
 */
export async function openDatabase(place: DatabaseLocation, options: OpenOptions = {}) {
  const {
    allowRunning = false,
    mustExist = false,
    hurries = false,
    waitMs = 0,
    onWait = () => {},
    onMigrated = () => {},
    onError = () => {},
  } = options
  if (mustExist && !mayBeThere(place)) throw noDatabase(place)
  const unlock = 'folder' in place ? lock(place.folder, allowRunning) : () => {}
  const dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.url, onError)
  const { tracer = noTracer } = options
  const db = new Kysely<Tables>({
    dialect: keepingFirstError(dialect),
    ...(tracer !== noTracer && { log: event => reportQuery(tracer, event) }),
  })

  async function close(): Promise<void> {
    await db.destroy()
    unlock?.()
  }

  try {
    await reach(db, { waitMs, onWait })
    if (mustExist && !(await hasTables(db))) throw noDatabase(place)
    // Without a lock, a running service has already brought the tables up to date.
    if (unlock) await migrate(db, undefined, onMigrated)
    // A service that can't write would only refuse receipts.
    if (unlock && 'folder' in place) await tryWriting(db)
    if (hurries && 'folder' in place) await sql`pragma synchronous = off`.execute(db)
  } catch (error) {
    await close()
    if ('folder' in place && isAboutTheFile(error)) throw unusableData(place.folder, error)
    throw databaseFault(error) ?? error
  }
  const commit: Commit = 'folder' in place ? createGroupCommit(db) : work => db.transaction().execute(work)
  return {
    db,
    /** Runs a transaction; on the embedded database several share one commit. */
    commit,
    /** Tries whether it answers and could be written, and writes nothing. @throws if not, or after `pingDeadline` */
    ping: pingOf(db),
    /**
     * Removes what is left of deleted rows outside of the tables.
     *
     * @param largest also inside them, by writing anew a file of at most so many bytes, in which other work waits
     * @returns whether nothing is left, as far as this process can do something about it
     */
    scrub: async (largest: number): Promise<boolean> =>
      'folder' in place ? scrubFile(db, fileIn(place.folder), largest) : true,
    /** Writes the tables anew, without anything deleted. Other work waits meanwhile. */
    rewrite: (): Promise<void> => ('folder' in place ? rewriteFile(db) : rewriteTables(place.url)),
    close,
  }
}

/** A database that is migrated and ready. */
export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

async function hasTables(db: Database): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === 'merchants')
}

/** What commands say where nothing was ever stored. */
export function noDatabase(place: DatabaseLocation): StartError {
  return new StartError(
    `There is no service database at ${nameOf(place)}. Set the DATA_DIR or DATABASE_URL that the service uses, or start ` +
      'the service once.',
  )
}

class PingTimeout extends Error {
  readonly code = 'timeout'
}

/** A write that is undone. @throws the database's error if it couldn't be done */
async function tryWriting(db: Database): Promise<void> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ code: string | null }>`
      select case
        when pg_is_in_recovery() or current_setting('transaction_read_only')::bool then '25006'
        when not has_table_privilege('receipts', 'insert') then '42501' end as code`.execute(db)
    const code = rows[0]?.code
    if (code) throw Object.assign(new Error('The database can only be read'), { code })
    return
  }
  await db.connection().execute(async connection => {
    await sql`begin`.execute(connection)
    try {
      await sql`update kysely_migration_lock set is_locked = is_locked`.execute(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** Whether an error says that the database answers, and can't be written: SQLite's READONLY, PostgreSQL's SQLSTATEs. */
export function isUnwritable(error: unknown): boolean {
  return ['25006', '42501'].includes(codeOf(error)) || resultCodeOf(error) === 8
}

/** Concurrent pings share one query, so a silent database isn't sent more and more of them. */
function pingOf(db: Database): () => Promise<void> {
  let pending: Promise<void> | undefined
  return async () => {
    pending ??= tryWriting(db).finally(() => {
      pending = undefined
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new PingTimeout()), pingDeadline)
    await Promise.race([pending, late.promise]).finally(() => clearTimeout(timer))
  }
}

function lock(folder: string, allowRunning: boolean): (() => void) | undefined {
  try {
    return lockDataFolder(folder)
  } catch (error) {
    if (allowRunning && error instanceof DataFolderBusyError) return undefined
    throw error
  }
}

/**
 * Makes a dialect throw a transaction's original error. If the rollback fails too, as after a full disk or a broken
 * connection, Kysely would throw the rollback's error instead.
 */
function keepingFirstError(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: db => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver()
      const rollback = driver.rollbackTransaction.bind(driver)
      driver.rollbackTransaction = connection => rollback(connection).catch(() => {})
      return driver
    },
  }
}

/** Reports a query that is over to the trace it belongs to: what kind it was and on which table, never its values. */
function reportQuery(tracer: Tracer, event: LogEvent): void {
  if (!tracer.isActive()) return
  const [, verb = ''] = /^\s*(\w+)/.exec(event.query.sql) ?? []
  const [, table] = /\b(?:from|into|update) "(\w+)"/i.exec(event.query.sql) ?? []
  const query = verb.toUpperCase()
  const error = event.level === 'error' ? event.error : undefined
  tracer.report(table === undefined ? query : `${query} ${table}`, { query, table }, event.queryDurationMillis, error)
}
