import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')
const imports = files.flatMap(from =>
  [...sourceOf(from).matchAll(/^(import type|import|export type|export) [^'"]*?from '([^']+)'/gm)].map(
    ([, kind = '', to = '']) => ({ from, kind, to }),
  ),
)

/** The rooms, each with those it may know. */
const knows: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  http: ['basics'],
  operations: ['basics', 'http'],
  words: ['basics'],
  spool: ['basics'],
  port: ['basics'],
  paper: ['basics', 'port'],
  fleet: ['basics', 'operations', 'spool'],
  settings: ['basics', 'operations', 'paper', 'spool'],
  replay: ['basics', 'operations', 'spool'],
  flow: ['basics', 'operations', 'replay', 'spool', 'words'],
  doctor: ['basics', 'http', 'operations', 'paper', 'port', 'settings', 'spool'],
  drop: ['basics', 'flow', 'spool', 'words'],
  cli: ['basics', 'doctor', 'drop', 'flow', 'paper', 'port', 'replay', 'settings', 'spool'],
}

test('only paper needs libraries, one file for each, and of the engine all else has types', () => {
  const outside = imports.filter(({ kind, to }) => !/^[.]|^node:/.test(to) && kind !== 'import type')
  expect(outside.map(({ from, to }) => `${to} by ${from}`).sort()).toEqual([
    '@point-of-sale/codepage-encoder by paper/letters.ts',
    '@point-of-sale/receipt-printer-encoder by paper/encoder.ts',
  ])
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(manifest.dependencies).sort()).toEqual(outside.map(({ to }) => to).sort())
})

test('what imports a library is loaded by the first receipt on paper', () => {
  const values = imports.filter(({ kind, to }) => kind === 'import' && to.startsWith('.'))
  const reached = new Set<string>()
  const walk = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { from, to } of values) if (from === file) walk(join(dirname(from), to))
  }
  for (const way of ['index.ts', 'main.ts', 'till.ts']) walk(way)
  expect([...reached].filter(file => file.startsWith('paper/'))).toEqual(['paper/printing.ts'])
})

test.each(Object.entries(knows))('%s imports no room but %j', (room, known) => {
  const inside = imports.filter(({ from, to }) => roomOf(from) === room && to.startsWith('.'))
  const used = inside
    .map(({ from, to }) => join(dirname(from), to))
    .filter(to => ![room, ...known].includes(roomOf(to)))
  // What is watched is a till, whatever made it.
  expect(used.filter(to => to !== 'till.ts' || !['drop', 'cli'].includes(room))).toEqual([])
  expect(inside.length).toBeGreaterThan(0)
})

test.each(Object.keys(knows))('one file of %s begins with what the room is for, and says who may call it', room => {
  const heads = files
    .filter(file => roomOf(file) === room)
    .map(file => /^\/\/ Room `[\s\S]*?\n\n/.exec(sourceOf(file))?.[0] ?? '')
    .filter(Boolean)
  expect(heads).toHaveLength(1)
  const [head = ''] = heads
  expect(head).toMatch(`Room \`${room}\`: `)
  const said = /^\/\/ Besides the ways in, (.*) may call it\.$/m.exec(head)?.[1] ?? ''
  const callers = room === 'basics' ? [] : Object.keys(knows).filter(other => knows[other]?.includes(room))
  expect(Array.from(said.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual(callers)
})

test('every folder is a room, of a dozen files at most', () => {
  expect([...new Set(files.map(roomOf))].filter(Boolean).sort()).toEqual(Object.keys(knows).sort())
  expect([...Map.groupBy(files, dirname)].filter(([, { length }]) => length > 12)).toEqual([])
  expect(files.filter(file => roomOf(file) === '').sort()).toEqual(['index.ts', 'main.ts', 'till.ts'])
})

test('only the ways in read the environment', () => {
  expect(files.filter(file => /^(?! \*|.*\/\*\*).*process\.env/m.test(sourceOf(file)))).toEqual(['index.ts'])
})

test('there are no import circles, nor of types', () => {
  const graph = Map.groupBy(
    imports.filter(({ to }) => to.startsWith('.')),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path, file].join(' → '))
    else if (!done.has(file)) for (const { to } of graph.get(file) ?? []) walk(join(dirname(file), to), [...path, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  expect(circles).toEqual([])
})
