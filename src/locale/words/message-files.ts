import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocaleError } from '../../errors.ts'
import { readLanguageTag } from '../resolve/language-tag.ts'

/** Message key to text; a key is the path in the file, plural forms end in `_one`, `_other` … */
export type MessageTable = ReadonlyMap<string, string>

/** Message files that were read: name, `fr-CA.json`, to text. Their path is where mistakes in them are said to be. */
export interface MessageFolder {
  path: string
  files: ReadonlyMap<string, string>
}

/** Files beside the locales that are none. */
const NOTES = 'notes.json'

/**
 * Reads the message files of a folder, `<language tag>.json` each, by tag.
 *
 * @throws LocaleError that names the file when it cannot be read, is named by no language tag, or holds anything but texts
 */
export function readMessageFiles(folder: string | MessageFolder): Map<string, MessageTable> {
  const { path: place, files } = typeof folder === 'string' ? readMessageFolder(folder) : folder
  return new Map(
    [...files].map(([file, text]) => {
      const path = join(place, file)
      const tag = readLanguageTag(file.slice(0, -'.json'.length))
      if (!tag) throw new LocaleError(`${path}: name the file by its language tag, such as fr-CA.json.`)
      return [tag, flatten(readJson(text, path), path)]
    }),
  )
}

/** Reads the texts of a folder's message files and nothing into them. @throws LocaleError when the folder cannot be read */
export function readMessageFolder(path: string): MessageFolder {
  const names = listFiles(path).filter(file => file.endsWith('.json') && file !== NOTES)
  return { path, files: new Map(names.sort().map(name => [name, readText(join(path, name))])) }
}

/** What stands in double braces: the names of the values a message needs. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()
}

/** The key that plural forms share: `items.count_one` → `items.count`. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new LocaleError(`${folder}: the folder of message files cannot be read. Check the path.`, { cause })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new LocaleError(`${path}: the file cannot be read. Check its permissions.`, { cause })
  }
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LocaleError(`${path}: the file is no JSON: ${reason}`, { cause })
  }
}

function flatten(node: unknown, file: string, path = ''): Map<string, string> {
  if (typeof node === 'string' && path !== '') return new Map([[path, node]])
  if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    throw new LocaleError(`${file}: ${path || 'the file'} must be ${path ? 'a text or ' : ''}an object of texts.`)
  }
  return new Map(
    Object.entries(node).flatMap(([key, child]) => [...flatten(child, file, path ? `${path}.${key}` : key)]),
  )
}
