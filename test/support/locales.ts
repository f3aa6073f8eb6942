import { loadCatalogue } from '../../src/locale/words/messages.ts'

/** The locales a receipt can use, and the languages with words of their own. */
export const { locales: shippedLocales, languages: shippedLanguages } = loadCatalogue()

/** A text with 0 to 9 in place of the digits of Persian. */
export function inLatinDigits(text: string): string {
  return text.replace(/[۰-۹]/g, digit => String(digit.charCodeAt(0) - 0x6f0))
}
