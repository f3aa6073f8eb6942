import { createInstance, type TFunction } from 'i18next'
import { anything, checkOptions } from '../../options/check-options.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { type MessageFolder, type MessageTable, placeholdersOf } from './message-files.ts'
import type { MessageKey } from './message-key.ts'
import { type Completeness, readMessageTables } from './message-tables.ts'
import { ownWordName } from './own-words.ts'

export type { MessageKey } from './message-key.ts'
export type { Completeness } from './message-tables.ts'

/** The words of a receipt. `values` fill the placeholders as they are, unescaped: the template escapes, once. */
export type Messages = (key: MessageKey, values?: Record<string, string | number>) => string

/** All words in all languages, read once. */
export interface Catalogue {
  /** The tags there are words for, `supported` of `resolveLocale`. */
  readonly locales: readonly string[]
  /** The words of one language, or of several side by side: `Total / Total général`, once where they agree. */
  for(languages: readonly string[]): Messages
  /** The words that merchants added for their own templates, in one language or several: name to text. */
  ownWords(languages: readonly string[]): Readonly<Record<string, string>>
  /** How much of each locale is said in its own language. */
  completeness(): Completeness[]
}

/**
 * Loads the words that are shipped and, over them, those of folders of your own. Reads the disk; do it once.
 *
 * @param options.overlay folder, or folders of which later ones win, of `<language tag>.json` files in the shape of `locales/en.json`, as few keys as you like
 * @throws LocaleError that names the file and the key that cannot be used
 */
export function loadCatalogue(options: { overlay?: string | readonly (string | MessageFolder)[] } = {}): Catalogue {
  checkOptions<typeof options>('', options, { overlay: anything })
  const tables = readMessageTables(...[options.overlay ?? []].flat())
  const i18n = createInstance()
  i18n.init({
    initAsync: false,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  })
  const single = createBoundedCache<Messages>(200)
  const several = createBoundedCache<Messages>(200)
  const own = createBoundedCache<Readonly<Record<string, string>>>(200)

  return {
    locales: tables.locales,
    completeness: tables.completeness,
    for(languages) {
      return messagesFor(languages)
    },
    ownWords(languages) {
      return own.get(languages.join(' '), () => {
        const t = messagesFor(languages)
        return Object.fromEntries(tables.ownWords.map(key => [ownWordName(key)!, t(key as MessageKey)]))
      })
    },
  }

  function messagesFor(languages: readonly string[]): Messages {
    return several.get(languages.join(' '), () => sideBySide(languages.map(messagesOf)))
  }

  function messagesOf(locale: string): Messages {
    return single.get(locale, () => {
      const table = tables.tableOf(locale)
      i18n.addResourceBundle(locale, 'translation', Object.fromEntries(table))
      return fastMessages(locale, table, i18n.getFixedT(locale))
    })
  }
}

/**
 * What a message means is i18next's to say (plurals, messages in messages, formats), in files that translators' tools know.
 * But it costs 4 to 12 µs a call, and a long receipt has two hundred words. So it is asked once per message and plural
 * form, with marks for values, and what it answers is kept in pieces. Which form a count has is i18next's own rule: that of
 * `Intl.PluralRules`, but for 0 the form `_zero` in every language that has one.
 */
function fastMessages(locale: string, table: MessageTable, t: TFunction): Messages {
  const simple = new Map([...table].filter(([, text]) => !NOT_SIMPLE.test(text)))
  const rules = new Intl.PluralRules(locale)
  const known = new Map<string, readonly string[]>()

  return (key, values = {}) => {
    const form = formOf(key, values.count)
    const pieces = known.get(form) ?? readPieces(form)
    return pieces ? fill(pieces, values) : t(key, values)
  }

  function formOf(key: string, count: string | number | undefined): string {
    if (typeof count !== 'number' || table.has(key)) return key
    return count === 0 && table.has(`${key}_zero`) ? `${key}_zero` : `${key}_${rules.select(count)}`
  }

  /** Words and, at every odd place, the name of a value; `undefined` for what i18next must do each time. */
  function readPieces(form: string): readonly string[] | undefined {
    const text = simple.get(form)
    if (text === undefined) return undefined
    const names = placeholdersOf(text)
    const pieces = t(form, Object.fromEntries(names.map(name => [name, MARK + name + MARK]))).split(MARK)
    known.set(form, pieces)
    return pieces
  }
}

/** What i18next does more than to put in values: messages in messages, `$t(key)`, and formats, `{{count, number}}`. */
const NOT_SIMPLE = /\$t\(|\{\{(?!\w+\}\})/

/** No text of a locale file holds this character, so it tells names from words. */
const MARK = '\u0000'

function fill(pieces: readonly string[], values: Record<string, string | number>): string {
  let filled = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at += 2) filled += (values[pieces[at] ?? ''] ?? '') + (pieces[at + 1] ?? '')
  return filled
}

function sideBySide(all: Messages[]): Messages {
  const [only] = all
  if (only && all.length === 1) return only
  return (key, values) => [...new Set(all.map(messages => messages(key, values)))].join(' / ')
}
