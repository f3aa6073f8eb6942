import { childrenOf } from '../../generated/locale-parents.ts'
import { createBoundedCache } from '../bounded-cache.ts'

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
  return shorter === '' || (shorter === locale.language && locale.script) ? undefined : shorter
}

/**
 * A tag without its language's usual script, but with its region's script if that differs: `zh-Hans-CN` → `zh-CN`, `zh-HK` →
 * `zh-Hant-HK`. In this form tags with the same language and script share a prefix.
 */
export function withoutUsualScript(tag: string): string {
  const [language = '', second = ''] = tag.split('-', 2)
  if (oneScript.has(language) && second.length < 4) return tag
  const locale = new Intl.Locale(tag)
  const script = locale.maximize().script
  const likely = likelyScripts.get(locale.language, () => new Intl.Locale(locale.language).maximize().script)
  const rest = tag.slice(locale.language.length + (locale.script ? locale.script.length + 1 : 0))
  return locale.language + (script === undefined || script === likely ? '' : '-' + script) + rest
}

/** Languages written in the same script wherever they are spoken (CLDR's likely subtags): most tags need no look. */
const oneScript = new Set(
  'ar bg cs da de el en es fi fr he hi hr hu id it ja ko nb nl pl pt ro sk sv th tr uk vi'.split(' '),
)

/** Each takes 20 µs, and many locales share a language. */
const likelyScripts = createBoundedCache<string | undefined>(200)

/** The tag of the country that a tag without one represents: `es` → `es-ES`, `en-001` → `en-GB`, `zh-Hant` → `zh-Hant-TW`. */
export function homeOf(tag: string): string {
  return HOME.get(tag) ?? withoutUsualScript(new Intl.Locale(tag).maximize().baseName)
}
