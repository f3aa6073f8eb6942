import { existsSync, mkdirSync, opendirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, reasonOf } from '../errors/fault.ts'
import { StartError } from '../errors/start-error.ts'

/**
 * Creates a data folder and its missing parents, accessible to this user only.
 *
 * @throws StartError if that fails
 */
export function makeDataFolder(folder: string): void {
  try {
    make(folder)
    opendirSync(folder).closeSync()
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** The error for an unusable data folder, with the reason's code. */
export function unusable(folder: string, cause: unknown): StartError {
  const fix = 'Make it writable for this user, or set DATA_DIR to a folder that is.'
  return new StartError(`The data folder ${folder} can't be used (${reasonOf(cause)}). ${fix}`, { cause })
}

/** One by one: in places such as /proc, Node's `recursive` option never returns. */
function make(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) make(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
