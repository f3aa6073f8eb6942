import { readFileSync } from 'node:fs'
import { plainText } from '../basics/values.ts'

/** What the till shows, in one language. */
export interface Words {
  /** The digital copy was accepted. @param address where it goes */
  confirm(address: string): string
  /** The digital service is unavailable and paper is printed. */
  notice: string
  /** Added to the notice if a digital copy will be sent later. */
  later: string
}

/** The languages there are; each also serves its regions. */
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'fr-CA', 'ja'] as const

/**
 * The words of a language.
 *
 * @param tag such as `fr-CA` or `fr_CA`; an unknown one gets English
 */
export function wordsIn(tag: string): Words {
  const wanted = tag.replaceAll('_', '-').toLowerCase()
  const exact = languages.find(name => name.toLowerCase() === wanted)
  const language = exact ?? languages.find(name => name === wanted.split('-')[0]) ?? 'en'
  const { confirm, notice, later } = tableOf(language)
  // An address runs against Arabic text. Elsewhere a till's display may show the marks.
  const shown = (address: string) => (language === 'ar' ? `\u2068${address}\u2069` : address)
  return { confirm: address => confirm.replace('{{address}}', () => shown(plainText(address))), notice, later }
}

interface Table {
  confirm: string
  notice: string
  later: string
}

const tables = new Map<string, Table>()

function tableOf(language: string): Table {
  const known = tables.get(language)
  if (known) return known
  const table: Table = JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}
