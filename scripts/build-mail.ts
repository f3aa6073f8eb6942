/**
 * Bundles `counterfoil/mail` into one file for where there is no Node, its templates and six languages in it, and the other languages
 * into a file each.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { sourcesByTag } from '../src/locale/words/shipped.ts'
import { bundleWithoutNode } from './without-node.ts'

/** Those of most receipts; one more takes 3 KB of the file, gzipped. */
const inside = ['de', 'en', 'es', 'fr', 'it', 'pt']

const texts = Map.groupBy(sourcesByTag(), ([tag]) => new Intl.Locale(tag).language)
const within = inside.flatMap(language => texts.get(language) ?? [])
writeFileSync('dist/mail.js', await bundleWithoutNode('src/mail.ts', { texts: within, pages: ['text', 'pageStyle'] }))

const folder = 'dist/mail-languages'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const types =
  '/** Message files by tag, as text: an entry of `languages` of `createMailer`. */\ndeclare const language: Readonly<Record<string, string>>\nexport default language\n'
for (const [language, files] of texts) {
  const entries = files.map(([tag, text]) => `  ${JSON.stringify(tag)}: ${JSON.stringify(text)},\n`)
  writeFileSync(`${folder}/${language}.js`, `export default {\n${entries.join('')}}\n`)
  writeFileSync(`${folder}/${language}.d.ts`, types)
}
