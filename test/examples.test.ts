import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Each example is a separate project, tested by its own test against the built package. */
const folder = resolve(import.meta.dirname, '../examples')
const projects = readdirSync(folder).filter(name => existsSync(join(folder, name, 'package.json')))

test('there are examples', () => {
  expect(projects).toContain('golden-tests')
})

// All at once, because they wait most of their time.
test.concurrent.each(projects)('the tests of examples/%s pass', { timeout: 180_000 }, async name => {
  const cwd = join(folder, name)
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const [program, ...options] = scripts.test.split(' ')
  expect(program).toBe('node')
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, options, {
    cwd,
    env,
    maxBuffer: 2 ** 26,
  })
    .then(said => ({ ...said, code: 0 }))
    .catch(error => error)
  expect(code, `${stdout}${stderr}`).toBe(0)
  expect(stdout).not.toMatch(/^ℹ pass 0$/m)
})
