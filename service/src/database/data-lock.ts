import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder, unusable } from '../data-folder.ts'
import { StartError } from '../start-error.ts'

/** The data folder is another process's. */
export class DataFolderBusyError extends StartError {
  constructor(folder: string) {
    super(
      `Another process of the service already uses the data folder ${folder}. ` +
        'Stop it first, give this one its own DATA_DIR, or set DATABASE_URL to run several processes on PostgreSQL.',
    )
  }
}

/**
 * Holds a data folder for this process: a lock of the operating system's, which ends with the process however it ends.
 * Gives the function that lets go of it. Not for network file systems.
 *
 * @throws DataFolderBusyError when another process holds it, StartError when the folder cannot be used
 */
export function lockDataFolder(folder: string): () => void {
  makeDataFolder(folder)
  const lock = open(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode === busy) throw new DataFolderBusyError(folder)
    throw unusable(folder, error)
  }
  return () => lock.close()
}

/** SQLITE_BUSY: somebody else has the lock. */
const busy = 5

function open(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 })
  } catch (error) {
    throw unusable(folder, error)
  }
}
