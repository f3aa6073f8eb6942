import { countryCode } from '../../standards/country.ts'
import type { LocaleGroup, LocaleOptions } from './locale-options.ts'

/** What a receipt says about its store; `territory` and `country` are those of the store's address. */
export interface StorePlace {
  id?: string
  territory?: string
  country?: string
}

/** A locale group and what led to it. */
export interface MappedGroup {
  source: 'store' | 'territory' | 'country' | 'default'
  group: LocaleGroup
}

/**
 * The groups a store belongs to, nearest first: by its id, its territory, its country, then the default, which is always
 * there (`en-US` when the options name none). A name that is no group is taken as a language tag.
 */
export function groupsOfStore(store: StorePlace, options: LocaleOptions): MappedGroup[] {
  const country = countryCode(store.country)
  const territory = territoryKey(country, store.territory)
  const found: [MappedGroup['source'], string | undefined][] = [
    ['store', own(options.stores, store.id)],
    ['territory', own(options.territories, territory)],
    ['country', own(options.countries, country)],
    ['default', options.default ?? 'en-US'],
  ]
  return found.flatMap(([source, name]) =>
    name === undefined ? [] : [{ source, group: own(options.groups, name) ?? { locale: name } }],
  )
}

function territoryKey(country: string | undefined, territory: string | undefined): string | undefined {
  const code = territory?.trim().toUpperCase()
  if (!code) return undefined
  return code.includes('-') || country === undefined ? code : `${country}-${code}`
}

/** Store ids are text of a receipt: `__proto__` must find nothing. */
function own<Value>(record: Record<string, Value> | undefined, key: string | undefined): Value | undefined {
  return record !== undefined && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
