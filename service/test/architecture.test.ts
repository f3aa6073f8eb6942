import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export) [^'"]*?from '([^']+)'/gm)].map(
    ([, from]) => from ?? '',
  )

test.each([
  ['fastify', /^api\/app\.ts$/],
  ['@fastify/rate-limit', /^api\/app\.ts$/],
  ['kysely', /^database\//],
  ['nodemailer', /^mail\/smtp\.ts$/],
  ['pg', /^database\/postgres\.ts$/],
  ['pg-boss', /^outbox\/pg-boss\.ts$/],
  ['pino', /^log\.ts$/],
  ['prom-client', /^metrics\.ts$/],
])('%s is used in one place', (library, place) => {
  const users = files.filter(file => importsOf(file).some(from => from === library || from.startsWith(`${library}/`)))
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter(file => !place.test(file))).toEqual([])
})

test('the engine is used by its name only', () => {
  const outside = files.flatMap(file =>
    importsOf(file).filter(
      from => from.startsWith('.') && relative(root, join(root, dirname(file), from)).startsWith('..'),
    ),
  )
  expect(outside).toEqual([])
})

test('only config.ts and the commands know the environment', () => {
  const users = files.filter(file => /process\.env/.test(readFileSync(join(root, file), 'utf8')))
  expect(users).toEqual(['main.ts'])
})

test('no file imports itself through others', () => {
  const graph = new Map(
    files.map(file => [
      file,
      importsOf(file)
        .filter(from => from.startsWith('.') && from.endsWith('.ts'))
        .map(from => relative(root, join(root, dirname(file), from))),
    ]),
  )
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
