import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocaleError } from '../../src/errors.ts'
import { fallbackChain } from '../../src/locale/resolve/parents.ts'
import { type MessageTable, ownWordName, readMessageFiles } from '../../src/locale/words/message-files.ts'
import { readMessageTables } from '../../src/locale/words/message-tables.ts'
import { type Finding, fileStart, findingIn, ifUsable } from './finding.ts'
import { placeOfKey } from './settings.ts'

/**
 * What the folder's `locales/` lack: own words in some of its languages, and messages in a language that the package doesn't have.
 *
 * @param path the template folder
 * @returns nothing if there are no words, or they are unusable, which `readFolder` reports
 */
export function languageFindings(path: string): Finding[] {
  const words = join(path, 'locales')
  const tables =
    (existsSync(words) && ifUsable(LocaleError, () => readMessageFiles(words))) || new Map<string, MessageTable>()
  return tables.size === 0 ? [] : [...ownWordFindings(path, tables), ...incomplete(path, words, tables)]
}

/** Own words that some of the languages lack: their readers get another language's. */
function ownWordFindings(path: string, tables: ReadonlyMap<string, MessageTable>): Finding[] {
  const keys = new Set([...tables.values()].flatMap(table => [...table.keys()].filter(key => ownWordName(key))))
  return [...keys].flatMap(key => {
    const lacking = [...tables.keys()].filter(tag => !fallbackChain(tag).some(each => tables.get(each)?.has(key)))
    return lacking.length > 0 ? [notTranslated(key, lacking, path, tables)] : []
  })
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
  return findingIn(file, source, placeOfKey(source, ownWordName(key) ?? key), {
    rule: 'word-not-translated',
    message: `${key} is missing in ${lacking.join(', ')}, whose readers get ${shown}`,
    advice: `add it under "own" in ${lacking.map(each => `locales/${each}.json`).join(', ')}`,
  })
}

/** Messages named of a language that lacks some. */
const named = 5

/** Languages that lack messages: only the folder's own can, and their readers get English ones. */
function incomplete(path: string, words: string, tables: ReadonlyMap<string, MessageTable>): Finding[] {
  const all = ifUsable(LocaleError, () => readMessageTables(words).completeness()) ?? []
  return all.flatMap(({ locale, keys, translated, missing }) => {
    const tag = fallbackChain(locale).find(each => tables.has(each))
    if (missing.length === 0 || tag === undefined) return []
    const file = `locales/${tag}.json`
    const some = missing.length > named ? `, such as ${missing.slice(0, named).join(', ')}` : `: ${missing.join(', ')}`
    return [
      findingIn(file, readFileSync(join(path, file), 'utf8'), fileStart, {
        rule: 'language-incomplete',
        message: `${tag} has ${translated} of ${keys} messages; ${missing.length} are English${some}`,
        advice: `write them as in the package's locales/en.json; counterfoil locales ${path} lists all`,
      }),
    ]
  })
}
