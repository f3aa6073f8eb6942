/** Builds the studio's page: `node scripts/build-studio.ts [FOLDER]`. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../tools/studio/page')
const out = resolve(process.argv[2] ?? 'dist/studio-page')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

mkdirSync(out, { recursive: true })
execFileSync(process.execPath, [compiler, '-p', source, '--outDir', out], { stdio: 'inherit' })
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
  if (/\.(html|css)$/.test(file)) copyFileSync(join(source, file), join(out, file))
