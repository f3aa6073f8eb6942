import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LocaleError } from '../../errors.ts'
import { listFolder, maxFolder, tooMuch } from '../../options/folder.ts'
import { maxFileBytes, readRegularText } from '../../options/regular-file.ts'
import { byteLength } from '../../standards/host.ts'
import { readLanguageTag } from '../resolve/lookup.ts'

/** Message key to text. A key is the path in the file; plural forms end in `_one`, `_other` … */
export type MessageTable = ReadonlyMap<string, string>

/** Message files already read: file name, such as `fr-CA.json`, to text. `path` is used in error messages. */
export interface MessageFolder {
  path: string
  files: ReadonlyMap<string, string>
}

/** A file among the locales that isn't one. */
const NOTES = 'notes.json'

/**
 * Reads a folder's message files, named `<language tag>.json`, by tag.
 *
 * @throws LocaleError naming a file that can't be read, isn't named by a language tag, or contains anything but texts
 */
export function readMessageFiles(folder: string | MessageFolder): Map<string, MessageTable> {
  const { path: place, files } = typeof folder === 'string' ? readMessageFolder(folder) : folder
  return new Map([...files].map(([file, text]) => [tagOfFile(file, place), readMessageTable(text, join(place, file))]))
}

/** The language tag by which a message file is named. @throws LocaleError if it isn't */
export function tagOfFile(file: string, folder: string): string {
  const tag = readLanguageTag(file.slice(0, -'.json'.length))
  if (!tag) throw new LocaleError(`${join(folder, file)}: name the file by its language tag, such as fr-CA.json.`)
  return tag
}

/** Reads the text of a message file. @param path named in errors @throws LocaleError if it contains anything but texts */
export function readMessageTable(text: string, path: string): MessageTable {
  return flatten(readJson(text, path), path)
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

/** The names in double braces: the values a message needs. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()
}

/** The key that plural forms share: `document.more_one` → `document.more`. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

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

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LocaleError(`${path}: the file is not JSON: ${reason}`, { cause })
  }
}

/** Groups of texts in each other. */
const deepest = 10

function flatten(node: unknown, file: string, path = '', depth = 0): Map<string, string> {
  if (depth > deepest) throw new LocaleError(`${file}: ${path} is nested more than ${deepest} deep.`)
  if (typeof node === 'string' && path !== '') return new Map([[path, node]])
  if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    throw new LocaleError(`${file}: ${path || 'the file'} must be ${path ? 'a text or ' : ''}an object of texts.`)
  }
  return new Map(
    Object.entries(node).flatMap(([key, child]) => [...flatten(child, file, path ? `${path}.${key}` : key, depth + 1)]),
  )
}

/** The part of a message file with a merchant's own wording, for its templates: `{ "own": { "followUs": "…" } }`. */
const prefix = 'own.'

/** Whether a message key is the merchant's own wording. */
export function isOwnWord(key: string): boolean {
  return key.startsWith(prefix)
}

/** `own.followUs` → `followUs`. Undefined if a template couldn't use the name. */
export function ownWordName(key: string): string | undefined {
  return /^own\.([a-z]\w*)$/i.exec(key)?.[1]
}
