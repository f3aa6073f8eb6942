/** Compiles and inlines the package's own templates once, into `dist/`, so that no process has to. */
import { writeFileSync } from 'node:fs'
import { compileTemplates } from '../src/document/compile.ts'
import { readTemplateFiles } from '../src/document/template-files.ts'
import { templateFolder } from '../src/document/templates.ts'

const compiled = Object.entries(compileTemplates(readTemplateFiles(templateFolder)))
writeFileSync(
  'dist/document/built-templates.js',
  compiled.map(([name, source]) => `export const ${name} = ${source}\n`).join(''),
)
