import { Kysely, type Transaction as KyselyTransaction, PostgresAdapter, sql } from 'kysely'
import { unusable } from '../data-folder.ts'
import { StartError } from '../start-error.ts'
import { DataFolderBusyError, lockDataFolder } from './data-lock.ts'
import { keepingFirstError } from './first-error.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { type DatabasePlace, mayBeThere, nameOf } from './place.ts'
import { postgresDialect } from './postgres.ts'
import { databaseFault, reach } from './reach.ts'
import { isAboutTheFile, sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>

export interface OpenDatabase {
  db: Database
  /** A transaction; on the embedded database several share one commit. */
  commit: Commit
  /** Asks the database something small. @throws when it fails, or does not answer within `pingDeadline` */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Holds a receipt's row until the transaction ends. SQLite lets one transaction write at a time anyway. */
export async function lockReceipt(transaction: Transaction, id: string): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await transaction.selectFrom('receipts').select('id').where('id', '=', id).forUpdate().execute()
}

/** How long the database may take for a ping, milliseconds: load balancers do not wait long. */
const pingDeadline = 2500

export interface OpenOptions {
  /** Joins a running service on the same data folder, for one command; the default refuses to. */
  beside?: boolean
  /** Refuses to make a database where there is none. */
  existing?: boolean
  /** Milliseconds to wait for a server that does not answer yet; default none. */
  patience?: number
  /** Told once when that happens. */
  onWait?: (error: unknown) => void
  /** Told of connections that break while idle. */
  onError?: (error: Error) => void
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws DataFolderBusyError when another process has the folder, StartError when it cannot be used
 */
export async function openDatabase(place: DatabasePlace, options: OpenOptions = {}): Promise<OpenDatabase> {
  const { beside = false, existing = false, patience = 0, onWait = () => {}, onError = () => {} } = options
  if (existing && !mayBeThere(place)) throw noDatabase(place)
  const unlock = 'folder' in place ? lock(place.folder, beside) : () => {}
  const dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.url, onError)
  const db = new Kysely<Tables>({ dialect: keepingFirstError(dialect) })

  async function close(): Promise<void> {
    await db.destroy()
    unlock?.()
  }

  try {
    await reach(db, { patience, onWait })
    if (existing && !(await hasTables(db))) throw noDatabase(place)
    // Who has no lock runs beside a service that has brought the tables up to date already.
    if (unlock) await migrate(db)
  } catch (error) {
    await close()
    if ('folder' in place && isAboutTheFile(error)) throw unusable(place.folder, error)
    throw databaseFault(error) ?? error
  }
  return {
    db,
    commit: 'folder' in place ? createGroupCommit(db) : work => db.transaction().execute(work),
    ping: pingOf(db),
    close,
  }
}

async function hasTables(db: Database): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === 'merchants')
}

function noDatabase(place: DatabasePlace): StartError {
  return new StartError(
    `There is no database of the service at ${nameOf(place)}. Give the DATA_DIR or DATABASE_URL that the service runs ` +
      'with, or start the service once.',
  )
}

/** Pings that come while one is under way wait for that one: a silent database is not asked ever more. */
function pingOf(db: Database): () => Promise<void> {
  let underWay: Promise<unknown> | undefined
  return async () => {
    underWay ??= sql`select 1`.execute(db).finally(() => {
      underWay = undefined
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('The database did not answer in time')), pingDeadline)
    await Promise.race([underWay, late.promise]).finally(() => clearTimeout(timer))
  }
}

function lock(folder: string, beside: boolean): (() => void) | undefined {
  try {
    return lockDataFolder(folder)
  } catch (error) {
    if (beside && error instanceof DataFolderBusyError) return undefined
    throw error
  }
}
