import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { makeDataFolder } from '../basics/data-folder.ts'
import { DatabaseUnavailableError, StartError } from '../basics/errors/errors.ts'
import { fileIn, lockIn, makeFile, unusableData } from './location.ts'

/**
 * SQLite in one file, in this process (node:sqlite). A commit is on disk when it returns: write-ahead log, fsync at every
 * commit. Statements are compiled once. Deleted content is overwritten with zeros, and what a statement could still undo is kept in
 * memory: SQLite would write copies of receipts to files outside the folder, as it does to write the whole file anew. The cache
 * is small, because each commit that splits a page looks through all of its slots, and the operating system has the file, too.
 *
 * @param folder created if missing, accessible to this user only
 * @throws StartError if it can't be used
 */
export function sqliteDialect(folder: string): SqliteDialect {
  makeDataFolder(folder)
  try {
    makeFile(fileIn(folder))
    return new OwnDialect({ database: preparing(open(fileIn(folder))) })
  } catch (error) {
    throw unusableData(folder, error)
  }
}

/** SQLite's tables can be changed in a transaction; Kysely's own adapter says no. A killed migration must leave nothing behind. */
class OwnDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new OwnAdapter()
  }
}

class OwnAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The same file, only read; where no service runs, not even locked. @throws StartError if it can't be used */
export function readOnlyDialect(folder: string): SqliteDialect {
  try {
    const file = pathToFileURL(fileIn(folder))
    // Without a log nobody has it open, and SQLite needn't make one.
    if (!existsSync(`${fileIn(folder)}-wal`)) file.searchParams.set('immutable', '1')
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    return new SqliteDialect({ database: preparing(database) })
  } catch (error) {
    throw unusableData(folder, error)
  }
}

/** Whether an error is about the disk or file, not a statement. */
export function isAboutTheFile(error: unknown): boolean {
  return [8, 10, 11, 13, 14, 26].includes(resultCodeOf(error))
}

/** The low byte of SQLite's result code; 0 of any other error. */
export function resultCodeOf(error: unknown): number {
  const { errcode } = ((error instanceof DatabaseUnavailableError ? error.cause : error) ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}

/** SQLite's result codes that pass: busy, read-only, an I/O error, full, can't be opened. */
const passing = [5, 8, 10, 13, 14]

/** What the disk can't do now is as for a server that doesn't answer; any other error stays as it is. */
function trying<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw passing.includes(resultCodeOf(error)) ? new DatabaseUnavailableError(error) : error
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // The log is emptied at 16 MB, not at 4: a page that every create changes is copied from it a quarter as often.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma cache_size = -16384;
    pragma temp_store = memory;
    pragma wal_autocheckpoint = 4000;
  `)
  return database
}

/** More statements than the service has, with one for each length of a batch; only lists with many different filters come close. */
const maxStatements = 400

function preparing(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = kept.get(sql)
      if (known) return known
      // Take the write lock right away; taken later, it could fail midway if another process writes.
      const statement = statementOf(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (kept.size >= maxStatements) kept.clear()
      kept.set(sql, statement)
      return statement
    },
  }
}

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: parameters => trying(() => statement.all(...(parameters as SQLInputValue[]))),
    run: parameters => trying(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: parameters => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

/** The embedded database has one process at a time. */
export class DataFolderBusyError extends StartError {
  constructor(folder: string) {
    super(
      `Another service process is already using the data folder ${folder}. ` +
        'Stop it, give this one another DATA_DIR, or set DATABASE_URL to run several processes on PostgreSQL.',
    )
  }
}

/**
 * Locks a data folder for this process, with an operating system lock that is released however the process ends. Returns
 * the function that releases it. Not for network file systems.
 *
 * @throws DataFolderBusyError if another process holds it, StartError if the folder can't be used
 */
export function lockDataFolder(folder: string): () => void {
  makeDataFolder(folder)
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode === busy) throw new DataFolderBusyError(folder)
    throw unusableData(folder, error)
  }
  return () => lock.close()
}

/** SQLITE_BUSY: another process has the lock. */
const busy = 5

function openLock(folder: string): DatabaseSync {
  try {
    makeFile(lockIn(folder))
    // SQLite would open it to read, and then lock nothing.
    accessSync(lockIn(folder), constants.W_OK)
    return new DatabaseSync(lockIn(folder), { timeout: 0 })
  } catch (error) {
    throw unusableData(folder, error)
  }
}
