import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '../../basics/data-folder.ts'
import { StartError } from '../../errors/start-error.ts'
import { lockIn, makeFile, unusableData } from './owners.ts'

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
  const lock = open(folder)
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

function open(folder: string): DatabaseSync {
  try {
    makeFile(lockIn(folder))
    // SQLite would open it to read, and then lock nothing.
    accessSync(lockIn(folder), constants.W_OK)
    return new DatabaseSync(lockIn(folder), { timeout: 0 })
  } catch (error) {
    throw unusableData(folder, error)
  }
}
