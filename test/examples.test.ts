import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
