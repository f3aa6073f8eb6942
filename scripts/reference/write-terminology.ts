import { readFileSync } from 'node:fs'
import { readMessageTables } from '../../src/locale/words/message-tables.ts'
import { type Evidence, evidenceOf, programs, sourcesOf } from '../terminology/evidence.ts'

const tables = readMessageTables()
const english = tables.tableOf('en')
const names = new Intl.DisplayNames('en', { type: 'language' })

/** The page of a language whose words have evidence: each word, where it comes from, and what would be wrong. */
export function writeTerminology(tag: string): string {
  const { terms, traps, countries = {}, more = {} } = evidenceOf(tag)
  const rows = rowsOf(tag, terms)
  const confirmed = Object.values(terms).filter(term => sourcesOf(term).size > 1).length
  const used = new Set(
    [terms, ...Object.values(countries)].flatMap(Object.values).flatMap(term => [...sourcesOf(term)]),
  )
  const elsewhere = Object.entries(countries).map(
    ([country, words]) => `## ${names.of(country)} (${country})\n\n${head}${rowsOf(country, words).join('')}\n`,
  )
  const listed = Object.entries({ ...programs, ...more }).filter(([name]) => used.has(name))
  return `# ${names.of(tag)} (${tag})

Generated from \`scripts/terminology/${tag}.json\` by \`npm run reference\`. ${confirmed} of ${rows.length} words have two sources that agree.

${head}${rows.join('')}
${elsewhere.join('')}## Words that would be wrong

| Message | Not | Why |
|---|---|---|
${traps.map(({ key, not, why }) => `| \`${key}\` | ${cell(not)} | ${cell(why)} |\n`).join('')}
## Sources

| | |
|---|---|
${listed.map(([name, where]) => `| ${name} | ${cell(where)} |\n`).join('')}`
}

const head = '| Term | Message | Word | Why, and sources |\n|---|---|---|---|\n'

function rowsOf(tag: string, terms: Evidence['terms']): string[] {
  const words = tables.tableOf(tag)
  return Object.entries(terms).map(([key, term]) => {
    const why = [term.why, term.sources.join('; ')].filter(Boolean).join('. ')
    return `| ${cell(english.get(key))} | \`${key}\` | ${cell(words.get(key))} | ${cell(why)} |\n`
  })
}

/** A list of all languages with a page. */
export function terminologyList(pages: readonly string[]): string {
  return pages.map(tag => `[${names.of(tag)}](${tag}.md)`).join(', ')
}

/** Every message of receipts: its English words and its sense. */
export function messageTable(): string {
  const notes: Record<string, Record<string, string>> = JSON.parse(readFileSync('locales/notes.json', 'utf8'))
  const rows = Object.entries(notes).flatMap(([group, senses]) =>
    Object.entries(senses).map(([name, sense]) => {
      const key = `${group}.${name}`
      return `| \`${key}\` | ${cell(english.get(key) ?? english.get(`${key}_other`))} | ${cell(sense)} |`
    }),
  )
  return ['| Message | English | Sense |', '|---|---|---|', ...rows].join('\n')
}

function cell(text = ''): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
}
