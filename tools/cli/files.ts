import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CounterfoilError, OptionError } from '../../src/errors.ts'

/** A file's text. @throws OptionError if it can't be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw unusable(file, 'read', cause)
  }
}

/** A file's JSON. @throws OptionError if it can't be read, or isn't JSON */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file))
  } catch (cause) {
    if (cause instanceof CounterfoilError) throw cause
    throw new OptionError(`${file}: is not valid JSON: ${(cause as Error).message}`, { cause })
  }
}

/** Writes a file. @throws OptionError if that fails */
export function writeFile(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw unusable(file, 'written', cause)
  }
}

/** Creates a folder and its parents, unless they are there. @throws OptionError if that fails */
export function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new OptionError(`${folder}: is a file, not a folder`)
  // One by one: in places such as /proc, Node's `recursive` option never returns.
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    throw unusable(folder, 'created', cause)
  }
}

function unusable(path: string, done: string, cause: unknown): OptionError {
  const { code = '' } = cause as NodeJS.ErrnoException
  return new OptionError(`${path}: ${reasons[`${code} ${done}`] ?? reasons[code] ?? `cannot be ${done} (${code})`}`, {
    cause,
  })
}

const reasons: Readonly<Record<string, string>> = {
  'ENOENT read': 'there is no such file',
  ENOTDIR: 'part of the path is a file, not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  ENOSPC: 'the disk is full',
}
