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
