import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, reasonOf } from '../basics/errors/fault.ts'
import { CommandError } from './run-command.ts'

/** Writes a new file that only this user may read; none is left if that fails. */
export async function writeFile<Result>(
  path: string,
  write: (to: (content: string | Uint8Array) => void) => Promise<Result>,
): Promise<Result> {
  const file = create(path)
  try {
    return await write(content => writeFileSync(file, content))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CommandError(`${path} exists already. Name a new file.`)
    throw new CommandError(`${path} can't be written (${reasonOf(error)}). Name a file in a folder that is there.`)
  }
}
