import { LocaleError } from '../../errors.ts'
import { countriesOf } from '../../generated/locale-parents.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { fallbackChain, homeOf } from '../resolve/lookup.ts'
import {
  isOwnWord,
  type MessageTable,
  ownWordName,
  placeholdersOf,
  readMessageFiles,
  readMessageTable,
  withoutPlural,
} from './message-files.ts'
import type { MessageFolder } from './message-folder.ts'
import { shippedTexts } from './shipped.ts'

/** How much of a locale is translated. */
export interface Completeness {
  locale: string
  /** Messages it needs, counting plural forms. */
  keys: number
  translated: number
  /** Keys that fall back to English. */
  missing: string[]
}

/** The shipped messages by tag. A language's are parsed when it is first asked for: a shop has one or two. */
export interface ShippedMessages {
  readonly tags: readonly string[]
  get(tag: string): MessageTable | undefined
}

/** Kept, because a newer version's files may replace them while this one runs. */
let shipped: ShippedMessages | undefined

/** The package's messages. */
function shippedMessages(): ShippedMessages {
  shipped ??= readByTag(shippedTexts())
  return shipped
}

/** Message files by tag, as text, each parsed when it is first asked for. */
export function readByTag(texts: ReadonlyMap<string, string>): ShippedMessages {
  const tables = createBoundedCache<MessageTable>(1000)
  return {
    tags: [...texts.keys()],
    get(tag) {
      const text = texts.get(tag)
      return text === undefined ? undefined : tables.get(tag, () => readMessageTable(text, `${tag}.json`))
    },
  }
}

/**
 * Reads shipped message files and those of overlay folders; later folders win, key by key. An overlay file for a language
 * that isn't shipped adds the language; its `own` object adds wording (message-files.ts).
 *
 * @throws LocaleError if a file can't be used, or an overlay has an unknown key or placeholder
 */
export function readMessageTables(
  overlayFolders: readonly (string | MessageFolder)[] = [],
  shipped: ShippedMessages = shippedMessages(),
) {
  const english: MessageTable = shipped.get('en') ?? new Map()
  const overlays = overlayFolders.map(folder => {
    const files = readMessageFiles(folder)
    const path = typeof folder === 'string' ? folder : folder.path
    for (const [tag, table] of files) checkOverlay(`${path}/${tag}.json`, table, english)
    return files
  })
  const added = overlays.flatMap(files => [...files.keys()])
  const ownWords = ownWordsOf(overlays)

  const languages: readonly string[] = Object.freeze(languagesOf([...shipped.tags, ...added]))
  return {
    /** Languages with words of their own, each by its home country or the region that has them: `de-DE`, `fr-CA`, `es-419`. */
    languages,
    /** Those, and the other countries of each language. */
    locales: Object.freeze(localesOf(languages)) as readonly string[],
    /** Keys of the wording that merchants added for their templates. */
    ownWords: [...ownWords.keys()],
    /** Every message of a locale; untranslated ones in English. */
    tableOf: (locale: string): MessageTable =>
      completed(locale, new Map([...ownWords, ...wordsOf('en'), ...wordsOf(locale)])),
    /** What a locale says in words of its own, and merchants' words, as one text. */
    allWords: (locale: string) => [...new Map([...ownWords, ...wordsOf(locale)]).values()].join('\n'),
    /** How much of each language is translated. */
    completeness: (of = languages) => of.map(locale => compare(locale, wordsOf(locale), english)),
  }

  /** A locale's translated messages: overlays override shipped ones, regions override their language. */
  function wordsOf(locale: string): MessageTable {
    const tags = wordChain(locale).reverse()
    return new Map([shipped, ...overlays].flatMap(files => tags.flatMap(tag => [...(files.get(tag) ?? [])])))
  }
}

/** What `readMessageTables` gives. */
export type MessageTables = ReturnType<typeof readMessageTables>

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
  const forms = pluralForms(locale)
  for (const [key, text] of [...table]) {
    if (!key.endsWith('_other')) continue
    for (const form of forms(withoutPlural(key))) if (!table.has(form)) table.set(form, text)
  }
  return table
}

function compare(locale: string, own: MessageTable, english: MessageTable): Completeness {
  const forms = pluralForms(locale)
  const needed = [...english.keys()].flatMap(key => {
    if (withoutPlural(key) === key) return [key]
    return key.endsWith('_other') ? forms(withoutPlural(key)) : []
  })
  const missing = needed.filter(key => !own.has(key))
  return { locale, keys: needed.length, translated: needed.length - missing.length, missing }
}

/** The keys of a message's plural forms in a language. */
function pluralForms(locale: string): (base: string) => string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return base => pluralCategories.map(category => `${base}_${category}`)
}

function checkOverlay(file: string, table: MessageTable, english: MessageTable): void {
  const known = new Map([...english].map(([key, text]) => [withoutPlural(key), placeholdersOf(text)]))
  for (const [key, text] of table) {
    if (isOwnWord(key) && !ownWordName(key))
      throw new LocaleError(`${file}: name the word "${key}" by letters and digits, without parts: own.followUs.`)
    const allowed = isOwnWord(key) ? [] : known.get(withoutPlural(key))?.concat(unusedValues[key] ?? [])
    if (!allowed) throw new LocaleError(`${file}: there is no message "${key}". ${hintFor(key)}`)
    const unknown = placeholdersOf(text).find(name => !allowed.includes(name))
    if (unknown === undefined) continue
    const usable = allowed.map(name => `{{${name}}}`).join(', ') || 'none'
    throw new LocaleError(`${file}: "${key}" has no value {{${unknown}}}. It can use: ${usable}.`)
  }
}

/** Values that wording can use, and ours doesn't: a number tells two equal sales apart. */
const unusedValues: Readonly<Record<string, string>> = { 'document.subjectWithAmount': 'number' }

/** Wording for the merchant's own templates goes under `own`. */
function hintFor(key: string): string {
  const name = key.split('.').at(-1)
  return `See locales/en.json for all of them; words for your templates go under "own", as own.${name}.`
}

/** Languages of no one country: their tag stays without one. */
const worldwide = new Set(['ar'])

/** A language for each tag of a message file, English first: it stands in where nothing else is wanted. */
export function languagesOf(tags: readonly string[]): string[] {
  const found = tags.map(tag => (new Intl.Locale(tag).region || worldwide.has(tag) ? tag : homeOf(tag)))
  return [...new Set(['en-US', ...found])]
}

/**
 * The locales a receipt can use: the languages, and each in the other countries where it is spoken. Those have their parents' wording
 * with their own formats: Bolivia gets Latin American Spanish with 1.234,50.
 */
function localesOf(languages: readonly string[]): string[] {
  const spoken = new Set(languages.map(withoutRegion))
  const abroad = [...spoken].flatMap(language => countriesOf[language]?.split(' ').map(to => `${language}-${to}`) ?? [])
  return [...new Set([...languages, ...abroad])]
}

/** The language of a tag, with its script if it has one. */
export function withoutRegion(tag: string): string {
  const { language, script } = new Intl.Locale(tag)
  return script ? `${language}-${script}` : language
}
