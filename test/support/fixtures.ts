import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createEngine, type Engine, type EngineOptions } from '../../src/engine.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import type { Offer } from '../../src/view/sections/offers.ts'

/** A scenario of the folder `fixtures/`: what a till sent, and how it is to be rendered. */
export interface Fixture {
  name: string
  /** The language asked for: what stands behind the dot of the folder's name, else American English. */
  acceptLanguage: string
  receipt: unknown
  /** Papers it is printed on: A4, and the one it asks for. */
  papers: Paper[]
  offers: Offer[]
  options: Pick<EngineOptions, 'brand' | 'locales'>
}

const folder = new URL('../../fixtures/', import.meta.url)

/** All scenarios, in the order of their names. */
export const fixtures: readonly Fixture[] = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'invalid')
  .map(entry => readFixture(entry.name))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** The scenario of that name. */
export function fixtureNamed(name: string): Fixture {
  const found = fixtures.find(fixture => fixture.name === name)
  if (!found) throw new Error(`there is no fixture ${name}`)
  return found
}

/** Where a file of a scenario stands. */
export function fixturePath(name: string, file: string): string {
  return fileURLToPath(new URL(`${name}/${file}`, folder))
}

/** The engine of a scenario; scenarios with the same options share one, browser and all. */
export function engineFor({ options }: Fixture): Promise<Engine> {
  const key = JSON.stringify(options)
  const engine = engines.get(key) ?? createEngine(options)
  engines.set(key, engine)
  return engine
}

const engines = new Map<string, Promise<Engine>>()

/** Ends all browsers. */
export async function closeEngines(): Promise<void> {
  for (const engine of engines.values()) await (await engine).close()
  engines.clear()
}

function readFixture(name: string): Fixture {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8'))
  const {
    paper,
    offers = [],
    brand,
    locales,
  } = readdirSync(new URL(name, folder)).includes('options.json') ? read('options.json') : {}
  return {
    name,
    acceptLanguage: name.split('.')[1] ?? 'en-US',
    receipt: read('receipt.json'),
    papers: [...new Set<Paper>(['a4', ...(paper ? [paper] : [])])],
    offers,
    options: {
      ...(brand && { brand }),
      ...(locales && { locales }),
    },
  }
}
