import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedPaths } from '../../test/support/published-paths.ts'
import { thorough } from '../../test/support/scope.ts'

/** The till as npm would install it, alone. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const readme = readFileSync(join(root, 'till/README.md'), 'utf8')
let project = ''
let home = ''
const paths = publishedPaths(join(root, 'till'), manifestOf(join(root, 'till')).files)

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'counterfoil-till-package-'))
  home = join(project, 'node_modules/counterfoil-till')
  for (const path of paths) cpSync(join(root, 'till', path), join(home, path))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('holds built files and words only, with license and README', () => {
  expect(readdirSync(home).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'locales',
    'package.json',
  ])
  const files = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' })
  expect(files.filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
  expect(readFileSync(join(home, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
})

test('runs without its libraries until it prints, and says which Node it needs', () => {
  const program = join(home, 'bin/counterfoil-till.js')
  const { status, stdout } = spawnSync(process.execPath, [program, 'help'], { encoding: 'utf8' })
  expect([status, stdout.startsWith('counterfoil-till send FILE')]).toEqual([0, true])
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.21.1"}})'
  const old = spawnSync(process.execPath, ['--import', older, program], { encoding: 'utf8' })
  expect([old.status, old.stderr]).toEqual([1, 'The till needs Node.js 22.22 or newer, and this is 22.21.1.\n'])
  expect(manifestOf(home).engines.node).toBe('>=22.22.0')
  const api =
    "import { openTill, TillError } from 'counterfoil-till'; await openTill({}).catch(error => console.log(error instanceof TillError))"
  expect(
    execFileSync(process.execPath, ['--input-type=module', '--eval', api], { cwd: project, encoding: 'utf8' }),
  ).toBe('true\n')
})

test('has the version of the engine whose types it takes, and runs no script when it is installed', () => {
  const { version, peerDependencies, peerDependenciesMeta, scripts, dependencies } = manifestOf(home)
  expect([version, peerDependencies.counterfoil]).toEqual([manifestOf(root).version, manifestOf(root).version])
  expect(peerDependencies['@hyzyla/pdfium']).toBe(manifestOf(root).peerDependencies['@hyzyla/pdfium'])
  expect(peerDependenciesMeta).toEqual({ counterfoil: { optional: true }, '@hyzyla/pdfium': { optional: true } })
  // Pinned, because a printer obeys their bytes.
  expect(Object.values(dependencies as object).filter(range => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([])
  const installing = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(Object.keys(scripts).filter(name => installing.includes(name))).toEqual([])
})

const bin = join(root, 'node_modules/.bin')

test('satisfies publint', async () => {
  const { messages } = await publint({ pkgDir: home, pack: false, strict: true })
  expect(messages).toEqual([])
})

// `npm pack` builds the till once more.
thorough('is what npm packs, and satisfies are-the-types-wrong', () => {
  const pack = ['pack', '--json', '--workspace', 'till', '--pack-destination', project]
  const said = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' })
  const [packed] = JSON.parse(said.slice(said.indexOf('[')))
  expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual(paths)
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color']
  const tarball = join(project, packed.filename)
  const types = execFileSync(join(bin, 'attw'), [tarball, ...options], { cwd: root, encoding: 'utf8' })
  expect(types).toContain('node16 (from ESM): 🟢')
})

test('its README stands alone: links lead to pages of the repository that exist', () => {
  const pages = /\]\(https:\/\/github\.com\/counterfoil\/counterfoil\/(?:blob|tree)\/main\/([^)#]+)/g
  const targets = [...readme.matchAll(pages)].map(([, path]) => path!)
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter(path => !existsSync(join(root, path)))).toEqual([])
  expect(readme.match(/\]\((?!https:)/g)).toBeNull()
})

const { status: systemd } = spawnSync('systemd-analyze', ['--version'])

test.skipIf(systemd !== 0)('systemd takes the unit of the README', () => {
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(readme) ?? []
  const file = join(project, 'counterfoil-till.service')
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart="${process.execPath}"`))
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  expect(stderr.split('\n').filter(line => line.includes('counterfoil-till.service:'))).toEqual([])
})
