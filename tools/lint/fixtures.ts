import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineOptions } from '../../src/engine.ts'
import { packageRoot } from '../../src/package-root.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import type { Offer } from '../../src/view/sections/offers.ts'

/** A receipt shipped with the package: what a till sent, and how to render it. */
export interface Fixture {
  /** Its folder: `cafe.ar`. */
  name: string
  /** What it shows, in a few words: `Refund to a card`. */
  title: string
  /** The trade of the shop, `Fashion`; or `Edge cases`. */
  trade: string
  /** The language asked for: the part of the name after the dot, else American English. */
  acceptLanguage: string
  /** The JSON text of the receipt. */
  receipt: string
  /** Default `a4`. */
  paper: Paper
  offers: Offer[]
  /** Options for its engine. */
  options: Pick<EngineOptions, 'brand' | 'locales' | 'links' | 'structuredData' | 'gtin12'>
}

/** The folder of the package's receipts. */
export const fixtureFolder = join(packageRoot, 'fixtures')

/** Reads the package's receipts (fixtures/README.md), sorted by name. */
export function readFixtures(): Fixture[] {
  return readdirSync(fixtureFolder)
    .filter(name => existsSync(join(fixtureFolder, name, 'receipt.json')))
    .sort()
    .map(readFixture)
}

function readFixture(name: string): Fixture {
  const read = (file: string) => readFileSync(join(fixtureFolder, name, file), 'utf8')
  const { title, trade, paper = 'a4', offers = [], ...given } = JSON.parse(read('options.json'))
  const [, acceptLanguage = 'en-US'] = name.split('.')
  const { brand, locales, links, structuredData, gtin12 } = given
  const options = { brand, locales, links, structuredData, gtin12 }
  return { name, title, trade, acceptLanguage, receipt: read('receipt.json'), paper, offers, options }
}
