import { createRequire } from 'node:module'
import type I18next from 'i18next'

export type { i18n, TFunction } from 'i18next'

/** The library, loaded when first needed: it takes a tenth of a first mail's time, and the package's messages don't need it. */
export function i18next(): typeof I18next {
  return createRequire(import.meta.url)('i18next')
}
