/**
 * Generates the tables in `src/generated` from published data, each with its file in `scripts/tables`. Run it after an
 * update of `cldr-core` or `localized-address-format`, or a change to `iso-4217.csv`.
 */
import { writeFileSync } from 'node:fs'
import { addressFormats } from './tables/address-formats.ts'
import { countries, localeParents } from './tables/cldr.ts'
import { currencies } from './tables/currencies.ts'

/** File name to its text. */
export const tables: Readonly<Record<string, () => string>> = {
  'address-formats.ts': addressFormats,
  'countries.ts': countries,
  'currencies.ts': currencies,
  'locale-parents.ts': localeParents,
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(tables))
    writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), text())
}
