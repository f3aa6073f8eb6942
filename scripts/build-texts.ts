/**
 * Compiles and inlines the package's templates into `dist/`, reads its messages into one file and traces where fields are shown, so that no
 * process has to, and writes the schema.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { compileTemplates } from '../src/document/compile.ts'
import { templateFolder } from '../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../src/document/template-files.ts'
import { builtMessages, sourcesByTag } from '../src/locale/words/shipped.ts'
import { receiptJsonSchema } from '../src/receipt/data/receipt-data.ts'
import { looks } from '../src/view/variant.ts'
import { builtFields, tracedFields } from '../tools/trace/fields/interface-fields.ts'

const out = 'dist/built-templates'
mkdirSync(out, { recursive: true })
for (const look of looks) {
  const compiled = Object.entries(compileTemplates(readTemplateFiles(templateFolder, look)))
  writeFileSync(`${out}/${look}.cjs`, compiled.map(([name, source]) => `exports.${name} = ${source}\n`).join(''))
}

writeFileSync(`dist/${builtMessages}`, Array.from(sourcesByTag(), line => line.join(' ')).join('\n'))

const fields = Array.from(tracedFields(), ([field, places]) => [field, [...places]] as const)
writeFileSync(`dist/${builtFields}`, JSON.stringify(Object.fromEntries(fields)))

writeFileSync('dist/receipt.schema.json', `${JSON.stringify(receiptJsonSchema())}\n`)
