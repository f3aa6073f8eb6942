import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawingHash } from '../../scripts/drawing-hash.ts'

const root = join(import.meta.dirname, '../..')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-hash-'))
  for (const name of ['dist', 'templates', 'locales', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: path => !/\.map$|dist\/types/.test(path) })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the hash of what draws changes with all that draws, and with nothing else', () => {
  const built = readFileSync(join(root, 'dist/drawing-hash'), 'utf8')
  expect(built).toMatch(/^[0-9a-f]{12}$/)
  const hashes = [drawingHash(folder)]
  expect(hashes[0]).toBe(built)
  for (const other of ['dist/cli.js', 'dist/part-studio.js', 'dist/drawing-hash', 'locales/README.md'])
    appendFileSync(join(folder, other), ' ')
  expect(drawingHash(folder)).toBe(built)
  for (const drawn of [
    'dist/part-engine.js',
    'dist/part-read-page.js',
    'dist/zod.cjs',
    'dist/bwip.cjs',
    'dist/built-templates/classic.cjs',
    'dist/built-messages.txt',
    'dist/fonts/noto-sans-latin/700Bold/NotoSansLatin_700Bold.ttf',
    'templates/sections/items.html.hbs',
    'locales/de.json',
  ]) {
    appendFileSync(join(folder, drawn), ' ')
    hashes.push(drawingHash(folder))
  }
  expect(new Set(hashes).size).toBe(hashes.length)
})
