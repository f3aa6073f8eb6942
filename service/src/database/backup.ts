import { chmodSync, closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '../basics/data-folder.ts'
import { StartError } from '../basics/errors/errors.ts'
import { reasonOf } from '../basics/errors/fault.ts'
import { fileIn, giveToOwner } from './location.ts'

/**
 * Copies the embedded database to a new file with SQLite's online backup, also while a service uses it. The copy is checked,
 * readable by this user only, and there only when it is whole.
 *
 * @throws StartError if the file exists or the copy is damaged
 */
export async function backUp(folder: string, file: string): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already. Name a new file.`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  makePrivate(part)
  const source = new DatabaseSync(fileIn(folder), { readOnly: true, timeout: 5000 })
  try {
    await backup(source, part)
    makeOneFile(part)
    check(part)
    renameSync(part, file)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw unwritable(file, error)
  } finally {
    source.close()
    rmSync(part, { force: true })
  }
}

/**
 * Puts a backup in the place of a database that isn't there.
 *
 * @param prepare changes the copy, as the database of the folder that it gets, before it is in place: if that fails or the process
 *   ends, nothing is
 * @throws StartError if there is a database, or the backup is damaged; what `prepare` throws
 */
export async function putBack(folder: string, file: string, prepare: (folder: string) => Promise<void>): Promise<void> {
  const target = fileIn(folder)
  if ([target, `${target}-wal`, `${target}-shm`].some(part => existsSync(part)))
    throw new StartError(`There is a database at ${target}. Move it away first, with ${target}-wal and ${target}-shm.`)
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  check(file)
  makeDataFolder(folder)
  const staging = join(folder, '.restore')
  rmSync(staging, { recursive: true, force: true })
  makeDataFolder(staging)
  try {
    const copy = fileIn(staging)
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
    await prepare(staging)
    makeOneFile(copy)
    renameSync(copy, target)
    giveToOwner(target)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Made before anything is written, so that nobody else reads what is there so far; SQLite keeps its rights. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw unwritable(file.replace(/\.part$/, ''), error)
  }
}

function unwritable(file: string, error: unknown): StartError {
  return new StartError(
    `${file} can't be written (${reasonOf(error)}). Name a file in a folder that is there, with room.`,
  )
}

/** Without a write-ahead log beside it. */
function makeOneFile(file: string): void {
  const copy = new DatabaseSync(file)
  copy.exec('pragma journal_mode = delete')
  copy.close()
}

function check(file: string): void {
  let problem: string | undefined
  try {
    const copy = new DatabaseSync(file, { readOnly: true })
    try {
      const { quick_check: result } = copy.prepare('pragma quick_check').get() as { quick_check: string }
      if (result !== 'ok') problem = result
      else if (!copy.prepare("select 1 from sqlite_master where name = 'merchants'").get()) problem = 'no merchants'
    } finally {
      copy.close()
    }
  } catch {
    problem = 'no database'
  }
  if (problem !== undefined)
    throw new StartError(`${file} is not a whole database of this service (${problem.split('\n')[0]}).`)
}
