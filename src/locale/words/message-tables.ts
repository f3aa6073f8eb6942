import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BundleError, LocaleError } from '../../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { fallbackChain } from '../resolve/parents.ts'
import {
  isOwnWord,
  type MessageFolder,
  type MessageTable,
  ownWordName,
  placeholdersOf,
  readMessageFiles,
  withoutPlural,
} from './message-files.ts'

/** How much of a locale is translated. */
export interface Completeness {
  locale: string
  /** Messages it needs, counting plural forms. */
  keys: number
  translated: number
  /** Keys that fall back to English. */
  missing: string[]
}

/** The messages of all locales, including inherited ones. */
export interface MessageTables {
  readonly locales: readonly string[]
  /** Every message of a locale; untranslated ones in English. */
  tableOf(locale: string): MessageTable
  /** What a locale says in words of its own, and merchants' words, as one text. */
  allWords(locale: string): string
  /** Keys of the wording that merchants added for their templates. */
  readonly ownWords: readonly string[]
  completeness(): Completeness[]
}

/** Kept, because a newer version's files may replace them while this one runs. */
let shippedFiles: ReadonlyMap<string, MessageTable> | undefined

/** The shipped messages by tag: as built or, when running from source, from their folder. */
function readShipped(): ReadonlyMap<string, MessageTable> {
  const file = join(import.meta.dirname, builtMessages)
  if (!existsSync(file)) {
    if (!existsSync(shippedFolder)) throw new BundleError()
    return readMessageFiles(shippedFolder)
  }
  const built: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(built).map(([tag, texts]) => [tag, new Map(Object.entries(texts))]))
}

/** The folder of the package's messages. */
export const shippedFolder = join(packageRoot, 'locales')

/** Written by `npm run build` beside the built code: every tag's messages, by key. */
export const builtMessages = 'built-messages.json'

/**
 * Reads the shipped message files and those of overlay folders; later folders win, key by key. An overlay file for a language
 * that isn't shipped adds the language; its `own` object adds wording (message-files.ts).
 *
 * @throws LocaleError if a file can't be used, or an overlay has an unknown key or placeholder
 */
export function readMessageTables(...overlayFolders: readonly (string | MessageFolder)[]): MessageTables {
  shippedFiles ??= readShipped()
  const shipped = shippedFiles
  const english: MessageTable = shipped.get('en') ?? new Map()
  const overlays = overlayFolders.map(folder => {
    const files = readMessageFiles(folder)
    const path = typeof folder === 'string' ? folder : folder.path
    for (const [tag, table] of files) checkOverlay(`${path}/${tag}.json`, table, english)
    return files
  })
  const added = overlays.flatMap(files => [...files.keys()])
  const ownWords = ownWordsOf(overlays)

  const locales = added.length > 0 ? withLanguages(added) : shippedLocales
  return {
    locales,
    ownWords: [...ownWords.keys()],
    tableOf: locale => completed(locale, new Map([...ownWords, ...wordsOf('en'), ...wordsOf(locale)])),
    allWords: locale => [...new Map([...ownWords, ...wordsOf(locale)]).values()].join('\n'),
    completeness: () => locales.map(locale => compare(locale, wordsOf(locale), english)),
  }

  /** A locale's translated messages: overlays override shipped ones, regions override their language. */
  function wordsOf(locale: string): MessageTable {
    const tags = wordChain(locale).reverse()
    return new Map([shipped, ...overlays].flatMap(files => tags.flatMap(tag => [...(files.get(tag) ?? [])])))
  }
}

/** The shipped locales, and tags that none of them reads. */
function withLanguages(added: readonly string[]): string[] {
  const covered = new Set(shippedLocales.flatMap(wordChain))
  return [...shippedLocales, ...new Set(added.filter(tag => !covered.has(tag)))]
}

/** The merchants' wording in whatever language came first: better than none. */
function ownWordsOf(overlays: readonly ReadonlyMap<string, MessageTable>[]): MessageTable {
  const all = overlays.flatMap(files => [...files.values()].flatMap(table => [...table]))
  return new Map(all.filter(([key]) => isOwnWord(key)).reverse())
}

/** Tags whose files a locale reads, nearest first. British English also serves World English (`en-001`). */
function wordChain(locale: string): string[] {
  const chain = fallbackChain(locale).flatMap(tag => (tag === 'en-001' ? [tag, 'en-GB'] : [tag]))
  return [...new Set(chain)]
}

/** A missing plural form falls back to the general one: better "1 items" than a key. */
function completed(locale: string, table: Map<string, string>): MessageTable {
  for (const [key, text] of [...table]) {
    if (!key.endsWith('_other')) continue
    for (const form of pluralForms(locale, withoutPlural(key))) if (!table.has(form)) table.set(form, text)
  }
  return table
}

function compare(locale: string, own: MessageTable, english: MessageTable): Completeness {
  const needed = [...english.keys()].flatMap(key => {
    if (withoutPlural(key) === key) return [key]
    return key.endsWith('_other') ? pluralForms(locale, withoutPlural(key)) : []
  })
  const missing = needed.filter(key => !own.has(key))
  return { locale, keys: needed.length, translated: needed.length - missing.length, missing }
}

function pluralForms(locale: string, base: string): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map(category => `${base}_${category}`)
}

function checkOverlay(file: string, table: MessageTable, english: MessageTable): void {
  const known = new Map([...english].map(([key, text]) => [withoutPlural(key), placeholdersOf(text)]))
  for (const [key, text] of table) {
    if (isOwnWord(key) && !ownWordName(key))
      throw new LocaleError(`${file}: name the word "${key}" by letters and digits, without parts: own.followUs.`)
    const allowed = isOwnWord(key) ? [] : known.get(withoutPlural(key))
    if (!allowed) throw new LocaleError(`${file}: there is no message "${key}". ${hintFor(key)}`)
    const unknown = placeholdersOf(text).find(name => !allowed.includes(name))
    if (unknown === undefined) continue
    const usable = allowed.map(name => `{{${name}}}`).join(', ') || 'none'
    throw new LocaleError(`${file}: "${key}" has no value {{${unknown}}}. It can use: ${usable}.`)
  }
}

/** Wording for the merchant's own templates goes under `own`. */
function hintFor(key: string): string {
  const name = key.split('.').at(-1)
  return `See locales/en.json for all of them; words for your templates go under "own", as own.${name}.`
}

/**
 * The locales a receipt can use. A locale without a file in `locales/` has its parents' wording with its country's formats:
 * Bolivia gets Latin American Spanish with 1.234,50.
 */
export const shippedLocales: readonly string[] = [
  ...['en-US', 'en-CA', 'en-GB', 'es-ES', 'es-419', 'fr-FR', 'fr-CA', 'de-DE', 'ja-JP', 'ar'],
  ...['en-AU', 'en-HK', 'en-IE', 'en-IN', 'en-JM', 'en-MY', 'en-NZ', 'en-PH', 'en-SG', 'en-ZA'],
  ...[
    'es-AR',
    'es-BO',
    'es-CL',
    'es-CO',
    'es-CR',
    'es-DO',
    'es-EC',
    'es-GT',
    'es-HN',
    'es-MX',
    'es-NI',
    'es-PA',
    'es-PE',
  ],
  ...['es-PR', 'es-PY', 'es-SV', 'es-US', 'es-UY', 'es-VE'],
  ...['fr-BE', 'fr-CH', 'fr-LU', 'fr-MA', 'de-AT', 'de-CH', 'de-LI', 'de-LU'],
  ...['ar-AE', 'ar-BH', 'ar-EG', 'ar-JO', 'ar-KW', 'ar-LB', 'ar-MA', 'ar-OM', 'ar-QA', 'ar-SA', 'ar-TN'],
]
