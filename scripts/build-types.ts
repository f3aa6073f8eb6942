/**
 * Writes the names of messages into the published types: TypeScript reads them from `locales/en.json`, but no JSON can be imported
 * from a declaration under `module: node16`, and with `skipLibCheck` any name would pass.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readMessageFiles, withoutPlural } from '../src/locale/words/message-files.ts'
import { shippedFolder } from '../src/locale/words/message-tables.ts'

const path = 'dist/types/src/locale/words/messages.d.ts'
const english = readMessageFiles(shippedFolder).get('en')?.keys() ?? []
const names = [...new Set([...english].map(withoutPlural))]
const declared = readFileSync(path, 'utf8')
const written = declared
  .replace(/^import type en from .*\n/m, '')
  .replace(/(?<=^export type MessageKey = )PathsOf<typeof en>(?=;$)/m, names.map(name => `'${name}'`).join(' | '))
if (names.length === 0 || /\btypeof en\b|\.json';/.test(written)) throw new Error(`${path}: its MessageKey is another`)
writeFileSync(path, written)
