import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder, unusable } from '../basics/data-folder.ts'
import { StartError } from '../errors/start-error.ts'

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
    throw unusable(folder, error)
  }
  return () => lock.close()
}

/** SQLITE_BUSY: another process has the lock. */
const busy = 5

function open(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 })
  } catch (error) {
    throw unusable(folder, error)
  }
}
