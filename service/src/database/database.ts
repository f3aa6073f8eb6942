import { Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
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
  /** Asks the database something small. @throws when it does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

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
    ping: async () => void (await sql`select 1`.execute(db)),
    close,
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
