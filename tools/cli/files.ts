import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CounterfoilError, OptionError } from '../../src/errors.ts'
import { writeInFolder } from '../../src/options/folder.ts'
import { nearest } from '../../src/options/nearest.ts'
import { maxFileBytes, notRegular, readRegularFile, readStream } from '../../src/options/regular-file.ts'

/** What stands for the standard input instead of a file's path. */
const standardInput = ['-', '/dev/stdin']

/** A file's text; `-` is the standard input. @throws OptionError if it can't be read, or is too large */
export function readText(file: string): string {
  return readBytes(file).toString('utf8')
}

/** A file's bytes; `-` is the standard input. @throws OptionError if it can't be read, is too large, or is a pipe or device */
export function readBytes(file: string): Buffer {
  const isInput = standardInput.includes(file)
  try {
    const read = isInput ? readStream(0, maxFileBytes.input) : readRegularFile(file, maxFileBytes.input)
    if (read instanceof Uint8Array) return Buffer.from(read.buffer, read.byteOffset, read.byteLength)
    if (read.cause !== undefined) throw read.cause
    const advice = read.problem === notRegular && !isInput ? '; pipe it into the command, and write - for its name' : ''
    throw new OptionError(`${file}: ${read.problem}${advice}`)
  } catch (cause) {
    if (cause instanceof OptionError) throw cause
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

/** Writes a file of a folder, through no link. @throws OptionError if that fails */
export function writeInto(folder: string, name: string, content: string | Uint8Array): void {
  const path = join(folder, name)
  try {
    const unwritten = writeInFolder(folder, name, content)
    if (unwritten) throw new OptionError(`${path}: ${unwritten.problem}`)
  } catch (cause) {
    if (cause instanceof OptionError) throw cause
    throw unusable(path, 'written', cause)
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

/** The command was typed wrong; it ends with exit code 2. */
export class UsageError extends Error {}

/** A subcommand's options and the words beside them. @throws UsageError for an option there isn't, or without its value */
export function readArgs<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, name = ''] = /'(?:-\w, )?(-[^' ]*)/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknown('option', name, dashed(Object.keys(options)))
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    throw new UsageError(`${name} ${options[name.slice(2)]?.type === 'string' ? 'needs a value' : 'takes no value'}`)
  }
}

/** One of the values an option has. @throws UsageError that lists them */
export function oneOf<const Value extends string>(option: string, written: string, values: readonly Value[]): Value {
  const known = values.find(value => value === written)
  if (known === undefined) throw new UsageError(`${option}: there is no "${written}"; there are ${values.join(', ')}`)
  return known
}

/** An error for an unknown command or option, with the nearest known one. */
export function unknown(what: 'command' | 'option', written: string, names: readonly string[]): UsageError {
  const meant = nearest(written, names)
  const quoted = what === 'command' ? `"${written}"` : written
  return new UsageError(
    `there is no ${what} ${quoted}; ${meant ? `did you mean ${meant}?` : '"counterfoil help" lists all'}`,
  )
}

function dashed(names: readonly string[]): string[] {
  return names.map(name => `--${name}`)
}
