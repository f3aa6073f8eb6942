import { LocaleError } from '../../errors.ts'
import { readLanguageTag } from '../resolve/lookup.ts'
import { type MessageFolder, readMessageFolder } from './message-folder.ts'

/** Message key to text. A key is the path in the file; plural forms end in `_one`, `_other` … */
export type MessageTable = ReadonlyMap<string, string>

/**
 * Reads a folder's message files, named `<language tag>.json`, by tag.
 *
 * @throws LocaleError naming a file that can't be read, isn't named by a language tag, or contains anything but texts
 */
export function readMessageFiles(folder: string | MessageFolder): Map<string, MessageTable> {
  const { path: place, files } = typeof folder === 'string' ? readMessageFolder(folder) : folder
  return new Map([...files].map(([file, text]) => [tagOfFile(file, place), readMessageTable(text, `${place}/${file}`)]))
}

/** The language tag by which a message file is named. @throws LocaleError if it isn't */
export function tagOfFile(file: string, folder: string): string {
  const tag = readLanguageTag(file.slice(0, -'.json'.length))
  if (!tag) throw new LocaleError(`${folder}/${file}: name the file by its language tag, such as fr-CA.json.`)
  return tag
}

/** Reads the text of a message file. @param path named in errors @throws LocaleError if it contains anything but texts */
export function readMessageTable(text: string, path: string): MessageTable {
  return flatten(readJson(text, path), path)
}

/** The names in double braces: the values a message needs. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()
}

/** The key that plural forms share: `document.more_one` → `document.more`. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
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
