import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { constants, existsSync, type Stats } from 'node:fs'
import { link, lstat, open, unlink } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { move, readUpTo, writeDurably } from '../basics/files.ts'
import type { Seal } from '../spool/seal.ts'
import { maxDropBytes } from './read-drop.ts'

/** A name that a folder hasn't: this one, or one made from it. */
export async function freeName(folder: string, name: string): Promise<string> {
  const isTaken = await lstat(join(folder, name)).then(
    () => true,
    error => codeOf(error) !== 'ENOENT',
  )
  if (!isTaken) return name
  const extension = extname(name)
  // Names may have 255 bytes, a letter four.
  const stem = [...name.slice(0, -extension.length)].slice(0, 50).join('')
  return `${stem}.${randomBytes(4).toString('hex')}${extension}`
}

/** Puts a file back, under another name if that has come again: nothing is written over, though it come in this very moment. */
export async function putBack(from: string, folder: string, name: string): Promise<void> {
  try {
    await link(from, join(folder, name))
  } catch {
    // Another has the name; or a folder, or another's file, which can't have a second.
    return await move(from, join(folder, await freeName(folder, name)))
  }
  await unlink(from)
}

/** Keeps a file encrypted, as `<name>.cft`: of a large one, the beginning. What isn't a file, or can't be read, is kept as it is. */
export async function putSealed(from: string, folder: string, name: string, seal: Seal): Promise<void> {
  const bytes = await beginningOf(from)
  if (bytes === undefined) return await move(from, join(folder, await freeName(folder, name)))
  const sealed = await freeName(folder, name.replace(/\.json$/i, seal.extension))
  const via = `.${randomBytes(8).toString('hex')}.tmp`
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  await writeDurably({ folder, name: sealed, via }, seal.close(text, sealed))
  await unlink(from)
}

async function beginningOf(path: string): Promise<Buffer | undefined> {
  if (!(await lstat(path)).isFile()) return undefined
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined)
  if (!file) return undefined
  try {
    return await readUpTo(file, maxDropBytes)
  } finally {
    await file.close()
  }
}

/**
 * Does something in a folder, and never where a link in its place leads: others may write beside it. `at` is a path of the folder
 * itself, whatever takes its name meanwhile, where the system has such paths (Linux).
 *
 * @param shown its path, to be named in errors
 * @throws TillError if it is a link or no folder; what the file system says, such as ENOENT
 */
export async function within<Result>(
  folder: string,
  work: (at: string, info: Stats) => Promise<Result>,
  shown = folder,
): Promise<Result> {
  if (!hasHandlePaths) {
    const info = await lstat(folder)
    if (!info.isDirectory()) throw notFolder(shown)
    return await work(folder, info)
  }
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(error => {
    throw ['ELOOP', 'ENOTDIR'].includes(codeOf(error)) ? notFolder(shown) : error
  })
  try {
    return await work(`${handlePaths}/${handle.fd}`, await handle.stat())
  } finally {
    await handle.close()
  }
}

function notFolder(folder: string): TillError {
  return new TillError(`${folder} is a link or no folder: remove it, and the till makes it anew.`)
}

const handlePaths = '/proc/self/fd'

/** Some processes may not look at their own. */
const hasHandlePaths = existsSync(`${handlePaths}/2`) || existsSync(`${handlePaths}/0`)
