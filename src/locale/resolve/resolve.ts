// Stage `locale`: which language, in which words, with which formats.
// It knows stages up to `structured`; `view` and those after it may call it.

import { countryCode } from '../../standards/country.ts'
import { currencyOf } from '../../standards/currency.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import type { LocaleGroup, LocaleOptions } from './locale-options.ts'
import { type Lookup, lookupIn, readLanguageTag } from './lookup.ts'

/** A receipt's language and why it was chosen. Stored with the receipt, it gives the same document years later. */
export interface LocaleDecision {
  /** The header's preferred language in canonical form; `null` if it has none. */
  requested: string | null
  /** The supported tag chosen for the request or, without one, for the store. */
  chosen: string
  source: 'option' | 'header' | 'store' | 'territory' | 'country' | 'default'
  /** Supported tags to print, in order: `[chosen]`, unless the law requires other languages too. The first decides formats. */
  languages: readonly string[]
  /** Currency, if the receipt has none. */
  currency?: string
  /** The store's IANA zone, for times sent in UTC. */
  timeZone?: string
  /** The store's calendar and digits, if it has others than its language usually. */
  calendar?: LocaleGroup['calendar']
  numberingSystem?: LocaleGroup['numberingSystem']
}

/**
 * Decides a receipt's language: the one that was asked for by name, else from the `Accept-Language` header, else the store's group, else
 * its country's if no default is set, else the default. What was asked for overrides only the language; currency, time zone and legally required languages are the store's.
 * A currency comes from the store's group, else the options, else the store's country. An invalid header is
 * ignored; this function never throws.
 *
 * @param supported canonical tags that have wording; `chosen` and `languages` are always among them
 */
export function resolveLocale(
  request: { language?: string | undefined; acceptLanguage?: string | null; store?: StorePlace },
  options: LocaleOptions,
  supported: readonly string[],
): LocaleDecision {
  const store = request.store ?? {}
  const lookup = lookupIn(supported)
  const ranges = parseAcceptLanguage(request.language ?? request.acceptLanguage)
  const groups = groupsOfStore(store, options)
  const choice = fromHeader() ?? fromStore()
  const own = groupsThatCount(groups)
  const currency = own.find(group => group.currency)?.currency ?? options.currency ?? currencyOfStore(store)
  const timeZone = own.find(group => group.timeZone)?.timeZone ?? options.timeZone
  const law = own.find(group => group.requiredLanguages)
  const languages = languagesToPrint(choice.chosen, law, store.country, lookup)
  // A reader of another language has other years and digits.
  const home = own.filter(group => isSameLanguage(group.locale, languages[0] ?? ''))
  const calendar = home.find(group => group.calendar)?.calendar
  const numberingSystem = home.find(group => group.numberingSystem)?.numberingSystem
  const decision: LocaleDecision = {
    requested: ranges.wanted.find(range => range !== '*') ?? null,
    chosen: choice.chosen,
    source: choice.source,
    languages,
  }
  if (currency !== undefined) decision.currency = currency
  if (timeZone !== undefined) decision.timeZone = timeZone
  if (calendar !== undefined) decision.calendar = calendar
  if (numberingSystem !== undefined) decision.numberingSystem = numberingSystem
  return decision

  /** `*` gives the store's language: the reader accepts any. */
  function fromHeader(): LocaleChoice | undefined {
    for (const range of ranges.wanted) {
      if (range === '*') return fromStore()
      const chosen = lookup(range)
      if (chosen && !isRefused(chosen, ranges))
        return { chosen, source: request.language === undefined ? 'header' : 'option' }
    }
    return undefined
  }

  /** The nearest group whose language wasn't rejected; if all were, the nearest. */
  function fromStore(): LocaleChoice {
    const choices = groups.flatMap(({ group, source }): LocaleChoice[] => {
      const tag = readLanguageTag(group.locale)
      const chosen = tag && lookup(tag)
      return chosen ? [{ chosen, source }] : []
    })
    const acceptable = choices.find(each => !isRefused(each.chosen, ranges))
    if (acceptable) return acceptable
    const other = supported.find(tag => !isRefused(tag, ranges))
    if (other) return { chosen: other, source: 'default' }
    return choices[0] ?? { chosen: supported[0] ?? 'en-US', source: 'default' }
  }
}

/** The currency of a store's country, if nothing on the receipt says another. */
function currencyOfStore({ country, currencies = [] }: StorePlace): string | undefined {
  const currency = currencyOf(countryCode(country))
  return currencies.every(each => each === currency) ? currency : undefined
}

type LocaleChoice = Pick<LocaleDecision, 'source' | 'chosen'>

/**
 * A store mapped to English is still in Quebec: settings missing from its group come from its territory's and country's groups.
 * The default group is used only if there is no other.
 */
function groupsThatCount(groups: readonly MappedGroup[]): LocaleGroup[] {
  const own = groups.filter(each => each.source !== 'default')
  return (own.length > 0 ? own : groups).map(each => each.group)
}

/**
 * The languages to print if the law requires some: the required ones first, in order and in the store country's wording if there
 * is any, then the reader's choice, unless the group wants only the required ones.
 *
 * @param country the store's, as sent
 */
function languagesToPrint(
  chosen: string,
  group: LocaleGroup | undefined,
  country: string | undefined,
  lookup: Lookup,
): readonly string[] {
  const required = (group?.requiredLanguages ?? []).flatMap(language => {
    if (isSameLanguage(language, chosen)) return [chosen]
    const ownWords = group && isSameLanguage(language, group.locale)
    const tag = readLanguageTag(ownWords ? group.locale : `${language}-${countryCode(country) ?? ''}`)
    return (tag && lookup(tag)) ?? []
  })
  if (required.length === 0) return [chosen]
  return group?.bilingual === false ? required : [...new Set([...required, chosen])]
}

function isSameLanguage(one: string, other: string): boolean {
  return languageOf(one) === languageOf(other)
}

function languageOf(text: string): string | undefined {
  return readLanguageTag(text)?.split('-', 1)[0]
}

/** What a reader asked for: tags or `*`, most preferred first, and ranges rejected with `q=0`. */
interface LanguageRanges {
  readonly wanted: readonly string[]
  readonly refused: readonly string[]
}

const MAX_HEADER_LENGTH = 512
const MAX_RANGES = 24
const QUALITY = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/
const NOTHING: LanguageRanges = { wanted: [], refused: [] }

const cache = createBoundedCache<LanguageRanges>(500)

/**
 * Parses an `Accept-Language` header (RFC 9110 §12.5.4: ranges with a quality of at most three decimals), with tags in
 * any spelling `readLanguageTag` knows. Invalid ranges are skipped, and headers over 512 characters are ignored: a header is a
 * preference and never an error.
 */
export function parseAcceptLanguage(header: unknown): LanguageRanges {
  if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return NOTHING
  return cache.get(header, () => parse(header))
}

function parse(header: string): LanguageRanges {
  const ranges = header.split(',', MAX_RANGES).flatMap(readRange)
  return {
    wanted: ranges
      .filter(range => range.quality > 0)
      .sort((a, b) => b.quality - a.quality)
      .map(range => range.tag),
    refused: ranges.filter(range => range.quality === 0).map(range => range.tag),
  }
}

function readRange(text: string): { tag: string; quality: number }[] {
  const [range = '', ...parameters] = text.split(';').map(part => part.trim())
  const tag = range === '*' ? '*' : readLanguageTag(range)
  if (tag === undefined) return []
  const weight = parameters.find(parameter => /^q\s*=/i.test(parameter))
  if (weight === undefined) return [{ tag, quality: 1 }]
  const quality = weight.slice(weight.indexOf('=') + 1).trim()
  return QUALITY.test(quality) ? [{ tag, quality: Number(quality) }] : []
}

/**
 * Whether a supported tag was rejected: a range with `q=0` covers it (RFC 4647 §3.3.1, by prefix) and no wanted range covers it
 * more closely. `*;q=0` rejects nothing, because the receipt needs some language.
 */
export function isRefused(tag: string, ranges: LanguageRanges): boolean {
  const closest = (list: readonly string[]): number =>
    Math.max(-1, ...list.filter(range => tag === range || tag.startsWith(range + '-')).map(range => range.length))
  return closest(ranges.refused) > closest(ranges.wanted)
}

/** A receipt's store; `territory` and `country` are from the store's address. */
interface StorePlace {
  id?: string | undefined
  territory?: string | undefined
  country?: string | undefined
  /** Those that the receipt names: of payments, of balances. */
  currencies?: readonly string[] | undefined
}

/** A locale group and how it was found. */
interface MappedGroup {
  source: Exclude<LocaleDecision['source'], 'header' | 'option'>
  group: LocaleGroup
}

/**
 * A store's groups, nearest first: by its ID, territory and country, then the default, which always exists (`en-US` if not
 * set). A name that isn't a group is read as a language tag.
 */
function groupsOfStore(store: StorePlace, options: LocaleOptions): MappedGroup[] {
  const country = countryCode(store.country)
  const territory = territoryKey(country, store.territory)
  const groups: MappedGroup[] = []
  const add = (source: MappedGroup['source'], name: string | undefined) => {
    if (name !== undefined) groups.push({ source, group: own(options.groups, name) ?? { locale: name } })
  }
  add('store', own(options.stores, store.id))
  add('territory', own(options.territories, territory))
  add('country', own(options.countries, country))
  if (options.default === undefined) add('country', languageOfPlace(country, territory))
  add('default', options.default ?? 'en-US')
  return groups
}

/** Places whose tills print another language than CLDR's likeliest of the country. */
const placeLanguages = new Map([
  ['CA-QC', 'fr-CA'],
  ['IN', 'en-IN'],
  ['KG', 'ru-KG'],
  ['MY', 'en-MY'],
  ['PH', 'en-PH'],
  ['PK', 'en-PK'],
  ...['FR', 'GE', 'JU', 'NE', 'VD', 'VS'].map(canton => [`CH-${canton}`, 'fr-CH'] as const),
  ['CH-TI', 'it-CH'],
])

/** What is spoken at a place, by CLDR's likely subtags. */
function languageOfPlace(country: string | undefined, territory: string | undefined): string | undefined {
  if (country === undefined) return undefined
  return (
    placeLanguages.get(territory ?? '') ??
    placeLanguages.get(country) ??
    likelyLanguages.get(country, () => likelyTag(country))
  )
}

const likelyLanguages = createBoundedCache<string | undefined>(300)

function likelyTag(country: string): string | undefined {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize()
  return language === undefined || language === 'und' ? undefined : `${language}-${script}-${country}`
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
