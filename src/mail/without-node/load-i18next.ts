import library from 'i18next'

/** As in `locale/words/load-i18next.ts`: part of the one file. */
export function i18next(): typeof library {
  return library
}
