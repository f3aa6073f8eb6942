/**
 * Generates files from types and schemas: `tools/generated/page-shape.ts` and the tables in docs/templates.md from the view's
 * types, `src/generated/receipt-input.ts` from the receipt's schemas, the references in docs/api.md and docs/platforms.md from the exports, the fields in docs/receipt.md from the schemas, docs/terminology from the sources of words.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { receiptJsonSchema } from '../src/receipt/data/receipt-data.ts'
import { rules } from '../tools/lint/rules.ts'
import { ownFields, type ReadType, readTypes } from './reference/read-types.ts'
import { writeApi } from './reference/write-api.ts'
import { putBetween, writeRules, writeTables } from './reference/write-docs.ts'
import { writeInput } from './reference/write-input.ts'
import { writePlatforms } from './reference/write-platforms.ts'
import { writeReceipt } from './reference/write-receipt.ts'
import { messageTable, terminologyList, writeTerminology } from './reference/write-terminology.ts'
import { evidenceTags } from './terminology/evidence.ts'

writeFileSync('src/generated/receipt-input.ts', formatted(writeInput(receiptJsonSchema())))
const types = readTypes()
writeFileSync('tools/generated/page-shape.ts', formatted(shapeModule(types)))
const page = readFileSync('docs/templates.md', 'utf8')
const withTables = putBetween(page, 'reference', '## Reference: the view', writeTables(types))
writeFileSync(
  'docs/templates.md',
  putBetween(withTables, 'rules', '## Reference: the rules of the lint', writeRules(rules)),
)

const api = readFileSync('docs/api.md', 'utf8')
writeFileSync('docs/api.md', putBetween(api, 'reference', '# Reference', writeApi()))

const receipt = readFileSync('docs/receipt.md', 'utf8')
writeFileSync('docs/receipt.md', putBetween(receipt, 'fields', '## Fields', writeReceipt()))

const platforms = readFileSync('docs/platforms.md', 'utf8')
writeFileSync('docs/platforms.md', putBetween(platforms, 'reference', '## Reference', writePlatforms()))

for (const tag of evidenceTags) writeFileSync(`docs/terminology/${tag}.md`, writeTerminology(tag))
const terms = readFileSync('docs/terminology/README.md', 'utf8')
writeFileSync('docs/terminology/README.md', putBetween(terms, 'languages', '', `${terminologyList(evidenceTags)}\n`))
const languages = readFileSync('docs/languages.md', 'utf8')
writeFileSync('docs/languages.md', putBetween(languages, 'messages', '', messageTable()))

function shapeModule(read: Record<string, ReadType>): string {
  const own = Object.entries(read).map(([name, type]) => [name, ownFields(type, read)])
  const grown = Object.entries(read)
    .filter(([, { base }]) => base)
    .map(([name, { base }]) => `${name}: { ...own.${base}, ...own.${name} }`)
  return `// Generated from the types of the view by npm run reference. Do not edit.

/** A field that a template can name. */
export interface FieldShape {
  /** \`text\`, \`number\`, \`boolean\`, or the name of a type below. */
  type: string
  /** Some receipts lack it. */
  optional?: true
  /** The codes it can be. */
  choices?: readonly string[]
  /** Several of them: by position, or by name. */
  many?: 'list' | 'record'
  doc: string
}

/** The fields of a type, by name. */
export type TypeShape = Readonly<Record<string, FieldShape>>

const own: Record<string, TypeShape> = ${JSON.stringify(Object.fromEntries(own))}

/** The types that templates use. */
export const types: Readonly<Record<string, TypeShape>> = { ...own, ${grown} }
`
}

function formatted(code: string): string {
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  const args = [biome, 'check', '--write', '--stdin-file-path=tools/generated/page-shape.ts']
  return execFileSync(process.execPath, args, { input: code, encoding: 'utf8' })
}
