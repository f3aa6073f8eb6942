/**
 * Makes what `tsc` declared fit for every consumer, in `dist/types`: declarations that no entry point names are removed, and two
 * things are written that a consumer's TypeScript may not read.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readMessageFiles, withoutPlural } from '../src/locale/words/message-files.ts'
import { shippedFolder } from '../src/locale/words/shipped.ts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string }>
}
// Those of languages are written with them.
const entries = Object.values(exports).flatMap(entry =>
  typeof entry === 'string' || entry.types.includes('*') ? [] : [normalize(entry.types)],
)
const named = new Set<string>()
for (const entry of entries) name(entry)
for (const path of globSync('dist/types/**/*.ts')) {
  if (named.has(path)) writeFileSync(path, portable(readFileSync(path, 'utf8')))
  else rmSync(path)
}

function name(path: string): void {
  if (named.has(path)) return
  named.add(path)
  for (const [, to = ''] of readFileSync(path, 'utf8').matchAll(
    /(?:\bfrom |\bimport\(|^import )['"](\.[^'"]+)\.ts['"]/gm,
  ))
    name(join(dirname(path), `${to}.d.ts`))
}

/**
 * - No JSON can be imported under `module: node16`, and with `skipLibCheck` any name of a message would pass: so the names.
 * - `Uint8Array` takes a type since TypeScript 5.7; before, it was what its `slice` returns.
 */
function portable(declared: string): string {
  const written = declared
    .replace(/^import type en from .*\n/m, '')
    .replace(/(?<=^export type MessageKey = )PathsOf<typeof en>(?=;$)/m, messageNames)
    .replaceAll('Uint8Array<ArrayBuffer>', "ReturnType<Uint8Array['slice']>")
  const foreign = /\btypeof en\b|from '.*\.json'|\w+Array<(?:ArrayBuffer|SharedArrayBuffer)/.exec(written)
  if (foreign) throw new Error(`The types have ${foreign[0]}, which some consumers can't read`)
  return written
}

function messageNames(): string {
  const english = readMessageFiles(shippedFolder).get('en')?.keys() ?? []
  return [...new Set([...english].map(withoutPlural))].map(name => `'${name}'`).join(' | ')
}
