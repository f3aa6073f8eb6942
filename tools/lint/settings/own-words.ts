import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocaleError } from '../../../src/errors.ts'
import { fallbackChain } from '../../../src/locale/resolve/parents.ts'
import { type MessageTable, readMessageFiles } from '../../../src/locale/words/message-files.ts'
import { ownWordName } from '../../../src/locale/words/own-words.ts'
import { type Finding, findingsIn } from '../finding.ts'
import { placeOfKey } from './brand.ts'

/**
 * Own words that some of the folder's languages lack: their readers get another language's.
 *
 * @param path the template folder
 * @returns nothing if there are no words, or they are unusable, which `readFolder` reports
 */
export function ownWordFindings(path: string): Finding[] {
  const words = join(path, 'locales')
  const tables = existsSync(words) ? readable(words) : new Map<string, MessageTable>()
  const keys = new Set([...tables.values()].flatMap(table => [...table.keys()].filter(key => ownWordName(key))))
  return [...keys].flatMap(key => {
    const lacking = [...tables.keys()].filter(tag => !fallbackChain(tag).some(each => tables.get(each)?.has(key)))
    return lacking.length > 0 ? [notTranslated(key, lacking, path, tables)] : []
  })
}

function readable(words: string): Map<string, MessageTable> {
  try {
    return readMessageFiles(words)
  } catch (error) {
    if (error instanceof LocaleError) return new Map()
    throw error
  }
}

function notTranslated(
  key: string,
  lacking: readonly string[],
  path: string,
  tables: ReadonlyMap<string, MessageTable>,
): Finding {
  const [tag] = ['en', ...tables.keys()].filter(each => tables.get(each)?.has(key))
  const file = `locales/${tag}.json`
  const source = readFileSync(join(path, file), 'utf8')
  const shown = tables.get('en')?.has(key) ? 'the English words' : `those of ${tag}`
  return findingsIn(file, source)(placeOfKey(source, ownWordName(key)!), {
    rule: 'word-not-translated',
    severity: 'warning',
    message: `${key} is missing in ${lacking.join(', ')}, whose readers get ${shown}`,
    advice: `add it under "own" in ${lacking.map(each => `locales/${each}.json`).join(', ')}`,
  })
}
