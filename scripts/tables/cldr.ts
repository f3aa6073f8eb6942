import { readFileSync } from 'node:fs'

const folder = new URL('../../node_modules/cldr-core/', import.meta.url)

/** A part of CLDR's supplemental data. */
export function supplemental<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`supplemental/${name}.json`, folder), 'utf8')).supplemental[name]
}

/** What a table names as its source. */
export const cldrVersion = `CLDR ${JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version}`

interface Containment {
  [group: string]: { _contains?: string[] }
}

/** Every country and territory of the world, two letters each, in order; `QO` stands for the outlying parts of Oceania. */
export function territories(): string[] {
  const groups = supplemental<Containment>('territoryContainment')
  const within = (code: string): string[] =>
    /^[A-Z]{2}$/.test(code) ? [code] : (groups[code]?._contains ?? []).flatMap(within)
  return [...new Set(within('001'))].filter(code => code !== 'QO').sort()
}
