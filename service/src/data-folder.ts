import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, reasonOf } from './fault.ts'
import { StartError } from './start-error.ts'

/**
 * Makes a folder of the service's own data, for this user only, and those above it that are missing.
 *
 * @throws StartError when it cannot be made
 */
export function makeDataFolder(folder: string): void {
  try {
    make(folder)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** The error when a folder of data cannot be used, with the reason's code. */
export function unusable(folder: string, cause: unknown): StartError {
  const mend = 'Make it writable for this user, or set DATA_DIR to a folder that is.'
  return new StartError(`The data folder ${folder} cannot be used (${reasonOf(cause)}). ${mend}`, { cause })
}

/** One by one: in places such as /proc, Node's own `recursive` never comes back. */
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
