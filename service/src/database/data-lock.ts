import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder is another process's. */
export class DataFolderBusyError extends Error {
  constructor(folder: string) {
    super(
      `Another process of the service already uses the data folder ${folder}. ` +
        'Stop it first, give this one its own DATA_DIR, or set DATABASE_URL to run several processes on PostgreSQL.',
    )
    this.name = 'DataFolderBusyError'
  }
}

/**
 * Holds a data folder for this process: a lock of the operating system's, which ends with the process however it ends.
 * Gives the function that lets go of it. Not for network file systems.
 *
 * @throws DataFolderBusyError when another process holds it
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DataFolderBusyError(folder)
  }
  return () => lock.close()
}
