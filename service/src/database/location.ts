import { accessSync, chownSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unusable, userOf } from '../basics/data-folder.ts'
import { StartError } from '../basics/errors/errors.ts'
import { codeOf, reasonOf } from '../basics/errors/fault.ts'

/** Where the data is: a PostgreSQL URL or a local folder. */
export type DatabaseLocation = { url: string } | { folder: string }

/** The place the settings give: a folder where there is no URL. */
export function placeOf({ databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string }): DatabaseLocation {
  return databaseUrl === undefined ? { folder: dataDir } : { url: databaseUrl }
}

/** The place's name for people: the file, or host and database without credentials. */
export function nameOf(place: DatabaseLocation): string {
  if ('folder' in place) return fileIn(place.folder)
  const { protocol, host, pathname } = new URL(place.url)
  return `${protocol}//${host}${pathname}`
}

/** The embedded database's file in a data folder. */
export function fileIn(folder: string): string {
  return join(folder, 'receipts.db')
}

/** False if an embedded database doesn't exist yet. For a server, only a query can tell. */
export function mayBeThere(place: DatabaseLocation): boolean {
  return 'url' in place || existsSync(fileIn(place.folder))
}

/** The lock's file in a data folder. */
export const lockIn = (folder: string): string => join(folder, 'service.lock')

/**
 * Makes an empty file for SQLite, if there is none. Root makes it for the folder's owner: a command that an administrator runs before
 * the service's first start must not leave a database that the service can't write.
 */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx'))
    giveToOwner(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Root gives a file to its folder's owner. SQLite does so with the files it makes beside a database. */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid !== 0) chownSync(path, uid, gid)
}

/** The error for a data folder that can't be used: names the file that this user can't write, and its owner, if that is why. */
export function unusableData(folder: string, cause: unknown): StartError {
  const why = whyUnwritable(folder)
  return why === undefined ? unusable(folder, cause) : new StartError(`${why} ${mend}`, { cause })
}

const mend = 'Run this as the owner, or give the file to this user (chown).'

/** Which file of the embedded database this user can't write, and whose it is; undefined if it can write all that are there. */
export function whyUnwritable(folder: string): string | undefined {
  for (const path of [folder, ...filesIn(folder)]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) continue
    try {
      accessSync(path, constants.W_OK | (found.isDirectory() ? constants.X_OK : 0))
    } catch (error) {
      const me = process.geteuid?.() ?? -1
      return `${path} can't be written (${reasonOf(error)}): it belongs to ${userOf(found.uid)}, and this is ${userOf(me)}.`
    }
  }
  return undefined
}

/** A file of the embedded database that belongs to another user than its folder, in words; undefined if there is none. */
export function strangeOwner(folder: string): string | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  for (const path of filesIn(folder)) {
    const uid = statSync(path, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && uid !== undefined && uid !== owner)
      return `${path} belongs to ${userOf(uid)}, and its folder to ${userOf(owner)}, which may not be able to write it.`
  }
  return undefined
}

const filesIn = (folder: string) => [
  lockIn(folder),
  ...['', '-wal', '-shm'].map(ending => `${fileIn(folder)}${ending}`),
]
