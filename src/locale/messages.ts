import { createInstance, type TFunction } from 'i18next'
import { createBoundedCache } from './bounded-cache.ts'
import { placeholdersOf, withoutPlural } from './message-files.ts'
import type { MessageKey } from './message-key.ts'
import { type Completeness, readMessageTables } from './message-tables.ts'

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
  /** How much of each locale is said in its own language. */
  completeness(): Completeness[]
}

/**
 * Loads the words that are shipped and, over them, those of a folder of your own. Reads the disk; do it once.
 *
 * @param options.overlay folder of `<language tag>.json` files in the shape of `locales/en.json`, as few keys as you like
 * @throws LocaleError that names the file and the key that cannot be used
 */
export function loadCatalogue(options: { overlay?: string } = {}): Catalogue {
  const tables = readMessageTables(options.overlay)
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

  return {
    locales: tables.locales,
    completeness: tables.completeness,
    for(languages) {
      return several.get(languages.join(' '), () => sideBySide(languages.map(messagesOf)))
    },
  }

  function messagesOf(locale: string): Messages {
    return single.get(locale, () => {
      const table = tables.tableOf(locale)
      i18n.addResourceBundle(locale, 'translation', Object.fromEntries(table))
      return fastMessages(table, i18n.getFixedT(locale))
    })
  }
}

/**
 * i18next costs 4 to 6 µs a call, and a long receipt has two hundred words. So it is asked once per message, with marks for
 * values, and what it answers is kept in pieces; only messages with plural forms go to it each time.
 */
function fastMessages(table: ReadonlyMap<string, string>, t: TFunction): Messages {
  const known = new Map<string, readonly string[]>()
  for (const [key, text] of table) {
    if (withoutPlural(key) === key) known.set(key, piecesOf(t(key, marksFor(placeholdersOf(text)))))
  }
  return (key, values = {}) => {
    const pieces = known.get(key)
    return pieces ? fill(pieces, values) : t(key, values)
  }
}

/** No text of a locale file holds this character, so it tells names from words. */
const MARK = '\u0000'

function marksFor(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, MARK + name + MARK]))
}

/** Words and, at every odd place, the name of a value. */
function piecesOf(marked: string): readonly string[] {
  return marked.split(MARK)
}

function fill(pieces: readonly string[], values: Record<string, string | number>): string {
  if (pieces.length === 1) return pieces[0] ?? ''
  return pieces.map((piece, index) => (index % 2 === 1 ? (values[piece] ?? '') : piece)).join('')
}

function sideBySide(all: Messages[]): Messages {
  const [only] = all
  if (only && all.length === 1) return only
  return (key, values) => [...new Set(all.map(messages => messages(key, values)))].join(' / ')
}
