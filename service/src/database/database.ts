import { Kysely, type Transaction as KyselyTransaction, PostgresAdapter, sql } from 'kysely'
import { DataFolderBusyError, lockDataFolder } from './data-lock.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>

/** Where the data is: a PostgreSQL address, or a folder of this machine's. */
export type DatabasePlace = { url: string } | { folder: string }

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

/**
 * Opens the database and brings its tables up to date.
 *
 * @param beside joins a running service on the same data folder, for one command; the default refuses to
 * @throws DataFolderBusyError when another process has the folder
 */
export async function openDatabase(
  place: DatabasePlace,
  { beside = false, onError = () => {} }: { beside?: boolean; onError?: (error: Error) => void } = {},
): Promise<OpenDatabase> {
  const unlock = 'folder' in place ? lock(place.folder, beside) : () => {}
  const dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.url, onError)
  const db = new Kysely<Tables>({ dialect })

  async function close(): Promise<void> {
    await db.destroy()
    unlock?.()
  }

  try {
    // Who has no lock runs beside a service that has brought the tables up to date already.
    if (unlock) await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    commit: 'folder' in place ? createGroupCommit(db) : work => db.transaction().execute(work),
    ping: pingOf(db),
    close,
  }
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
