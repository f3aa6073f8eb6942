import type en from '../../../locales/en.json'
import { anything, checkOptions } from '../../options/check-options.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type i18n, i18next, type TFunction } from './load-i18next.ts'
import { type MessageTable, ownWordName } from './message-files.ts'
import type { MessageFolder } from './message-folder.ts'
import { type Completeness, type MessageTables, readMessageTables, withoutRegion } from './message-tables.ts'

/** A receipt's wording. `values` fill the placeholders unescaped: the template escapes, once. */
export type Messages = (key: MessageKey, values?: Record<string, MessageValue>) => string

/**
 * What fills a placeholder. A value that is itself a message is passed as a function, so that on a bilingual receipt each
 * sentence gets its own language.
 */
export type MessageValue = string | number | ((t: Messages, locale: string) => string)

/** All wording in all languages, read once. */
export interface Catalogue {
  /** Tags that have wording: `supported` of `resolveLocale`. */
  readonly locales: readonly string[]
  /** Those with words of their own, one a language or region: `de-DE`, `fr-CA`, `es-419`. */
  readonly languages: readonly string[]
  /** The wording of one language, or of several side by side: `Total / Total général`, once if they are equal. */
  for(languages: readonly string[]): Messages
  /** The tag whose wording names what belongs to a country, such as its taxes: the language in that country, if it is spoken there. */
  inCountry(locale: string, country: string | undefined): string
  /** Wording that merchants added for their templates, in one or several languages: name to text. */
  ownWords(languages: readonly string[]): Readonly<Record<string, string>>
  /** All wording of one language as one text, with its placeholders: to see which letters it needs. */
  allWords(locale: string): string
  /** How much of each language is translated. */
  completeness(): Completeness[]
}

/**
 * Loads the shipped wording, overridden by your folders. Reads from disk; call it once.
 *
 * @param options.overlay folder or folders (later ones win) of `<language tag>.json` files shaped like `locales/en.json`, with any
 *   of its keys
 * @throws LocaleError naming the file and key that can't be used
 */
export function loadCatalogue(options: { overlay?: string | readonly (string | MessageFolder)[] } = {}): Catalogue {
  checkOptions<typeof options>('', options, { overlay: anything })
  return catalogueOf(readMessageTables([options.overlay ?? []].flat()))
}

/** The wording of tables that were read. */
export function catalogueOf(tables: MessageTables): Catalogue {
  let interpreter: i18n | undefined
  const single = createBoundedCache<Messages>(200)
  const several = createBoundedCache<Messages>(200)
  const own = createBoundedCache<Readonly<Record<string, string>>>(200)
  const known = new Set(tables.locales)
  const abroad = createBoundedCache<string>(500)

  return {
    locales: tables.locales,
    languages: tables.languages,
    completeness: tables.completeness,
    allWords: tables.allWords,
    for: messagesFor,
    inCountry(locale, country) {
      if (country === undefined || locale.endsWith(country)) return locale
      return abroad.get(`${locale} ${country}`, () => {
        const there = `${withoutRegion(locale)}-${country}`
        return known.has(there) ? there : locale
      })
    },
    ownWords(languages) {
      return own.get(languages.join(' '), () => {
        const t = messagesFor(languages)
        return Object.fromEntries(tables.ownWords.map(key => [ownWordName(key) ?? key, t(key as MessageKey)]))
      })
    },
  }

  function messagesFor(languages: readonly string[]): Messages {
    return several.get(languages.join(' '), () => sideBySide(languages.map(messagesOf)))
  }

  function messagesOf(locale: string): Messages {
    return single.get(locale, () => {
      const table = tables.tableOf(locale)
      return fastMessages(locale, table, () => {
        interpreter ??= createInterpreter()
        interpreter.addResourceBundle(locale, 'translation', Object.fromEntries(table))
        return interpreter.getFixedT(locale)
      })
    })
  }
}

function createInterpreter(): i18n {
  const instance = i18next().createInstance()
  instance.init({
    initAsync: false,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  })
  return instance
}

/**
 * Messages are i18next's (plurals, nested messages, formats), in files that translation tools know. But it takes 4 to 12 µs per
 * call, and a long receipt has two hundred messages. So texts that only insert values are read here, once, in pieces. Plural forms
 * follow i18next's rule: `Intl.PluralRules`, except that 0 uses `_zero` in every language that has it.
 *
 * @param interpreted i18next's reading, for the other texts
 */
function fastMessages(locale: string, table: MessageTable, interpreted: () => TFunction): Messages {
  let t: TFunction | undefined
  const rules = new Intl.PluralRules(locale)
  const plurals = createBoundedCache<string>(200)
  const known = new Map<string, readonly string[]>()

  const messages: Messages = (key, values = nothing) => {
    // Nearly all messages have one form.
    const pieces = known.get(key) ?? formPieces(key, values.count)
    if (pieces === undefined) {
      t ??= interpreted()
      return t(key, said(values))
    }
    return pieces.length === 1 ? (pieces[0] ?? '') : fill(pieces, values)
  }
  return messages

  function fill(pieces: readonly string[], values: Record<string, MessageValue>): string {
    let filled = pieces[0] ?? ''
    for (let at = 1; at < pieces.length; at += 2) {
      const value = values[pieces[at] ?? ''] ?? ''
      filled += (typeof value === 'function' ? value(messages, locale) : value) + (pieces[at + 1] ?? '')
    }
    return filled
  }

  function said(values: Record<string, MessageValue>): Record<string, string | number> {
    const all = Object.entries(values)
    return Object.fromEntries(
      all.map(([name, value]) => [name, typeof value === 'function' ? value(messages, locale) : value]),
    )
  }

  function formPieces(key: string, count: MessageValue | undefined): readonly string[] | undefined {
    const form = formOf(key, count)
    return known.get(form) ?? readPieces(form)
  }

  function formOf(key: string, count: MessageValue | undefined): string {
    if (typeof count !== 'number' || table.has(key)) return key
    return count === 0 && table.has(`${key}_zero`)
      ? `${key}_zero`
      : `${key}_${plurals.get(String(count), () => rules.select(count))}`
  }

  /** Texts and, at odd indexes, names of values; `undefined` if i18next must be called each time. */
  function readPieces(form: string): readonly string[] | undefined {
    const text = table.get(form)
    if (text === undefined || NOT_SIMPLE.test(text)) return undefined
    const pieces = text.split(/\{\{(\w+)\}\}/)
    known.set(form, pieces)
    return pieces
  }
}

const nothing: Record<string, MessageValue> = {}

/** What needs i18next beyond inserting values: nested messages, `$t(key)`, and formats, `{{count, number}}`. */
const NOT_SIMPLE = /\$t\(|\{\{(?!\w+\}\})/

/**
 * Mark what is in another language than the receipt's first: once around the second, twice around the third. They are isolates of no direction
 * of their own (UAX #9), which leave with all others from what isn't shown as text.
 */
const otherLanguage = '\u2068'
const endOfLanguage = '\u2069'

/** A text without marks of languages. */
export function withoutLanguages(text: string): string {
  if (!text.includes(otherLanguage)) return text
  const open: string[] = []
  return text.replace(/[\u2066-\u2069]/g, mark => {
    if (mark !== endOfLanguage) open.push(mark)
    const begun = mark === endOfLanguage ? open.pop() : mark
    return begun === otherLanguage ? '' : mark
  })
}

function sideBySide(all: Messages[]): Messages {
  const [only] = all
  if (only && all.length === 1) return only
  return (key, values) => {
    const texts = all.map(messages => messages(key, values))
    const marked = texts.map((text, at) => `${otherLanguage.repeat(at)}${text}${endOfLanguage.repeat(at)}`)
    return marked.filter((_, at) => texts.indexOf(texts[at] ?? '') === at).join(' / ')
  }
}

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key

type PathsOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPlural<Key> : `${Key}.${PathsOf<Node[Key]>}`
}[keyof Node & string]

/** The name of a message in `locales/en.json`, such as `totals.grand`; plural forms share one name. */
export type MessageKey = PathsOf<typeof en>
