import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { rowsOf, stacks } from '../scripts/install-check/stacks.ts'
import { contextOf, environmentOf, readDockerfile } from '../scripts/install-check/ways.ts'
import { healthOperations } from '../service/src/http/operations/health.ts'
import { variables } from '../service/src/settings/variables.ts'

/** What can be known of the ways to production without a container; `npm run install:check` installs them. */
const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json'))
const settings = Object.keys(variables.shape)

test('docs/recipes.md has a row for each stack that `npm run install:check -- --write` tries', () => {
  expect([...rowsOf(read('docs/recipes.md')).keys()]).toEqual(Object.keys(stacks))
})

describe('the Dockerfile', () => {
  const stages = readDockerfile(root)
  const copies = stages.flatMap(stage => stage.filter(({ name }) => name === 'COPY'))
  const fromContext = copies.filter(({ rest }) => !rest.startsWith('--from'))

  test('runs the Node that the tests run', () => {
    expect(read('Dockerfile')).toContain(`ARG NODE_VERSION=${manifest.devDependencies.node}\n`)
  })

  test('copies files that are there, and that .dockerignore lets through', () => {
    const context = contextOf(root)
    const sources = copies.flatMap(({ rest }) =>
      rest
        .replace(/^\S+=\S+ /, '')
        .split(' ')
        .slice(0, -1),
    )
    const local = sources.filter(source => source !== '.').map(source => source.replace(/^\/app\//, ''))
    const made = ['node_modules', 'service/node_modules', 'dist', 'service/page', '/opt/browser']
    expect(local.length).toBeGreaterThan(12)
    for (const path of local.filter(path => !made.includes(path)))
      expect(
        context.some(file => file === path || file.startsWith(`${path}/`)),
        path,
      ).toBe(true)
  })

  test('installs every workspace, and sends no secret, picture or history to the builder', () => {
    const given = fromContext.map(({ rest }) => rest)
    for (const workspace of manifest.workspaces) expect(given).toContain(`${workspace}/package.json ${workspace}/`)
    const context = contextOf(root)
    expect(
      context.filter(file =>
        /\.git\/|\.env$|\.pem$|\.db$|\.png$|^node_modules|^test\/(?!(?:node-22|typescript-5\.4)\/package\.json$)/.test(
          file,
        ),
      ),
    ).toEqual([])
  })

  test('takes every folder in which npm puts what the service needs, and its Japanese font', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    const needed = Object.keys(packages).filter(path => path.includes('node_modules/') && !packages[path]?.dev)
    expect(needed).toContain('node_modules/@expo-google-fonts/noto-sans-jp')
    const own = needed.some(path => path.startsWith('service/node_modules/'))
    const taken = copies.some(({ rest }) => rest === '--from=build /app/service/node_modules service/node_modules')
    expect(taken).toBe(own)
  })

  test('sets only settings that exist, and runs as a number that is not root’s', () => {
    const last = stages.at(-1) ?? []
    const ours = Object.keys(environmentOf(last)).filter(name => !['PATH', 'PUPPETEER_EXECUTABLE_PATH'].includes(name))
    expect(ours.filter(name => !settings.includes(name))).toEqual([])
    expect(last.find(({ name }) => name === 'USER')?.rest).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })
})

test('compose.yaml gives each process settings that exist, on images with a version', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })
  expect(Object.keys(services)).toEqual(['api', 'worker', 'database', 'mail'])
  for (const name of ['api', 'worker']) {
    const { environment, build, read_only: readOnly } = services[name]
    expect(existsSync(join(root, 'deploy', build, 'Dockerfile'))).toBe(true)
    expect(readOnly).toBe(true)
    expect(Object.keys(environment).filter(setting => !settings.includes(setting))).toEqual([])
    expect(environment.ROLE).toBe(name)
    // What compose makes of `${NAME:-default}` and `${NAME:?what is wrong}`, for a person who set the latter.
    const filled = Object.entries<string>(environment).map(([setting, value]) => [
      setting,
      value.replace(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, text) => (kind === '-' ? text : 'a1b2c3d4e5f6a7b8')),
    ])
    expect(variables.safeParse(Object.fromEntries(filled)).error).toBe(undefined)
  }
  for (const { image } of [services.database, services.mail]) expect(image).toMatch(/:v?\d/)
})

test('kubernetes.yaml probes paths that the service has, and gives settings that exist', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml'))
  expect(documents.flatMap(document => ('errors' in document ? document.errors : []))).toEqual([])
  const objects = documents.map(document => document.toJS())
  const given = objects.flatMap(({ stringData, data }) => Object.keys({ ...stringData, ...data }))
  expect(given.length).toBeGreaterThan(3)
  expect(given.filter(name => !settings.includes(name))).toEqual([])
  const paths = healthOperations({} as Parameters<typeof healthOperations>[0]).map(({ path }) => path)
  const deployments = objects.filter(({ kind }) => kind === 'Deployment')
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['counterfoil-api', 'counterfoil-worker'])
  for (const { spec, metadata } of deployments) {
    const [container] = spec.template.spec.containers
    const { startupProbe, readinessProbe, livenessProbe, ports, env, image } = container
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect(paths).toContain(httpGet.path)
      expect(httpGet.port).toBe(ports[0].name)
    }
    expect(`counterfoil-${env[0].value}`).toBe(metadata.name)
    expect(image.endsWith(`:${manifest.version}`)).toBe(true)
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
  }
})

test('both stop a process later than it gives up itself', () => {
  const [, timeoutMs = ''] = /stopTimeoutMs = ([\d_]+)/.exec(read('service/src/commands/serve.ts')) ?? []
  const seconds = Number(timeoutMs.replaceAll('_', '')) / 1000
  expect(seconds).toBeGreaterThan(10)
  const waits = ['counterfoil.service', 'compose.yaml', 'kubernetes.yaml'].flatMap(name =>
    Array.from(read(`deploy/${name}`).matchAll(/(?:TimeoutStopSec=|stop_grace_period: |GracePeriodSeconds: )(\d+)/g)),
  )
  expect(waits.length).toBe(4)
  for (const [line, wait] of waits) expect(Number(wait), line).toBeGreaterThan(seconds)
})

test('the workflows run what is there, with puppeteer’s own version', () => {
  const jobs = (name: string) =>
    Object.values<{ steps: { run?: string }[] }>(parse(read(`.github/workflows/${name}`)).jobs)
  const commands = ['ci.yml', 'publish.yml'].flatMap(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  expect(commands).toContain('.ci/run')
  expect(commands).toContain('npm publish && npm publish --workspace service && npm publish --workspace till')
  const browser = commands.find(command => command.includes('puppeteer@'))
  expect(browser).toContain(`puppeteer@${manifest.devDependencies.puppeteer} `)
})

const { status } = spawnSync('systemd-analyze', ['--version'])

test.skipIf(status !== 0)('systemd takes the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unit = read('deploy/counterfoil.service')
  const [, command = ''] = /^ExecStart=(\S+)$/m.exec(unit) ?? []
  expect(command).toBe('/opt/counterfoil/node_modules/.bin/counterfoil-service')
  // It looks whether the program is there.
  writeFileSync(join(folder, 'counterfoil.service'), unit.replace(command, `"${process.execPath}"`))
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'counterfoil.service')], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const [, given = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const names = given.split(' ').map(pair => pair.split('=')[0] ?? '')
  expect(names.filter(name => ![...settings, 'TMPDIR'].includes(name))).toEqual([])
})
