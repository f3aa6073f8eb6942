import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../src/package-root.ts'
import { thorough } from './support/scope.ts'

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
const oldest = join(packageRoot, 'test/node-22/node_modules/node/bin/node')
const command = join(packageRoot, 'bin/counterfoil.js')
const run = (...args: string[]) => execFileSync(oldest, args, { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' })

test('the oldest Node.js that the manifest allows is here', () => {
  expect(run('--version')).toBe(`v${manifest.engines.node.replace('>=', '')}\n`)
})

test('it reads every file of the package', () => {
  const files = readdirSync(join(packageRoot, 'dist')).filter(file => /\.c?js$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  const modules = JSON.stringify(files.filter(file => file.endsWith('.js')).map(file => join('dist', file)))
  const parse = `for (const file of ${modules}) new vm.SourceTextModule(fs.readFileSync(file, 'utf8'), { identifier: file })`
  run('--experimental-vm-modules', '--no-warnings', '--eval', parse)
  const entries = ['index', 'lint', 'testing', 'pictures'].map(entry => `await import('./dist/${entry}.js');`)
  run('--input-type=module', '--eval', entries.join(''))
})

test('the command runs on it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-oldest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const receipt = join(packageRoot, 'fixtures/cafe.ar/receipt.json')
  run(command, 'render', receipt, '--out', folder)
  expect(
    readdirSync(folder)
      .map(file => file.replace(/^.*\./, ''))
      .toSorted(),
  ).toEqual(['eml', 'html', 'pdf', 'txt'])
})

// What it needs of a Node.js that rendering doesn't; its module is loaded above.
thorough('the lint runs on it', () => {
  expect(run(command, 'lint', 'examples/my-brand')).toBe('0 errors, 0 warnings\n')
  expect(run(command, 'locales')).toContain('en-US')
})

test('an older one says a sentence', () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
  const { status, stderr } = spawnSync(oldest, ['--import', `data:text/javascript,${old}`, command, '--version'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'counterfoil needs Node.js 22.12 or newer, and this is 20.20.2.\n'])
})
