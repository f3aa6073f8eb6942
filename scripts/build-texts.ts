/** Compiles and inlines the package's templates into `dist/`, and reads its messages into one file, so that no process has to. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { compileTemplates } from '../src/document/compile.ts'
import { readTemplateFiles } from '../src/document/template-files.ts'
import { templateFolder } from '../src/document/templates.ts'
import { readMessageFiles } from '../src/locale/words/message-files.ts'
import { builtMessages, shippedFolder } from '../src/locale/words/message-tables.ts'
import { looks } from '../src/view/variant.ts'

const out = 'dist/built-templates'
mkdirSync(out, { recursive: true })
for (const look of looks) {
  const compiled = Object.entries(compileTemplates(readTemplateFiles(templateFolder, look)))
  writeFileSync(`${out}/${look}.cjs`, compiled.map(([name, source]) => `exports.${name} = ${source}\n`).join(''))
}

const tables = [...readMessageFiles(shippedFolder)].map(([tag, table]) => [tag, Object.fromEntries(table)])
writeFileSync(`dist/${builtMessages}`, JSON.stringify(Object.fromEntries(tables)))
