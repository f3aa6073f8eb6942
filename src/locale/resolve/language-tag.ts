import { createBoundedCache } from '../bounded-cache.ts'

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
