import { createBoundedCache } from '../bounded-cache.ts'
import { fallbackChain, homeOf, withoutUsualScript } from './parents.ts'

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

/** Norwegian Bokmål and Nynorsk count as one language: readers of one read the other. */
function languageAndScript(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
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
