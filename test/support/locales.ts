import { loadCatalogue } from '../../src/locale/words/messages.ts'

/** The locales a receipt can use, and the languages with words of their own. */
export const { locales: shippedLocales, languages: shippedLanguages } = loadCatalogue()
