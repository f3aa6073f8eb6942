import { isRefused, type LanguageRanges, parseAcceptLanguage } from './accept-language.ts'
import { readLanguageTag } from './language-tag.ts'
import type { LocaleGroup, LocaleOptions } from './locale-options.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { languagesToPrint } from './required-languages.ts'
import { groupsOfStore, type MappedGroup, type StorePlace } from './store-group.ts'

/** The language of one receipt and where it comes from. Stored with the receipt, it makes the same document years later. */
export interface LocaleDecision {
  /** The most wanted language of the header in canonical form; `null` when the header named none. */
  requested: string | null
  /** The supported tag that answers the request or, without one, the store. */
  chosen: string
  source: 'header' | 'store' | 'territory' | 'country' | 'default'
  /** Supported tags to print, first first: `[chosen]`, unless the law asks for other languages too. Formats follow the first. */
  languages: readonly string[]
  /** Currency of a receipt that names none. */
  currency?: string
  /** IANA zone of the store, for times sent in UTC. */
  timeZone?: string
}

/**
 * Decides the language of a receipt: what the `Accept-Language` header asks for, else what the store's group says, else the
 * default. The header overrides the language only; currency, time zone and the languages that the law asks for stay the
 * store's. A header that makes no sense is ignored; this function never throws.
 *
 * @param supported canonical tags there are words for; `chosen` and `languages` are always among them
 */
export function resolveLocale(
  request: { acceptLanguage?: string | null; store?: StorePlace },
  options: LocaleOptions,
  supported: readonly string[],
): LocaleDecision {
  const store = request.store ?? {}
  const lookup = lookupIn(supported)
  const ranges = parseAcceptLanguage(request.acceptLanguage)
  const groups = groupsOfStore(store, options)
  const question = { ranges, groups, lookup, supported }
  const choice = fromHeader(question) ?? fromStore(question)

  const own = groupsThatCount(groups)
  const currency = own.find(group => group.currency)?.currency ?? options.currency
  const timeZone = own.find(group => group.timeZone)?.timeZone ?? options.timeZone
  const law = own.find(group => group.requiredLanguages)
  return {
    requested: ranges.wanted.find(range => range !== '*') ?? null,
    ...choice,
    languages: languagesToPrint(choice.chosen, law, store.country, lookup),
    ...(currency === undefined ? {} : { currency }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

type Choice = Pick<LocaleDecision, 'source' | 'chosen'>

interface Question {
  ranges: LanguageRanges
  groups: readonly MappedGroup[]
  lookup: Lookup
  supported: readonly string[]
}

/** `*` is answered by the store's own language: the reader has no wish that the store could not meet. */
function fromHeader(question: Question): Choice | undefined {
  const { ranges, lookup } = question
  for (const range of ranges.wanted) {
    if (range === '*') return fromStore(question)
    const chosen = lookup(range)
    if (chosen && !isRefused(chosen, ranges)) return { chosen, source: 'header' }
  }
  return undefined
}

/** The nearest group whose language was not refused; who refuses all is given the nearest all the same. */
function fromStore({ ranges, groups, lookup, supported }: Question): Choice {
  const choices = groups.flatMap(({ group, source }): Choice[] => {
    const tag = readLanguageTag(group.locale)
    const chosen = tag && lookup(tag)
    return chosen ? [{ chosen, source }] : []
  })
  const acceptable = choices.find(each => !isRefused(each.chosen, ranges))
  if (acceptable) return acceptable
  const other = supported.find(tag => !isRefused(tag, ranges))
  return other
    ? { chosen: other, source: 'default' }
    : (choices[0] ?? { chosen: supported[0] ?? 'en-US', source: 'default' })
}

/**
 * A store mapped to English is still in Quebec: what its own group leaves open, the groups of its territory and country
 * say. The default group speaks for a store only when nothing else does.
 */
function groupsThatCount(groups: readonly MappedGroup[]): LocaleGroup[] {
  const own = groups.filter(each => each.source !== 'default')
  return (own.length > 0 ? own : groups).map(each => each.group)
}

const lookups = new WeakMap<readonly string[], Lookup>()

function lookupIn(supported: readonly string[]): Lookup {
  const known = lookups.get(supported)
  if (known) return known
  const lookup = createLookup(supported)
  lookups.set(supported, lookup)
  return lookup
}
