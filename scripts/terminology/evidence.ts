import { readdirSync, readFileSync } from 'node:fs'

/** Where a language's words of money, tax and payment come from. */
export interface Evidence {
  /** By message. */
  terms: Record<string, Term>
  /** Words of a country that says otherwise: by tag and message. */
  countries?: Record<string, Record<string, Term>>
  /** Words that would be wrong there. */
  traps: { key: string; not: string; why: string }[]
  /** The language's own sources, by name. */
  more?: Record<string, string>
}

/** Where a word comes from. */
export interface Term {
  /** The word, or its stem, as it stands in the message. */
  word: string
  /** The name of a source, and the place in it. */
  sources: string[]
  why?: string
}

const folder = new URL('./', import.meta.url)
const notEvidence = new Set(['programs.json'])

/** The tags of the languages with evidence. */
export const evidenceTags: readonly string[] = readdirSync(folder)
  .filter(name => name.endsWith('.json') && !notEvidence.has(name))
  .map(name => name.slice(0, -'.json'.length))

/** A language's evidence. */
export function evidenceOf(tag: string): Evidence {
  return JSON.parse(readFileSync(new URL(`${tag}.json`, folder), 'utf8'))
}

/** The programs that every language's evidence may name. */
export const programs: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('programs.json', folder), 'utf8'),
)

/** How many sources confirm a term: two places in one program are one. */
export function sourcesOf({ sources }: Term): ReadonlySet<string> {
  return new Set(sources.map(source => source.split(' ', 1)[0] ?? ''))
}
