import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LocaleError } from '../../errors.ts'
import { listFolder, maxFolder, tooMuch } from '../../options/folder.ts'
import { maxFileBytes, readRegularText } from '../../options/regular-file.ts'
import { byteLength } from '../../standards/host.ts'

/** Message files already read: file name, such as `fr-CA.json`, to text. `path` is used in error messages. */
export interface MessageFolder {
  path: string
  files: ReadonlyMap<string, string>
}

/**
 * Reads a folder's message files without parsing them.
 *
 * @param within the folder that they must be in, also behind links; default: this one
 * @throws LocaleError if the folder can't be read
 */
export function readMessageFolder(path: string, within = path): MessageFolder {
  const names = listFiles(path, within)
  let length = 0
  const files = names.map(name => {
    const text = readText(path, name, within)
    length += byteLength(text)
    if (length > maxFolder.bytes) throw new LocaleError(`${join(path, name)}: ${tooMuch}`)
    return [name, text] as const
  })
  return { path, files: new Map(files) }
}

/** A file among the locales that isn't one. */
const NOTES = 'notes.json'

function listFiles(path: string, within: string): readonly string[] {
  // In a folder of others, it could be a link to anywhere.
  if (path !== within && lstatSync(path).isSymbolicLink())
    throw new LocaleError(`${path}: is a link to a folder, which isn't followed; put the folder itself here.`)
  const listed = listFolder(path, file => file.endsWith('.json') && file !== NOTES, 0)
  if ('problem' in listed)
    throw new LocaleError(
      listed.at
        ? `${join(path, listed.at)}: ${listed.problem}.`
        : `${path}: the folder of message files cannot be read. Check the path.`,
      listed,
    )
  if (listed.files.length > maxFolder.files)
    throw new LocaleError(`${path}: has more than ${maxFolder.files} files of words; is it the right folder?`)
  return listed.files
}

function readText(folder: string, name: string, within: string): string {
  const path = join(folder, name)
  const text = readRegularText(resolve(path), maxFileBytes.settings, within)
  if (typeof text === 'string') return text
  throw new LocaleError(`${path}: ${text.problem}.`, text)
}
