// Room `words`: what a till shows, in its languages.
// Besides the ways in, `flow` and `drop` may call it.

import { readdirSync, readFileSync } from 'node:fs'
import { plainText } from '../basics/values.ts'

/** What the till shows, in one language. */
export interface Words {
  /** The digital copy was accepted. @param address where it goes */
  confirm(address: string): string
  /** The digital service is unavailable and paper is printed. */
  notice: string
  /** Added to the notice if a digital copy will be sent later. */
  later: string
  /** The service doesn't write to the address, and paper is printed. @param address the customer's */
  suppressed(address: string): string
}

const folder = new URL('../../locales/', import.meta.url)

/** The languages there are, by the files of their folder; each also serves its regions. */
export const languages: readonly string[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))

/**
 * The words of a language.
 *
 * @param tag such as `fr-CA` or `fr_CA`; an unknown one gets English
 */
export function wordsIn(tag: string): Words {
  const language = namesOf(tag.replaceAll('_', '-')).find(name => languages.includes(name)) ?? 'en'
  const { confirm, notice, later, suppressed } = tableOf(language)
  // An address runs against Arabic and Hebrew text. Elsewhere a till's display may show the marks.
  const shown = (address: string) => (language === 'ar' || language === 'he' ? `\u2068${address}\u2069` : address)
  const withAddress = (text: string) => (address: string) =>
    text.replace('{{address}}', () => shown(plainText(address)))
  return { confirm: withAddress(confirm), notice, later, suppressed: withAddress(suppressed) }
}

/** What a tag's file may be called, nearest first: with its region, its script, or alone. */
function namesOf(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    return [
      `${language}-${script}-${region}`,
      `${language}-${region}`,
      `${language}-${script}`,
      parentOf(language, region),
      language,
    ]
  } catch {
    return []
  }
}

/** CLDR's parents: Africa writes as Portugal does, America as 419; Norway's two languages are one to most readers. */
function parentOf(language: string, region = ''): string {
  if (language === 'pt' && region !== 'BR') return 'pt-PT'
  if (language === 'es' && !['ES', 'EA', 'IC', 'GQ', 'PH'].includes(region)) return 'es-419'
  return language === 'no' || language === 'nn' ? 'nb' : ''
}

interface Table {
  confirm: string
  notice: string
  later: string
  suppressed: string
}

const tables = new Map<string, Table>()

function tableOf(language: string): Table {
  const known = tables.get(language)
  if (known) return known
  const table: Table = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  tables.set(language, table)
  return table
}
