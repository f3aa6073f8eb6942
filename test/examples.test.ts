import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { isExhaustive } from './support/scope.ts'
import { exampleFolder, testExample } from './support/test-example.ts'

const projects = readdirSync(exampleFolder).filter(name => existsSync(join(exampleFolder, name, 'package.json')))

test('there are examples', () => {
  expect(projects).toContain('golden-tests')
  expect(projects).toContain('shop')
})

// The shop has a file of its own, because it waits for most of a minute.
const others = projects.filter(name => name !== 'shop')
const few = others.filter(name => isExhaustive || name === 'email-worker')

test.each(few)('the tests of examples/%s pass', { timeout: 120_000 }, testExample)

// All of its goldens are compared each night, with pictures.
test.each(['burlington', 'montreal'])('the text of %s in examples/golden-tests is today’s', async name => {
  const read = (path: string) => readFileSync(join(exampleFolder, 'golden-tests', path), 'utf8')
  const templates = join(exampleFolder, 'golden-tests/brand')
  await using engine = await createEngine({ templates, locales: { territories: { 'CA-QC': 'fr-CA' } } })
  expect(`${engine.text(read(`receipts/${name}.json`)).trimEnd()}\n`).toBe(read(`goldens/${name}/receipt.txt`))
})
