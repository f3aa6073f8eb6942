import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The hash of all that draws receipts in a built package: the code that `dist/index.js` loads, templates, wording and fonts, as built
 * and as merchants' folders use them, and which libraries there are. Equal hashes mean equal documents, but for the browser.
 */
export function drawingHash(root: string): string {
  const code = [...codeFrom(root, 'index.js')].map(name => `dist/${name}`)
  const found = globSync(
    ['dist/built-messages.txt', 'dist/built-templates/*', 'dist/fonts/*/*/*', 'templates/**/*.*', 'locales/*.json'],
    { cwd: root },
  )
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const hash = createHash('sha256').update(JSON.stringify(dependencies))
  for (const file of [...code, ...found].sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`\n${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 12)
}

/** A file of code, and all that it names. */
function codeFrom(root: string, file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const text = readFileSync(join(root, 'dist', file), 'utf8')
  for (const [name] of text.matchAll(/\b(?:part-[\w-]+\.js|(?:zod|bwip)\.cjs)\b(?!\.map)/g)) codeFrom(root, name, known)
  return known
}

// The last step of the build.
if (import.meta.main) writeFileSync('dist/drawing-hash', drawingHash('.'))
