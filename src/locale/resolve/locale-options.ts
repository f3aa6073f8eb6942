import { LocaleError } from '../../errors.ts'
import { aFlag, aList, anObject, aText, checkOptions, type KnownOptions } from '../../options/check-options.ts'
import { nearest } from '../../options/nearest.ts'
import { printableLine } from '../../options/printable.ts'
import { createLookup, homeOf, isRegion, lookupIn, readLanguageTag, unknownRegionOf } from './lookup.ts'

/** Calendars of printed dates, by their names in CLDR (BCP 47, `ca`). */
export const calendars = ['gregory', 'persian', 'buddhist', 'japanese'] as const

/** Digits of amounts, quantities, dates and times, by their names in CLDR (BCP 47, `nu`). Codes and numbers of receipts stay as sent. */
export const numberingSystems = ['latn', 'arab', 'arabext', 'deva', 'beng', 'tamldec', 'thai'] as const

/** Settings shared by a group of stores. */
export interface LocaleGroup {
  /** Language tag of the group's receipts, such as `fr-CA`. */
  locale: string
  /** ISO 4217 code for receipts without a currency. */
  currency?: string | undefined
  /** IANA zone, such as `America/Toronto`, for printing times sent in UTC. */
  timeZone?: string | undefined
  /** Languages required by law, such as `['fr']` in Quebec (Charter of the French Language, s. 57 and 89). */
  requiredLanguages?: readonly string[] | undefined
  /** Calendar of dates in the language of `locale`. Default `gregory`, in Persian `persian`. Readers of other languages get `gregory`. */
  calendar?: (typeof calendars)[number] | undefined
  /** Digits in the language of `locale`. Default `latn`, in Persian `arabext`. Readers of other languages get `latn`. */
  numberingSystem?: (typeof numberingSystems)[number] | undefined
  /** Whether readers of other languages get both theirs and the required one (default), or only the required one. */
  bilingual?: boolean | undefined
}

/**
 * Which stores get which language. A language tag may be used in place of a group's name. A store whose address has no country
 * is found only by its ID, so map it under `stores` if the law requires a language.
 */
export interface LocaleOptions {
  /** Store ID to group. */
  stores?: Record<string, string> | undefined
  /** `CA-QC` (country and territory of the store's address) to group. */
  territories?: Record<string, string> | undefined
  /** `CA` to group. */
  countries?: Record<string, string> | undefined
  groups?: Record<string, LocaleGroup> | undefined
  /** Group of all other stores. Without it a store has the language of its country (CLDR's likely subtags), or else `en-US`. */
  default?: string | undefined
  /** Currency of receipts if neither they nor their group have one. Without it that of the store's country, if its tills count in one (CLDR). */
  currency?: string | undefined
  /** IANA zone of stores whose group has none, for printing times sent in UTC. Without it they stay UTC. */
  timeZone?: string | undefined
}

const localeOptions: KnownOptions<LocaleOptions> = {
  stores: anObject,
  territories: anObject,
  countries: anObject,
  groups: anObject,
  default: aText,
  currency: aText,
  timeZone: aText,
}

const groupOptions: KnownOptions<LocaleGroup> = {
  locale: aText,
  currency: aText,
  timeZone: aText,
  requiredLanguages: aList,
  calendar: aText,
  numberingSystem: aText,
  bilingual: aFlag,
}

/**
 * Checks locale options, once.
 *
 * @param supported tags that have wording
 * @param languages those to choose from in an error
 * @throws OptionError for an unknown setting; LocaleError listing every invalid setting and what to write instead
 */
export function checkLocaleOptions(options: LocaleOptions, supported: readonly string[], languages = supported): void {
  checkOptions('locales', options, localeOptions)
  for (const [name, group] of Object.entries(options.groups ?? {}))
    checkOptions(`locales.groups.${name}`, group, groupOptions)
  const lookup = createLookup(supported)
  const problems: string[] = []
  const groups = options.groups ?? {}

  for (const [name, group] of Object.entries(groups)) {
    checkTag(`groups.${name}.locale`, group.locale)
    checkTimeZone(`groups.${name}.timeZone`, group.timeZone)
    checkCurrency(`groups.${name}.currency`, group.currency)
    checkOneOf(`groups.${name}.calendar`, group.calendar, calendars)
    checkOneOf(`groups.${name}.numberingSystem`, group.numberingSystem, numberingSystems)
    group.requiredLanguages?.forEach((tag, index) => {
      checkTag(`groups.${name}.requiredLanguages[${index}]`, tag)
    })
  }
  for (const list of ['stores', 'territories', 'countries'] as const) {
    for (const [key, name] of Object.entries(options[list] ?? {})) {
      if (list !== 'stores') checkPlace(`${list}.${key}`, key, list === 'territories' ? /^[A-Z]{2}-/ : /^[A-Z]{2}$/)
      checkName(`${list}.${key}`, name)
    }
  }
  if (options.default !== undefined) checkName('default', options.default)
  checkCurrency('currency', options.currency)
  checkTimeZone('timeZone', options.timeZone)
  if (problems.length > 0) throw new LocaleError(`The locale options cannot work.\n${problems.join('\n')}`)

  function checkPlace(path: string, key: string, shape: RegExp): void {
    if (shape.test(key) && key === key.toUpperCase()) return
    const isCountry = path.startsWith('territories') && /^[A-Z]{2}$/.test(key) && isRegion(key)
    const advice = isCountry ? ` If it is the country, write countries: { "${key}": … }.` : ''
    problems.push(
      `  ${path}: no address is found under "${key}". Write countries as CA and territories as CA-QC.${advice}`,
    )
  }

  function checkName(path: string, name: string): void {
    if (!Object.hasOwn(groups, name)) checkTag(path, name)
  }

  function checkTag(path: string, text: unknown): void {
    if (typeof text !== 'string') {
      problems.push(`  ${path}: must be a language tag, or the name of a group.`)
      return
    }
    const tag = readLanguageTag(text)
    if (tag !== undefined && lookup(tag) !== undefined) return
    const file = tag === undefined ? '' : `, or add it: ${fileOf(tag)} in a template folder has a language's words`
    problems.push(
      `  ${path}: "${text}" is neither a group nor a language there are words for. Use one of ${languages.join(', ')}${file}.`,
    )
  }

  function checkTimeZone(path: string, zone: string | undefined): void {
    if (zone === undefined) return
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
    } catch {
      problems.push(`  ${path}: "${zone}" is not a time zone. Use an IANA name such as America/Toronto.`)
    }
  }

  function checkOneOf(path: string, chosen: string | undefined, known: readonly string[]): void {
    if (chosen === undefined || known.includes(chosen)) return
    problems.push(`  ${path}: must be one of ${known.join(', ')}.`)
  }

  function checkCurrency(path: string, code: string | undefined): void {
    if (code === undefined || /^[A-Z]{3}$/.test(code)) return
    problems.push(`  ${path}: "${code}" is not a currency code. Use three capital letters such as CAD (ISO 4217).`)
  }
}

/**
 * Checks a language that was asked for by name: a program's mistake, not a reader's preference.
 *
 * @param supported tags that have wording
 * @param languages those to choose from in an error
 * @throws LocaleError that names the nearest, or a country that there is
 */
export function checkLanguage(
  text: string,
  { locales, languages }: { locales: readonly string[]; languages: readonly string[] },
): void {
  const tag = readLanguageTag(text)
  if (tag !== undefined && lookupIn(locales)(tag) !== undefined) {
    checkRegion(tag)
    return
  }
  const meant = nearest(text, languages)
  const hint = meant === undefined ? `There are ${languages.join(', ')}.` : `Did you mean "${meant}"?`
  throw new LocaleError(`locale: there are no words in "${printableLine(text).slice(0, 40)}". ${hint}`)
}

function checkRegion(tag: string): void {
  const region = unknownRegionOf(tag)
  if (region === undefined) return
  const { language, script } = new Intl.Locale(tag)
  const home = homeOf(script ? `${language}-${script}` : language)
  throw new LocaleError(
    `locale: there is no country "${region}" for "${tag}". Write one by its letters of ISO 3166-1, such as "${home}", or the language alone.`,
  )
}

/** Where a folder's words of a language are: `locales/is.json`, which every country's parent is. */
function fileOf(tag: string): string {
  return `locales/${tag.split('-')[0]}.json`
}
