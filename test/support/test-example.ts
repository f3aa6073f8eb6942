import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

/** Each example is a separate project, tested by its own test against the built package. */
export const exampleFolder = resolve(import.meta.dirname, '../../examples')

/** Runs the tests of an example. Fails with what they said, or if there are none. */
export async function testExample(name: string): Promise<void> {
  const cwd = join(exampleFolder, name)
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const [program, ...options] = scripts.test.split(' ')
  expect(program).toBe('node')
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env
  const run = promisify(execFile)(process.execPath, options, { cwd, env, maxBuffer: 2 ** 26 })
  const { code, stdout, stderr } = await run.then(
    said => ({ code: 0, ...said }),
    error => error,
  )
  expect(code, `${stdout}${stderr}`).toBe(0)
  expect(stdout).not.toMatch(/^ℹ pass 0$/m)
}
