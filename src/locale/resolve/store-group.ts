import { countryCode } from '../../standards/country.ts'
import type { LocaleGroup, LocaleOptions } from './locale-options.ts'

/** A receipt's store; `territory` and `country` are from the store's address. */
export interface StorePlace {
  id?: string | undefined
  territory?: string | undefined
  country?: string | undefined
}

/** A locale group and how it was found. */
export interface MappedGroup {
  source: 'store' | 'territory' | 'country' | 'default'
  group: LocaleGroup
}

/**
 * A store's groups, nearest first: by its ID, territory and country, then the default, which always exists (`en-US` if not
 * set). A name that isn't a group is read as a language tag.
 */
export function groupsOfStore(store: StorePlace, options: LocaleOptions): MappedGroup[] {
  const country = countryCode(store.country)
  const territory = territoryKey(country, store.territory)
  const groups: MappedGroup[] = []
  const add = (source: MappedGroup['source'], name: string | undefined) => {
    if (name !== undefined) groups.push({ source, group: own(options.groups, name) ?? { locale: name } })
  }
  add('store', own(options.stores, store.id))
  add('territory', own(options.territories, territory))
  add('country', own(options.countries, country))
  add('default', options.default ?? 'en-US')
  return groups
}

function territoryKey(country: string | undefined, territory: string | undefined): string | undefined {
  const code = territory?.trim().toUpperCase()
  if (!code) return undefined
  return code.includes('-') || country === undefined ? code : `${country}-${code}`
}

/** Store IDs come from receipts, so `__proto__` must find nothing. */
function own<Value>(record: Record<string, Value> | undefined, key: string | undefined): Value | undefined {
  return record !== undefined && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
