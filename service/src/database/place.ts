import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'

/** Where the data is: a PostgreSQL URL or a local folder. */
export type DatabasePlace = { url: string } | { folder: string }

/** The place the settings give. */
export function placeOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabasePlace {
  return databaseUrl === undefined ? { folder: dataDir } : { url: databaseUrl }
}

/** The place's name for people: the file, or host and database without credentials. */
export function nameOf(place: DatabasePlace): string {
  if ('folder' in place) return fileIn(place.folder)
  const { protocol, host, pathname } = new URL(place.url)
  return `${protocol}//${host}${pathname}`
}

/** The embedded database's file in a data folder. */
export function fileIn(folder: string): string {
  return join(folder, 'receipts.db')
}

/** False if an embedded database doesn't exist yet. For a server, only a query can tell. */
export function mayBeThere(place: DatabasePlace): boolean {
  return 'url' in place || existsSync(fileIn(place.folder))
}
