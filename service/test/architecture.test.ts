import { readdirSync, readFileSync } from 'node:fs'
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
  ['fastify', /^api\/app\.ts$/],
  ['@fastify/rate-limit', /^api\/app\.ts$/],
  ['kysely', /^database\//],
  ['nodemailer', /^mail\/smtp\.ts$/],
  ['@opentelemetry/api', /^monitoring\/telemetry\/otel-api\.ts$/],
  ['pg', /^database\/postgres\.ts$/],
  ['postal-mime', /^delivery\/reports\/mail\/message\.ts$/],
  ['pino', /^monitoring\/log\.ts$/],
  ['prom-client', /^monitoring\/metrics\.ts$/],
  ['smtp-server', /^delivery\/bounces\/port\.ts$/],
  ['imapflow', /^delivery\/bounces\/mailbox\/imap\.ts$/],
  ['openid-client', /^console\/provider\.ts$/],
  ['otpauth', /^console\/totp\.ts$/],
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

/** The rooms that every later one may know. */
const ground: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  basics: ['errors'],
  replies: [],
  monitoring: ['basics', 'errors'],
}

/** The rooms, each with those it may know. `database` is for those that keep something. */
const knows: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  apart: [],
  database: [],
  queue: ['database', 'scheduling'],
  administration: ['database'],
  merchants: ['apart', 'database'],
  delivery: ['database', 'merchants', 'queue', 'statistics'],
  mail: ['merchants', 'settings'],
  'email-validation': ['database', 'delivery', 'mail'],
  statistics: ['database'],
  fleet: ['database', 'merchants', 'statistics'],
  outbox: ['database', 'delivery', 'queue', 'statistics'],
  receipts: ['apart', 'database', 'delivery', 'mail', 'merchants', 'outbox', 'queue', 'statistics'],
  console: ['database', 'merchants'],
  reports: ['console', 'database', 'delivery', 'mail', 'merchants', 'queue', 'receipts', 'statistics'],
  scheduling: ['merchants'],
  worker: [
    'console',
    'delivery',
    'email-validation',
    'mail',
    'merchants',
    'outbox',
    'queue',
    'receipts',
    'reports',
    'scheduling',
  ],
  acts: [
    'administration',
    'console',
    'database',
    'delivery',
    'fleet',
    'merchants',
    'outbox',
    'receipts',
    'reports',
    'statistics',
  ],
  api: [
    'acts',
    'administration',
    'apart',
    'console',
    'delivery',
    'email-validation',
    'fleet',
    'mail',
    'merchants',
    'outbox',
    'receipts',
    'reports',
    'statistics',
    'scheduling',
  ],
  demo: ['database', 'merchants', 'outbox', 'queue', 'receipts', 'settings', 'statistics'],
  doctor: ['database', 'delivery', 'email-validation', 'mail', 'merchants', 'settings'],
  cli: [
    'acts',
    'administration',
    'api',
    'console',
    'database',
    'delivery',
    'demo',
    'doctor',
    'mail',
    'merchants',
    'outbox',
    'queue',
    'receipts',
    'reports',
    'settings',
    'statistics',
  ],
}

/** The files outside the rooms; they wire them. */
const wiring = ['health.ts', 'main.ts', 'service.ts', 'storage.ts']

/** What operators can do with a room is defined beside it, but is a floor of its own: rooms know nothing of acts. */
const roomOf = (file: string) =>
  /(?:^|[/-])acts\.ts$/.test(file) ? 'acts' : file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
const inside = files.flatMap(from =>
  importsOf(from)
    .filter(to => to.startsWith('.'))
    .map(to => ({ from, to: join(dirname(from), to) })),
)

test.each([
  ...Object.entries(ground),
  ...Object.entries(knows).map(([room, known]) => [room, [...Object.keys(ground), ...known]] as const),
])('%s imports no room but %j', (room, known) => {
  const strangers = inside.filter(({ from, to }) => roomOf(from) === room && ![room, '', ...known].includes(roomOf(to)))
  expect(files.some(file => roomOf(file) === room)).toBe(true)
  expect(strangers).toEqual([])
})

test('every folder is a room, and every other file wires them', () => {
  const rooms = new Set(files.map(roomOf).filter(Boolean))
  expect([...rooms].sort()).toEqual([...Object.keys(ground), ...Object.keys(knows)].sort())
  expect(files.filter(file => roomOf(file) === '').sort()).toEqual(wiring)
})

test('no room imports the wiring, except the command that serves', () => {
  const wrong = inside.filter(({ from, to }) => roomOf(from) !== '' && roomOf(to) === '' && from !== 'cli/serve.ts')
  expect(wrong).toEqual([])
})

test('no folder has more than about a dozen files', () => {
  const counts = Map.groupBy(files, dirname)
  expect([...counts].filter(([, { length }]) => length > 14)).toEqual([])
})

test('only the rooms that store something use queries', () => {
  const keeping = [
    'administration',
    'console',
    'database',
    'delivery',
    'demo',
    'email-validation',
    'fleet',
    'merchants',
    'outbox',
    'receipts',
    'reports',
    'statistics',
  ]
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
