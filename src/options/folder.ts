import { randomBytes } from 'node:crypto'
import {
  type Dirent,
  lstatSync,
  mkdirSync,
  opendirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { printableLine } from './printable.ts'

/** Why a file isn't read or written, as the end of a sentence that begins with its path. */
export interface UnreadFile {
  problem: string
  /** The system's error, if it said one. */
  cause?: unknown
}

/** What a folder that somebody else made may hold. More is another folder than was meant. */
export const maxFolder = {
  /** Files of one kind: templates and stylesheets, or words. */
  files: 500,
  /** Files and folders of any kind, but for those whose names begin with a dot. */
  entries: 5000,
  /** Folders in each other. */
  levels: 8,
  /** All files of one kind. */
  bytes: 16 * 1024 * 1024,
}

/** The problem with a folder in the place of a file. */
export const isFolder = 'is a folder, not a file'

/** Whose files are more than `maxFolder.bytes`. */
export const tooMuch = `with this file there are more than ${maxFolder.bytes / 1024 / 1024} MB; is it the right folder?`

/** What is in a folder, as paths in it with `/`, sorted; without names that begin with a dot. */
export interface FolderList {
  files: readonly string[]
  folders: readonly string[]
}

/**
 * Lists a folder and those in it. No link to a folder is followed.
 *
 * @param wanted the files to list, by their paths
 * @param levels of folders to go into; default: as many as a folder may have, else it is refused
 * @returns why it isn't listed, and `at` which path in it
 */
export function listFolder(
  folder: string,
  wanted: (path: string) => boolean,
  levels: number = Number.POSITIVE_INFINITY,
): FolderList | (UnreadFile & { at: string }) {
  const files: string[] = []
  const folders: string[] = []
  const waiting = [{ place: '', depth: 0 }]
  let entries = 0
  try {
    for (let next = waiting.pop(); next; next = waiting.pop())
      for (const entry of entriesIn(join(folder, next.place))) {
        const path = next.place + entry.name
        if (++entries > maxFolder.entries)
          return { at: '', problem: `has more than ${maxFolder.entries} files; is it the right folder?` }
        if (entry.isSymbolicLink() && leadsNowhere(join(folder, path)))
          return {
            at: printableLine(path),
            problem: "is a link to a folder, which isn't followed; put the folder itself here",
          }
        if (printableLine(path) !== path && (entry.isDirectory() || wanted(path)))
          return { at: printableLine(path), problem: 'has control characters in its name; rename it' }
        if (!entry.isDirectory()) {
          if (wanted(path)) files.push(path)
        } else if (next.depth < levels) {
          if (next.depth >= maxFolder.levels)
            return { at: printableLine(path), problem: `folders are nested more than ${maxFolder.levels} deep` }
          folders.push(path)
          waiting.push({ place: `${path}/`, depth: next.depth + 1 })
        }
      }
  } catch (cause) {
    return { at: '', problem: 'the folder cannot be read; check its path and permissions', cause }
  }
  return { files: files.sort(), folders: folders.sort() }
}

/** One by one: a folder may have a million. */
function* entriesIn(folder: string): Generator<Dirent> {
  const open = opendirSync(folder)
  try {
    for (let entry = open.readSync(); entry; entry = open.readSync()) if (!entry.name.startsWith('.')) yield entry
  } finally {
    open.closeSync()
  }
}

/** Whether a link is of a folder, or of links only. One whose file is gone harms nobody. */
function leadsNowhere(link: string): boolean {
  try {
    return statSync(link).isDirectory()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
  }
}

/**
 * Where a file of a folder really is: in it, whatever links lead there.
 *
 * @param path of the file: in the folder, or a whole one
 * @returns why there is none, for a file elsewhere: before that is looked at, unless a link leads there
 * @throws what the system says, such as ENOENT
 */
export function placeIn(folder: string, path: string): string | UnreadFile {
  const written = resolve(folder, path)
  const root = realpathSync.native(folder)
  if (!isIn(resolve(folder), written) && !isIn(root, written))
    return { problem: 'is a file outside the folder; copy that here' }
  const real = realpathSync.native(written)
  return isIn(root, real) ? real : { problem: 'links to a file outside the folder; copy that here' }
}

/**
 * Writes a file of a folder, and folders that it needs, or with `null` removes it. The file changes at once, so that whoever reads it
 * sees the old one or the new one. Nothing is written through a link, neither of the file nor of a folder above it.
 *
 * @param name the file's path in the folder
 * @returns why it isn't written
 * @throws what the system says, such as ENOSPC
 */
export function writeInFolder(
  folder: string,
  name: string,
  content: string | Uint8Array | null,
): UnreadFile | undefined {
  const root = realpathSync.native(folder)
  const path = resolve(root, name)
  if (!isIn(root, path)) return { problem: 'is a file outside the folder' }
  const problem = onTheWay(root, path, content !== null)
  if (problem !== undefined) return problem
  if (content === null) {
    rmSync(path, { force: true })
    return undefined
  }
  // A fresh name that is created here: of one that can be foretold, somebody else may have made a link.
  const coming = join(dirname(path), `.${randomBytes(8).toString('hex')}.coming`)
  try {
    writeFileSync(coming, content, { flag: 'wx' })
    renameSync(coming, path)
  } catch (error) {
    rmSync(coming, { force: true })
    throw error
  }
  return undefined
}

/** What is in the way of a file: a link, or anything but a file in its place. Folders are made if they must be. */
function onTheWay(root: string, path: string, makes: boolean): UnreadFile | undefined {
  const names = relative(root, path).split(sep)
  let at = root
  for (const [index, name] of names.entries()) {
    at = join(at, name)
    const isFile = index === names.length - 1
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (found?.isSymbolicLink())
      return {
        problem: `is ${isFile ? '' : 'in a folder that is '}a link, which isn't followed; edit it where it leads`,
      }
    if (found && !isFile && !found.isDirectory()) return { problem: 'is in a file, not a folder' }
    if (found && isFile && !found.isFile()) return { problem: found.isDirectory() ? isFolder : 'is not a regular file' }
    if (!found && !isFile && makes) mkdirSync(at)
  }
  return undefined
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
