import { existsSync, mkdirSync, opendirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { StartError } from './errors/errors.ts'
import { codeOf, reasonOf } from './errors/fault.ts'

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

/** The name of the user that this process is, or its number: a container's user may have no name. */
export function thisUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** A user for people: `root`, or `user 61234` if the machine's list doesn't name it. */
export function userOf(uid: number): string {
  const name = list().find(([, , number]) => number === String(uid))?.[0]
  return name ?? `user ${uid}`
}

/** The lines of `/etc/passwd`, in fields (passwd(5)). */
function list(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
  } catch {
    return []
  }
}
