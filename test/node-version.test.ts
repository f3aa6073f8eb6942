import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeProblem } from '../src/node-version.ts'

test.each(['20.20.2', '18.0.0', '22.11.0', '21.7.3'])('Node %s is refused, in one sentence', version => {
  expect(nodeProblem(version)).toBe(`Counterfoil needs Node.js 22.12 or newer, and this is ${version}.`)
})

test.each(['22.12.0', '22.21.1', '23.0.0', '24.21.0', '100.0.0'])('Node %s will do', version => {
  expect(nodeProblem(version)).toBeUndefined()
})

test('the manifest asks for the same Node', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const oldest = engines.node.replace('>=', '')
  const [major, minor] = oldest.split('.').map(Number)
  expect(nodeProblem(oldest)).toBeUndefined()
  expect(nodeProblem(`${major}.${minor - 1}.0`)).toContain(`${major}.${minor} or newer`)
})

test.each([
  'src/index.ts',
  'src/stages.ts',
  'src/internal.ts',
  'tools/lint/lint.ts',
  'tools/goldens/testing.ts',
  'tools/cli/cli.ts',
])('%s looks at the version first', file => {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  expect(/^(?:import|export) .*$/m.exec(source)![0]).toMatch(/^import '[./a-z]*\/node-version\.ts'$/)
})
