import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/index.ts'
import { readMessageTable, withoutPlural } from '../../src/locale/words/message-files.ts'
import { readMessageTables } from '../../src/locale/words/message-tables.ts'
import { packageRoot } from '../../src/package-root.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { languageName } from '../../tools/page/parts/names.ts'
import { evidenceOf, evidenceTags } from '../terminology/evidence.ts'
import { filled } from './page.ts'

/** A sale with a return, a refund, goods to fetch, a layaway and a dinner: most messages stand on one of them. */
const shown = ['fashion-sale.en-CA', 'fashion-return.fr-CA', 'bopus-order', 'layaway', 'restaurant-tip']

/**
 * The page on which a native reads a language back: five receipts with their English beside, and every message with what it means and
 * why it was chosen. What the reader would rather say is typed beside it and copied in one piece.
 *
 * @param tag of a language with words of its own, such as `pt-PT`
 * @throws Error that names those there are
 */
export async function readBackPage(tag: string): Promise<string> {
  const tables = readMessageTables()
  const locale = tables.locales.find(each => each.toLowerCase() === tag.toLowerCase()) ?? homeOf(tag, tables.languages)
  if (locale === undefined)
    throw new Error(`--locale: there are no words in ${tag}; there are ${tables.languages.join(', ')}`)
  await using engine = await createEngine()
  const receipts = readFixtures()
    .filter(({ name }) => shown.includes(name))
    .sort((one, other) => shown.indexOf(one.name) - shown.indexOf(other.name))
    .map(({ title, receipt, offers }) => ({
      title,
      mails: [locale, 'en-US'].map(each => ({
        name: languageName(each),
        html: engine.html(receipt, { locale: each, offers }),
        text: engine.text(receipt, { locale: each, offers, columns: 42 }),
      })),
    }))
  const notes = readMessageTable(readFileSync(join(packageRoot, 'locales/notes.json'), 'utf8'), 'notes.json')
  const english = tables.tableOf('en')
  const reasons = evidenceTags.find(each => each === tag) ? evidenceOf(tag).terms : {}
  const messages = [...tables.tableOf(locale)].map(([key, text]) => {
    const base = withoutPlural(key)
    return {
      ...{ key, text, sense: notes.get(key) ?? notes.get(base), why: reasons[key]?.why },
      english: english.get(key) ?? english.get(`${base}_other`),
    }
  })
  const { textInfo } = new Intl.Locale(locale) as { textInfo?: { direction: string } }
  return filled('read-back', {
    tag,
    locale,
    name: languageName(locale),
    dir: textInfo?.direction ?? 'ltr',
    receipts,
    messages,
  })
}

function homeOf(tag: string, languages: readonly string[]): string | undefined {
  return languages.find(each => each.startsWith(`${tag}-`))
}
