import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Where the data is: a PostgreSQL address, or a folder of this machine's. */
export type DatabasePlace = { url: string } | { folder: string }

/** Where the settings say that the data is. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabasePlace {
  return databaseUrl === undefined ? { folder: dataDir } : { url: databaseUrl }
}

/** The place for people: the file, or host and name without credentials. */
export function nameOf(place: DatabasePlace): string {
  if ('folder' in place) return fileIn(place.folder)
  const { protocol, host, pathname } = new URL(place.url)
  return `${protocol}//${host}${pathname}`
}

/** The embedded database of a data folder. */
export function fileIn(folder: string): string {
  return join(folder, 'receipts.db')
}

/** Whether an embedded database is there yet; a server's is known once it is asked. */
export function mayBeThere(place: DatabasePlace): boolean {
  return 'url' in place || existsSync(fileIn(place.folder))
}
