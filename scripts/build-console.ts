/**
 * Builds the page of the service's console: `node scripts/build-console.ts [FOLDER]`. One script and one stylesheet, because a file
 * costs a request; and each language's words. Beside each file is one packed by Brotli (`.br`).
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { fallbackChain, homeOf } from '../src/locale/resolve/lookup.ts'
import { readMessageFiles, readMessageTable } from '../src/locale/words/message-files.ts'
import { languagesOf, withoutRegion } from '../src/locale/words/message-tables.ts'
import { sourcesByTag } from '../src/locale/words/shipped.ts'
import { taxTypes } from '../src/standards/codes/tax-types.ts'
import { tenderTypes } from '../src/standards/codes/tender-types.ts'
import { pageFolder } from './page-files.ts'

const source = resolve(import.meta.dirname, '../service/console')
const wanted = resolve(process.argv[2] ?? 'service/page')
// Moved into place file by file at the end, because services may be starting: they find either the old one or the new.
const out = `${wanted}.new`

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'words'), { recursive: true })

const bundle = await rolldown({ input: { console: join(source, 'main.tsx') }, platform: 'browser' })
const { output } = await bundle.write({
  dir: out,
  format: 'es',
  minify: true,
  chunkFileNames: '[name].js',
  entryFileNames: '[name].js',
})
await bundle.close()
const written = new Set(output.map(({ fileName }) => fileName))
const foreign = output.flatMap(file => (file.type === 'chunk' ? file.imports.filter(name => !written.has(name)) : []))
if (foreign.length > 0)
  throw new Error(
    `The console can’t import ${foreign.join(', ')}, which browsers don’t have: see what it takes from service/src`,
  )

const styles = [join(pageFolder, 'tokens.css'), ...globSync('styles/*.css', { cwd: source }).sort()]
writeFileSync(join(out, 'console.css'), styles.map(name => readFileSync(resolve(source, name), 'utf8')).join('\n'))

const files = readMessageFiles(join(source, 'locales'))
const languages = { console: named(files.keys()), receipts: named(sourcesByTag().keys()) }
const page = readFileSync(join(source, 'index.html'), 'utf8').replace('"{{languages}}"', () =>
  JSON.stringify(languages),
)
writeFileSync(join(out, 'index.html'), page)
copyFileSync(join(source, 'icon.svg'), join(out, 'icon.svg'))
for (const tag of Object.keys(languages.console)) {
  // What a language lacks is said in English.
  const tags = ['en', ...fallbackChain(tag).reverse()]
  const table = Object.fromEntries(tags.flatMap(each => [...receiptWords(each), ...(files.get(each) ?? [])]))
  writeFileSync(join(out, 'words', `${tag}.json`), JSON.stringify(table))
}
for (const name of globSync('**/*.{js,css,json,svg}', { cwd: out }))
  writeFileSync(join(out, `${name}.br`), brotliCompressSync(readFileSync(join(out, name))))
const made = globSync('**/*.*', { cwd: out })
for (const name of made) {
  mkdirSync(dirname(join(wanted, name)), { recursive: true })
  renameSync(join(out, name), join(wanted, name))
}
for (const name of globSync('**/*.*', { cwd: wanted })) if (!made.includes(name)) rmSync(join(wanted, name))
rmSync(out, { recursive: true })

/** What receipts call means of payment and taxes, by the codes that statistics have: `tender.Cash`, `tax.VAT`. */
function receiptWords(tag: string): [string, string][] {
  const text = sourcesByTag().get(tag)
  if (text === undefined) return []
  const words = readMessageTable(text, tag)
  const found = [
    ...tenderTypes.rows.map(({ code, word }) => [`tender.${code}`, words.get(`tenders.${word}`)] as const),
    ...taxTypes.rows.map(({ code }) => [`tax.${code}`, words.get(`taxes.${code}`)] as const),
  ]
  return found.flatMap(([key, said]) => (said === undefined ? [] : [[key, said]]))
}

/** The languages of message files, each by its own name, sorted by it: a country stands there only if it isn't the language's home. */
function named(tags: Iterable<string>): Record<string, string> {
  const all = languagesOf([...tags]).map(tag => [tag, nameOf(tag)] as const)
  return Object.fromEntries(all.sort(([, one], [, other]) => one.localeCompare(other, 'en')))
}

function nameOf(tag: string): string {
  const language = tag === homeOf(withoutRegion(tag)) ? withoutRegion(tag) : tag
  const style = { type: 'language', languageDisplay: 'standard', style: 'short' } as const
  const name = new Intl.DisplayNames(tag, style).of(language) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
