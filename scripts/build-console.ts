/**
 * Builds the page of the service's console: `node scripts/build-console.ts [FOLDER]`. One script and one stylesheet, because a file
 * costs a request; and each language's words. Beside each file is one packed by Brotli (`.br`).
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { languages } from '../service/src/console/languages.ts'
import { readMessageTables } from '../src/locale/words/message-tables.ts'

const source = resolve(import.meta.dirname, '../service/console')
const wanted = resolve(process.argv[2] ?? 'service/page')
// Moved into place file by file at the end, because services may be starting: they find either the old one or the new.
const out = `${wanted}.new`

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'words'), { recursive: true })

const bundle = await rolldown({ input: { console: join(source, 'main.tsx') }, platform: 'browser' })
await bundle.write({ dir: out, format: 'es', minify: true, chunkFileNames: '[name].js', entryFileNames: '[name].js' })
await bundle.close()

const tokens = resolve(import.meta.dirname, '../tools/studio/page/tokens.css')
const styles = [tokens, ...globSync('styles/*.css', { cwd: source }).sort()]
writeFileSync(join(out, 'console.css'), styles.map(name => readFileSync(resolve(source, name), 'utf8')).join('\n'))
for (const name of ['index.html', 'icon.svg']) copyFileSync(join(source, name), join(out, name))

const tables = readMessageTables()
for (const tag of Object.keys(languages)) {
  const words = [...tables.tableOf(tag)].filter(([key]) => key.startsWith('console.'))
  const table = Object.fromEntries(words.map(([key, text]) => [key.slice('console.'.length), text]))
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
