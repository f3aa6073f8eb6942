import { createRequire } from 'node:module'
import type { default as I18next, TFunction } from 'i18next'
import type { MessageTable } from './message-files.ts'

export type { TFunction } from 'i18next'

/** i18next's reading of the messages of a catalogue's languages. */
export interface Interpreter {
  /** A language's messages. `table` is read when the language is asked for first. */
  messagesOf(locale: string, table: MessageTable): TFunction
}

/** Makes an interpreter. The library is loaded here: it takes a tenth of a first mail's time, and the package's messages don't need it. */
export function createInterpreter(): Interpreter {
  const { createInstance }: typeof I18next = createRequire(import.meta.url)('i18next')
  const i18n = createInstance()
  i18n.init({
    initAsync: false,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  })
  return {
    messagesOf(locale, table) {
      i18n.addResourceBundle(locale, 'translation', Object.fromEntries(table))
      return i18n.getFixedT(locale)
    },
  }
}
