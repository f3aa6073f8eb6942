import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
const importsOf = (file: string) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) [^'"]*?from '([^']+)'|\bimport\('([^']+)'/gm,
    ),
  ].map(([, from, dynamic]) => from ?? dynamic ?? '')

test.each([
  ['fflate', /^merchants\/templates\/unzip\.ts$/],
  ['fastify', /^http\/app\.ts$/],
  ['@fastify/rate-limit', /^http\/app\.ts$/],
  ['kysely', /^database\//],
  ['nodemailer', /^delivery\/mail\/smtp\.ts$/],
  ['@opentelemetry/api', /^basics\/monitoring\/telemetry\/otel-api\.ts$/],
  ['pg', /^database\/postgres\.ts$/],
  ['postal-mime', /^delivery\/reports\/mail\/message\.ts$/],
  ['pino', /^basics\/monitoring\/log\.ts$/],
  ['prom-client', /^basics\/monitoring\/metrics\.ts$/],
  ['smtp-server', /^delivery\/bounces\/port\.ts$/],
  ['imapflow', /^delivery\/bounces\/mailbox\/imap\.ts$/],
  ['openid-client', /^people\/provider\.ts$/],
  ['otpauth', /^people\/totp\.ts$/],
  ['standardwebhooks', /^basics\/standard-webhooks\.ts$/],
])('%s is used in one place', (library, place) => {
  const users = files.filter(file => importsOf(file).some(from => from === library || from.startsWith(`${library}/`)))
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter(file => !place.test(file))).toEqual([])
})

test('the engine is imported by its package name only', () => {
  const outside = files.flatMap(file =>
    importsOf(file).filter(
      from => from.startsWith('.') && relative(root, join(root, dirname(file), from)).startsWith('..'),
    ),
  )
  expect(outside).toEqual([])
})

test('only main.ts reads the environment', () => {
  const users = files.filter(file => /process\.env/.test(readFileSync(join(root, file), 'utf8')))
  expect(users).toEqual(['main.ts'])
})

/** The rooms, each with those it may know beside `basics`, from the ground up. */
const knows: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  settings: [],
  database: [],
  merchants: ['database'],
  statistics: ['database'],
  people: ['database', 'merchants'],
  delivery: ['database', 'merchants', 'settings', 'statistics'],
  receipts: ['database', 'delivery', 'merchants', 'statistics'],
  operations: ['database', 'delivery', 'merchants', 'receipts', 'settings', 'statistics'],
  worker: ['database', 'delivery', 'merchants', 'people', 'receipts', 'statistics'],
  acts: ['database', 'delivery', 'merchants', 'operations', 'people', 'receipts', 'statistics', 'worker'],
  http: ['acts', 'delivery', 'merchants', 'operations', 'people', 'receipts', 'statistics', 'worker'],
  commands: [
    'acts',
    'database',
    'delivery',
    'http',
    'merchants',
    'operations',
    'people',
    'receipts',
    'settings',
    'statistics',
    'worker',
  ],
}

/** How many floors stand below a room, with its own. */
const floorOf = (room: string): number => 1 + Math.max(0, ...beside(room).map(floorOf))
const beside = (room: string) => (room === 'basics' ? [] : ['basics', ...(knows[room] ?? [])])

/** The files outside the rooms; they wire them. */
const wiring = ['health.ts', 'main.ts', 'overrides.ts', 'sending.ts', 'service.ts', 'storage.ts']

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')
const inside = files.flatMap(from =>
  importsOf(from)
    .filter(to => to.startsWith('.'))
    .map(to => ({ from, to: join(dirname(from), to) })),
)

test.each(Object.keys(knows).map(room => [room, beside(room)] as const))('%s imports no room but %j', (room, known) => {
  const strangers = inside.filter(({ from, to }) => roomOf(from) === room && ![room, '', ...known].includes(roomOf(to)))
  expect(files.some(file => roomOf(file) === room)).toBe(true)
  expect(strangers).toEqual([])
})

test.each(Object.keys(knows))('one file of %s begins with what the room is for, and says who may call it', room => {
  const heads = files
    .filter(file => roomOf(file) === room)
    .map(file => /^\/\/ Room `[\s\S]*?\n\n/.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '')
    .filter(Boolean)
  expect(heads).toHaveLength(1)
  const [head = ''] = heads
  expect(head.split('\n').length).toBeLessThanOrEqual(6)
  expect(head).toMatch(`Room \`${room}\`: `)
  const said = /^\/\/ Besides the wiring, (.*) may call it\.$/m.exec(head)?.[1] ?? ''
  const callers = Object.keys(knows).filter(other => knows[other]?.includes(room))
  expect(Array.from(said.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual(callers)
})

test('a room knows only those that stand before it, and none is higher than the ninth floor', () => {
  const order = Object.keys(knows)
  expect(order.filter((room, at) => knows[room]?.some(known => order.indexOf(known) >= at))).toEqual([])
  expect(Math.max(...order.map(floorOf))).toBe(9)
})

test('every folder is a room, and every other file wires them', () => {
  const rooms = new Set(files.map(roomOf).filter(Boolean))
  expect([...rooms].sort()).toEqual(Object.keys(knows).sort())
  expect(files.filter(file => roomOf(file) === '').sort()).toEqual(wiring)
})

test('no room imports the wiring, except the command that serves', () => {
  const wrong = inside.filter(
    ({ from, to }) => roomOf(from) !== '' && roomOf(to) === '' && from !== 'commands/serve.ts',
  )
  expect(wrong).toEqual([])
})

test('the ways that docs/architecture.md describes lead through files that exist, and are short', () => {
  const home = join(root, '../..')
  const text = readFileSync(join(home, 'docs/architecture.md'), 'utf8').replaceAll('→\n', '→ ')
  const ways = text.split('\n').flatMap(line => {
    const steps = Array.from(line.matchAll(/`([\w./-]+\.tsx?)`(?= →|[ .|]*$)/g), ([, file = '']) => file)
    return line.includes('` → `') ? [steps] : []
  })
  expect(ways).toHaveLength(4)
  expect(Math.max(...ways.map(({ length }) => length))).toBeLessThanOrEqual(15)
  const places = ['service/src', 'service', 'till/src']
  expect(ways.flat().filter(file => !places.some(place => existsSync(join(home, place, file))))).toEqual([])
})

test('no folder has more than about a dozen files', () => {
  const counts = Map.groupBy(files, dirname)
  expect([...counts].filter(([, { length }]) => length > 14)).toEqual([])
})

test('only the rooms that store something use queries', () => {
  const keeping = ['database', 'delivery', 'merchants', 'operations', 'people', 'receipts', 'statistics', 'worker']
  const queries = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/
  const askers = files.filter(file => queries.test(readFileSync(join(root, file), 'utf8'))).map(roomOf)
  expect(askers.filter(room => !keeping.includes(room))).toEqual([])
})

test('there are no import cycles', () => {
  const graph = new Map(files.map(file => [file, inside.filter(({ from }) => from === file).map(({ to }) => to)]))
  const cycles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path, file].join(' → '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  const done = new Set<string>()
  for (const file of files) walk(file, [])
  expect(cycles).toEqual([])
})

test('the ways through it that the architecture page shows are there', () => {
  const page = readFileSync(join(root, '../../docs/architecture.md'), 'utf8')
  const [, ways = ''] = /^Three ways through it[\s\S]*?\n\n([\s\S]*?)\n\n/m.exec(page) ?? []
  const named = Array.from(ways.matchAll(/`([\w/-]+\.tsx?)`/g), ([, file = '']) => file)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(file => !existsSync(join(root, file.startsWith('console/') ? '..' : '', file)))).toEqual([])
})
