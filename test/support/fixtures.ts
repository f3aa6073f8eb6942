import { createEngine, type Engine } from '../../src/engine.ts'
import { type PaperName, papers } from '../../src/pdf/paper.ts'
import { openPrinter, type Printer } from '../../src/pdf/print.ts'
import type { ReceiptSource } from '../../src/receipt/parse.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { readFixtures, type Fixture as Shipped } from '../../tools/lint/fixtures.ts'
import { isExhaustive, isSampled } from './scope.ts'

/** A scenario of the folder `fixtures/`: what a till sent, and how it is to be rendered. */
export interface Fixture extends Omit<Shipped, 'receipt' | 'paper'> {
  receipt: ReceiptSource
  /** Papers it is printed on: A4, and the one it asks for. */
  papers: PaperName[]
}

/** All scenarios, in the order of their names. */
export const fixtures: readonly Fixture[] = readFixtures().map(({ receipt, paper, ...fixture }) => ({
  ...fixture,
  receipt: JSON.parse(receipt),
  papers: [...new Set<PaperName>(['a4', paper])],
}))

/** Whether a scenario is rendered in Arabic or Hebrew. */
export function isRightToLeft(name: string): boolean {
  return /\.(?:ar|he-IL)$/.test(name)
}

/** The scenario of that name. */
export function fixtureNamed(name: string): Fixture {
  const found = fixtures.find(fixture => fixture.name === name)
  if (!found) throw new Error(`there is no fixture ${name}`)
  return found
}

/**
 * Of these scenarios, those that a test takes in this look, on this paper: all of them, or a sample. Without a paper each scenario is in
 * one look; with papers each is on one of them in one look at most, and each look meets each paper with two. Of the two
 * with three hundred lines, one is on a sheet and the other on a roll.
 */
export function sampled(look: Look, where?: { on?: PaperName }): readonly Fixture[]
export function sampled<Of extends Fixture>(look: Look, where: { on?: PaperName; of: readonly Of[] }): readonly Of[]
export function sampled(look: Look, { on, of = fixtures }: { on?: PaperName; of?: readonly Fixture[] } = {}) {
  const place = looks.indexOf(look)
  if (on === undefined) return of.filter(({ name }) => isSampled(names.indexOf(name), place))
  const isTurn = (at: number) =>
    at >= 0 &&
    at % papers.length === papers.indexOf(on) &&
    (Math.floor(at / papers.length) + place) % looks.length === 0
  return of.filter(({ name }) => isExhaustive || isTurn(printedNames.indexOf(name)))
}

const names = fixtures.map(({ name }) => name)
/** Two of three, and so two for each look on each paper: among them those with the most fields, lines, scripts and tricks. */
const printedNames = names.filter((_, at) => at % 3 !== 1)

/**
 * The engine of a scenario; scenarios with the same options share one, and all share a printer: all files of a worker do, because a
 * browser takes a second to start. It ends with the worker.
 */
export function engineFor({ options }: Fixture): Promise<Engine> {
  const key = JSON.stringify(options)
  const engine = engines.get(key) ?? createEngine({ ...options, strict: true, pdf: { printer: sharedPrinter() } })
  engines.set(key, engine)
  return engine
}

/** The printer of these engines, for pages that are no fixture's; or one that replaces characters without a font. Nobody closes it. */
export function sharedPrinter(missingGlyphs: 'error' | 'replace' = 'error'): Printer {
  printers[missingGlyphs] ??= openPrinter({ missingGlyphs })
  return printers[missingGlyphs]
}

const engines = new Map<string, Promise<Engine>>()
const printers: { error?: Printer; replace?: Printer } = {}

/** Ends the browsers, for a file that counts its own. */
export async function closeEngines(): Promise<void> {
  engines.clear()
  await Promise.all([printers.error?.close(), printers.replace?.close()])
  delete printers.error
  delete printers.replace
}
