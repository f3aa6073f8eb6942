import { readFileSync } from 'node:fs'

const folder = new URL('../../node_modules/cldr-core/', import.meta.url)

/** Reads a part of CLDR's supplemental data. */
export function supplemental<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`supplemental/${name}.json`, folder), 'utf8')).supplemental[name]
}

/** The source, as tables name it. */
export const cldrVersion = `CLDR ${JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version}`

interface Containment {
  [group: string]: { _contains?: string[] }
}

/** Two-letter codes of all countries and territories, sorted; `QO` is Outlying Oceania. */
export function territories(): string[] {
  const groups = supplemental<Containment>('territoryContainment')
  const within = (code: string): string[] =>
    /^[A-Z]{2}$/.test(code) ? [code] : (groups[code]?._contains ?? []).flatMap(within)
  return [...new Set(within('001'))].filter(code => code !== 'QO').sort()
}
