import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeApi } from '../scripts/reference/write-api.ts'
import { textBetween } from '../scripts/reference/write-docs.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
const project = mkdtempSync(join(tmpdir(), 'counterfoil-api-'))
mkdirSync(join(project, 'node_modules'))
symlinkSync(root, join(project, 'node_modules/counterfoil'))
copyFileSync(join(root, 'fixtures/fashion-sale.en-CA/receipt.json'), join(project, 'sale.json'))
afterAll(() => rmSync(project, { recursive: true }))

const programs = [...page.matchAll(/^## (.*)\n[^#]*?^```js\n([\s\S]*?)^```/gm)].map(([, title, code]) => ({
  title,
  code: code!,
}))

test('docs/api.md has a program for each part', () => expect(programs.length).toBeGreaterThan(4))

test.each(programs)('the program of "$title" prints what its comments say', ({ code }) => {
  const file = join(project, 'program.mjs')
  writeFileSync(file, code)
  const printed = execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' })
  const said = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)|^\/\/ (.*)$/gm)].map(
    ([, beside, below]) => beside ?? below,
  )
  expect(said.length).toBeGreaterThan(0)
  expect(
    printed
      .trim()
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .split('\n'),
  ).toEqual(said)
})

test('its reference is that of the exports; npm run reference writes it', () => {
  expect(textBetween(page, 'reference')).toBe(writeApi())
})
