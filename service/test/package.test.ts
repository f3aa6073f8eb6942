import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedPaths } from '../../test/support/published-paths.ts'
import { isExhaustive, thorough } from '../../test/support/scope.ts'
import { freePort, spawnService } from './support/spawn.ts'

/** The service as npm would install it, beside what it needs. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
let project = ''
let program = ''
let paths: readonly string[] = []

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'counterfoil-service-package-'))
  const home = join(project, 'node_modules/counterfoil-service')
  mkdirSync(home, { recursive: true })
  // Its page is that of the last build, unless all is tested.
  if (isExhaustive) execFileSync('npm', ['run', 'build', '--workspace', 'service'], { cwd: root, stdio: 'pipe' })
  else {
    rmSync(join(root, 'service/dist'), { recursive: true, force: true })
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [compiler, '-p', 'service/tsconfig.build.json'], { cwd: root })
  }
  const { files } = manifestOf(join(root, 'service'))
  paths = publishedPaths(join(root, 'service'), files)
  for (const path of paths) cpSync(join(root, 'service', path), join(home, path))
  // As npm puts them: what it shares with others beside it, its own versions within.
  const shared = join(root, 'node_modules')
  for (const name of readdirSync(shared).filter(name => !name.startsWith('counterfoil-')))
    symlinkSync(join(shared, name), join(project, 'node_modules', name))
  symlinkSync(join(root, 'service/node_modules'), join(home, 'node_modules'))
  program = join(home, 'bin/counterfoil-service.js')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('the package holds built files only, with its license, settings, README and runbook', () => {
  const home = join(project, 'node_modules/counterfoil-service')
  const names = [
    '.env.example',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'node_modules',
    'package.json',
    'page',
    'runbook.md',
  ]
  expect(readdirSync(home).sort()).toEqual(names)
  const files = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' })
  expect(files.filter(name => /\.ts$/.test(name))).toEqual([])
  const license = readFileSync(join(root, 'LICENSE'), 'utf8')
  expect(readFileSync(join(home, 'LICENSE'), 'utf8')).toBe(license)
})

test('it names exactly this engine, and runs no script when it is installed', () => {
  const { dependencies, scripts, private: isPrivate } = manifestOf(join(root, 'service'))
  expect(dependencies.counterfoil).toBe(manifestOf(root).version)
  expect(isPrivate).toBe(undefined)
  const installing = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(Object.keys(scripts).filter(name => installing.includes(name))).toEqual([])
})

test('both packages say where they come from, and that their builds can be traced there', () => {
  for (const folder of ['.', 'service']) {
    const { repository, homepage, bugs, publishConfig, author } = manifestOf(join(root, folder))
    expect(repository).toMatchObject({ type: 'git', ...(folder === 'service' && { directory: 'service' }) })
    const address = repository.url.replace(/^git\+(.*)\.git$/, '$1')
    for (const page of [homepage, bugs]) expect(page.startsWith(`${address}`), page).toBe(true)
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
    expect(author).toBeTruthy()
  }
})

test('it refuses a Node older than its manifest asks for, in one sentence', () => {
  const oldest = /^>=(\d+)\.0\.0$/.exec(manifestOf(join(root, 'service')).engines.node)?.[1]
  expect(readFileSync(program, 'utf8')).toContain(`< ${oldest}) {`)
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.21.1"}})'
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'The service needs Node.js 24 or newer, and this is 22.21.1.\n'])
})

test('it satisfies publint', async () => {
  const { messages } = await publint({
    pkgDir: join(project, 'node_modules/counterfoil-service'),
    pack: false,
    strict: true,
  })
  expect(messages).toEqual([])
})

thorough('npm packs these files', () => {
  const options = ['--workspace', 'service', '--ignore-scripts', '--dry-run', '--json']
  const said = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: root, encoding: 'utf8', stdio: 'pipe' }))
  const [packed] = Object.values<{ files: { path: string }[] }>(said)
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([...paths].sort())
})

test('it wants a data folder outside of itself, and makes nothing before it has one', () => {
  const { PATH } = process.env
  const { status, stderr } = spawnSync(process.execPath, [program], { env: { PATH }, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    `The settings are invalid.
  DATA_DIR: must be set to a folder for the database, outside of the installed package
`,
  ])
  expect(existsSync(join(project, 'node_modules/counterfoil-service/data'))).toBe(false)
})

test('it runs, and stops in order', async () => {
  const settings = { DATA_DIR: join(project, 'data'), PORT: await freePort() }
  const running = await spawnService(settings, () => {}, { command: [process.execPath, program], cwd: tmpdir() })
  expect((await fetch(`${running.url}/docs`)).status).toBe(200)
  expect(await running.stop()).toBe(0)
})

test('its README stands alone: links lead into the package, or to pages of the repository that exist', () => {
  const home = join(project, 'node_modules/counterfoil-service')
  const { url } = manifestOf(home).repository
  const pages = `${url.replace(/^git\+(.*)\.git$/, '$1')}/blob/main/`
  const targets = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, to]) => to ?? '')
  const places = targets.map(to => (to.startsWith(pages) ? join(root, to.slice(pages.length)) : join(home, to)))
  expect(places.length).toBeGreaterThan(4)
  expect(places.filter(place => !existsSync(place))).toEqual([])
})
