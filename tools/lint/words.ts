import { readWords } from '../../src/brand/template-folder.ts'
import { LocaleError } from '../../src/errors.ts'
import { fallbackChain } from '../../src/locale/resolve/lookup.ts'
import { type MessageTable, ownWordName, readMessageFiles } from '../../src/locale/words/message-files.ts'
import { type Completeness, readMessageTables } from '../../src/locale/words/message-tables.ts'
import { type Finding, faultInJson, fileStart, findingIn, ifUsable, placeOfKey } from './finding.ts'

/**
 * Reads a folder's `locales/`, for the other rules, and checks what they lack: own words in some of its languages, and messages in
 * a language that the package doesn't have.
 *
 * @param path the template folder
 * @returns the names of its own words, unless the files can't be used
 */
export function lintWords(path: string): { names?: ReadonlySet<string>; findings: Finding[] } {
  let own: Finding[] = []
  try {
    const words = readWords(path)
    if (!words) return { names: new Set(), findings: [] }
    const tables = ifUsable(LocaleError, () => readMessageFiles(words)) ?? new Map<string, MessageTable>()
    const sourceOf = (tag: string) => words.files.get(`${tag}.json`) ?? ''
    own = ownWordFindings(sourceOf, tables)
    const { ownWords, languages, completeness } = readMessageTables([words])
    const names = new Set(ownWords.map(key => ownWordName(key) ?? key))
    const theirs = languages.filter(locale => fallbackChain(locale).some(each => tables.has(each)))
    return { names, findings: [...own, ...incomplete(path, sourceOf, tables, completeness(theirs))] }
  } catch (error) {
    if (!(error instanceof LocaleError)) throw error
    const file = /[^/\\]+\.json(?=:)/.exec(error.message)?.[0] ?? ''
    const fault = faultInJson(path, `locales/${file}`, 'words-file', error, "see the package's locales/en.json")
    return { findings: [fault, ...own] }
  }
}

/** The text of a language's file. */
type SourceOf = (tag: string) => string

/** Own words that some of the languages lack: their readers get another language's. */
function ownWordFindings(sourceOf: SourceOf, tables: ReadonlyMap<string, MessageTable>): Finding[] {
  const keys = new Set([...tables.values()].flatMap(table => [...table.keys()].filter(key => ownWordName(key))))
  return [...keys].flatMap(key => {
    const lacking = [...tables.keys()].filter(tag => !fallbackChain(tag).some(each => tables.get(each)?.has(key)))
    return lacking.length > 0 ? [notTranslated(key, lacking, sourceOf, tables)] : []
  })
}

function notTranslated(
  key: string,
  lacking: readonly string[],
  sourceOf: SourceOf,
  tables: ReadonlyMap<string, MessageTable>,
): Finding {
  const [tag = ''] = ['en', ...tables.keys()].filter(each => tables.get(each)?.has(key))
  const file = `locales/${tag}.json`
  const source = sourceOf(tag)
  const fallback = tables.get('en')?.has(key) ? 'the English words' : `those of ${tag}`
  return findingIn(file, source, placeOfKey(source, ownWordName(key) ?? key), {
    rule: 'word-not-translated',
    message: `${key} is missing in ${lacking.join(', ')}, whose readers get ${fallback}`,
    advice: `add it under "own" in ${lacking.map(each => `locales/${each}.json`).join(', ')}`,
  })
}

/** Messages named of a language that lacks some. */
const named = 5

/** Languages that lack messages: only the folder's own can, and their readers get English ones. */
function incomplete(
  path: string,
  sourceOf: SourceOf,
  tables: ReadonlyMap<string, MessageTable>,
  all: readonly Completeness[],
): Finding[] {
  return all.flatMap(({ locale, keys, translated, missing }) => {
    const tag = fallbackChain(locale).find(each => tables.has(each))
    if (missing.length === 0 || tag === undefined) return []
    const file = `locales/${tag}.json`
    const some = missing.length > named ? `, such as ${missing.slice(0, named).join(', ')}` : `: ${missing.join(', ')}`
    return [
      findingIn(file, sourceOf(tag), fileStart, {
        rule: 'language-incomplete',
        message: `${tag} has ${translated} of ${keys} messages; ${missing.length} are English${some}`,
        advice: `write them as in the package's locales/en.json; counterfoil locales ${path} lists all`,
      }),
    ]
  })
}
