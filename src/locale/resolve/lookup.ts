import { childrenOf } from '../../generated/locale-parents.ts'
import { createBoundedCache } from '../bounded-cache.ts'

/** Finds a supported tag for a language range. */
export type Lookup = (range: string) => string | undefined

/**
 * Finds the best supported tag for a language range (RFC 4647 §3.4 lookup along CLDR's parents), or `undefined` if none has that
 * language: nobody who asks for Danish is answered in Norwegian. Tried in order: the tag or one of its parents, the home
 * country of one of them, any supported tag with the same language and script.
 */
export function createLookup(supported: readonly string[]): Lookup {
  const byTag = new Map(supported.map(tag => [withoutUsualScript(tag), tag]))
  const known = createBoundedCache<string | undefined>(500)

  return range => known.get(range, () => lookup(range))

  function lookup(range: string): string | undefined {
    for (const tag of fallbackChain(range)) {
      const found = byTag.get(tag) ?? byTag.get(homeOf(tag))
      if (found) return found
    }
    return supported.find(tag => languageAndScript(tag) === languageAndScript(range))
  }
}

const lookups = new WeakMap<readonly string[], Lookup>()

/** The same, kept of a list that can't change. */
export function lookupIn(supported: readonly string[]): Lookup {
  if (!Object.isFrozen(supported)) return createLookup(supported)
  const known = lookups.get(supported)
  if (known) return known
  const lookup = createLookup(supported)
  lookups.set(supported, lookup)
  return lookup
}

/** Norwegian Bokmål and Nynorsk count as one language, and so do Bosnian's two scripts: readers of one read the other. */
function languageAndScript(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  if (language === 'bs') return language
  return `${language === 'nb' || language === 'nn' ? 'no' : language}-${script}`
}

/** Longer than any real language tag (RFC 5646 §4.4.1 requires 35 characters). */
const MAX_LENGTH = 80

const SUBTAGS = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,8}$/

/**
 * Reads a language tag in any spelling that tills send and returns its canonical form: `en_US` and `EN-us` are
 * `en-US`, POSIX `fr_CA.UTF-8@euro` is `fr-CA`, Java's `zh_TW_#Hant` is `zh-Hant-TW`, `iw` is `he`. Extensions
 * (`-u-ca-buddhist`) are dropped: a header chooses a language, not a calendar or digits. Unicode LDML treats `_` as `-`.
 * Returns `undefined` for anything else; never throws.
 */
export function readLanguageTag(text: string): string | undefined {
  return text.length > MAX_LENGTH ? undefined : known.get(text, () => read(text))
}

const known = createBoundedCache<string | undefined>(1000)

function read(text: string): string | undefined {
  const [spelled = ''] = text.trim().split(/[.@]/, 1)
  const [language = '', ...rest] = spelled.replaceAll('_', '-').split('-')
  const javaScript = rest.find(subtag => subtag.startsWith('#'))
  const others = rest.filter(subtag => subtag !== '' && subtag !== javaScript)
  const tag = [language, ...(javaScript ? [javaScript.slice(1)] : []), ...others].join('-')
  if (!SUBTAGS.test(tag)) return undefined
  try {
    return new Intl.Locale(tag).baseName
  } catch {
    return undefined
  }
}

/** The region of a canonical tag, if CLDR knows none of this code: `NX` of `nb-NX`, which says nothing about dates and amounts. */
export function unknownRegionOf(tag: string): string | undefined {
  const { region } = new Intl.Locale(tag)
  return region === undefined || isRegion(region) ? undefined : region
}

/** Whether CLDR knows a region, such as `CA` or `419`. */
export function isRegion(code: string): boolean {
  regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return regionNames.of(code) !== undefined
}

let regionNames: Intl.DisplayNames | undefined

/**
 * Parents that dropping the region would get wrong: Mexicans prefer Latin American Spanish to Spain's, Australians British
 * English to American.
 */
const PARENT = new Map(
  Object.entries(childrenOf).flatMap(([parent, children]) =>
    children.split(' ').map(child => [child, parent] as const),
  ),
)

/** The country whose usage represents a tag without a country. */
const HOME = new Map([
  ['en-001', 'en-GB'],
  ['es-419', 'es-MX'],
])

/**
 * A canonical tag and its fallbacks, nearest first: `es-MX` gives `['es-MX', 'es-419', 'es']`. Stays in the same language and
 * script: `zh-Hant-TW` ends with `zh-Hant`.
 */
export function fallbackChain(tag: string): string[] {
  const chain: string[] = []
  for (let next: string | undefined = withoutUsualScript(tag); next !== undefined; next = parentOf(next))
    chain.push(next)
  return chain
}

function parentOf(tag: string): string | undefined {
  const listed = PARENT.get(tag)
  if (listed) return listed
  const locale = new Intl.Locale(tag)
  const shorter = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))
  return shorter === '' || (shorter === locale.language && locale.script) ? undefined : withoutUsualScript(shorter)
}

/**
 * A tag without its language's usual script, but with its region's script if that differs: `zh-Hans-CN` → `zh-CN`, `zh-HK` →
 * `zh-Hant-HK`. In this form tags with the same language and script share a prefix. Where the region writes otherwise, the
 * script stays: `zh-Hans-HK` isn't `zh-HK`.
 */
export function withoutUsualScript(tag: string): string {
  const [language = '', second = ''] = tag.split('-', 2)
  if (oneScript.has(language) && second.length < 4) return tag
  const locale = new Intl.Locale(tag)
  const script = locale.maximize().script
  const likely = likelyScripts.get(locale.language, () => new Intl.Locale(locale.language).maximize().script)
  const rest = tag.slice(locale.language.length + (locale.script ? locale.script.length + 1 : 0))
  const bare = locale.language + rest
  const isUsual = script === undefined || (script === likely && new Intl.Locale(bare).maximize().script === likely)
  return isUsual ? bare : `${locale.language}-${script}${rest}`
}

/** Languages written in the same script wherever they are spoken (CLDR's likely subtags): most tags need no look. */
const oneScript = new Set(
  'ar bg bn ca cs da de el en es et eu fa fi fil fr gl he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv ta th tr uk ur vi'.split(
    ' ',
  ),
)

/** Each takes 20 µs, and many locales share a language. */
const likelyScripts = createBoundedCache<string | undefined>(200)

/** The tag of the country that a tag without one represents: `es` → `es-ES`, `en-001` → `en-GB`, `zh-Hant` → `zh-Hant-TW`. */
export function homeOf(tag: string): string {
  return HOME.get(tag) ?? withoutUsualScript(new Intl.Locale(tag).maximize().baseName)
}
