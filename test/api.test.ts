import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeApi } from '../scripts/reference/write-api.ts'
import { textBetween } from '../scripts/reference/write-docs.ts'

const root = resolve(import.meta.dirname, '..')
const [page, recipes] = ['docs/api.md', 'docs/recipes.md'].map(path => readFileSync(join(root, path), 'utf8')) as [
  string,
  string,
]
const project = mkdtempSync(join(tmpdir(), 'counterfoil-api-'))
mkdirSync(join(project, 'node_modules'))
symlinkSync(root, join(project, 'node_modules/counterfoil'))
symlinkSync(join(root, 'node_modules/fastify'), join(project, 'node_modules/fastify'))
copyFileSync(join(root, 'fixtures/fashion-sale.en-CA/receipt.json'), join(project, 'sale.json'))
afterAll(() => rmSync(project, { recursive: true }))

const programs = [...`${page}\n${recipes}`.matchAll(/^## (.*)\n[^#]*?^```js\n([\s\S]*?)^```/gm)].map(
  ([, title, code]) => ({
    title,
    code: code!,
  }),
)

test('docs/api.md and docs/recipes.md have programs', () => expect(programs.length).toBeGreaterThan(7))

test.each(programs)('the program of "$title" prints what its comments say', ({ code }) => {
  const file = join(project, 'program.mjs')
  writeFileSync(file, code)
  const printed = execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' })
  const beside = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => line)
  const atEnd =
    /((?:\n\/\/ .*)+)\n$/
      .exec(code)?.[1]
      ?.trim()
      .split('\n')
      .map(line => line.slice(3)) ?? []
  const said = [...beside, ...atEnd]
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
