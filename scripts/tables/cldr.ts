import { readFileSync } from 'node:fs'
import { grouped, head, recordOf } from './layout.ts'

const folder = new URL('../../node_modules/cldr-core/', import.meta.url)

/** Reads a part of CLDR's supplemental data. */
export function supplemental<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`supplemental/${name}.json`, folder), 'utf8')).supplemental[name]
}

/** The source, as tables name it. */
export const cldrVersion = `CLDR ${JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version}`

interface Containment {
  [group: string]: { _contains?: string[] }
}

/** Two-letter codes of all countries and territories, sorted; `QO` is Outlying Oceania. */
export function territories(): string[] {
  const groups = supplemental<Containment>('territoryContainment')
  const within = (code: string): string[] =>
    /^[A-Z]{2}$/.test(code) ? [code] : (groups[code]?._contains ?? []).flatMap(within)
  return [...new Set(within('001'))].filter(code => code !== 'QO').sort()
}

/** Country codes: three letters, then two. */
export function countries(): string {
  const codes = supplemental<Record<string, { _alpha3?: string }>>('codeMappings')
  const pairs = territories().flatMap(code => (codes[code]?._alpha3 ? [`${codes[code]._alpha3} ${code}`] : []))
  const lines: string[] = []
  const perLine = 16
  for (let at = 0; at < pairs.length; at += perLine) lines.push(pairs.slice(at, at + perLine).join(','))
  return `${head(cldrVersion)}
/** Countries by three letters (ISO 3166-1 alpha-3) and two: \`ABW AW,AFG AF\`. */
// biome-ignore format: as written
export const alpha3 =
  ${lines.map(line => `'${line}`).join(",' +\n  ")}'
`
}

/** Locales whose parent isn't what remains without their last part, and the countries of each language. */
export function localeParents(): string {
  const { parentLocale } = supplemental<{ parentLocale: Record<string, string> }>('parentLocales')
  const parents = grouped(Object.keys(parentLocale).sort(), tag => {
    const parent = parentLocale[tag]!
    return staysInLanguage(tag, parent) && parent !== cut(tag) ? parent : undefined
  })
  return (
    head(cldrVersion) +
    recordOf('childrenOf', 'Parent locales (Unicode LDML part 1, "Parent Locales") to their children.', parents) +
    recordOf(
      'countriesOf',
      'Languages, with their script if it is not the usual one, to countries other than their home where they are official, or a fifth speaks them.',
      countriesOfLanguages(),
    )
  )
}

interface TerritoryInfo {
  [country: string]: {
    languagePopulation?: Record<string, { _populationPercent: string; _officialStatus?: string }>
  }
}

/** The countries for which CLDR has formats of the language: home countries, whose are the language's own, aren't among them. */
function countriesOfLanguages(): Map<string, readonly string[]> {
  const available = new Set(availableLocales())
  const isAvailable = (language: string, country: string) =>
    available.has(`${language}-${country}`) ||
    available.has(`${language}-${new Intl.Locale(language).maximize().script}-${country}`)
  const found = Object.entries(supplemental<TerritoryInfo>('territoryInfo')).flatMap(
    ([country, { languagePopulation }]) =>
      Object.entries(languagePopulation ?? {})
        .filter(([, { _officialStatus, _populationPercent }]) => _officialStatus || Number(_populationPercent) >= 20)
        .map(([language]) => ({ language: language.replace('_', '-'), country }))
        .filter(({ language, country }) => isAvailable(language, country)),
  )
  const byLanguage = Map.groupBy(found, ({ language }) => language)
  return new Map(
    [...byLanguage]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([language, all]) => [language, all.map(each => each.country)]),
  )
}

function availableLocales(): string[] {
  return JSON.parse(readFileSync(new URL('availableLocales.json', folder), 'utf8')).availableLocales.full
}

/** Excludes the root, and parents in another language (Haitian to French). Bokmål and Nynorsk are Norwegian. */
function staysInLanguage(tag: string, parent: string): boolean {
  const language = parent.split('-')[0]
  return tag.split('-')[0] === language || (language === 'no' && /^(nb|nn)$/.test(tag))
}

function cut(tag: string): string {
  return tag.slice(0, Math.max(0, tag.lastIndexOf('-')))
}
