import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { MissingField, TemplatesOf } from '../../src/document/templates.ts'
import type { EngineOptions } from '../../src/engine.ts'
import { localeOf, mailOf, pageOf, viewOf } from '../../src/merchant/documents.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import { openMerchant } from '../../src/merchant/open.ts'
import { packageRoot } from '../../src/package-root.ts'
import type { PaperName } from '../../src/pdf/paper.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import type { Offer } from '../../src/view/sections/offers.ts'
import { looks } from '../../src/view/variant.ts'
import type { Finding } from './finding.ts'

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
  paper: PaperName
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
  const { locales, links, structuredData, gtin12 } = given
  const logo = given.brand?.logo && { logo: join(fixtureFolder, name, given.brand.logo) }
  const brand = given.brand && { ...given.brand, ...logo }
  const options = { brand, locales, links, structuredData, gtin12 }
  return { name, title, trade, acceptLanguage, receipt: read('receipt.json'), paper, offers, options }
}

/** What a merchant's receipt says with a fixture's data. */
export function viewOfFixture(merchant: Merchant, { receipt: sent, acceptLanguage, offers }: Fixture): ReceiptView {
  const receipt = parseReceipt(sent)
  return viewOf(merchant, receipt, localeOf(merchant, receipt, { acceptLanguage }), { offers })
}

/** Something that a template folder gets wrong with one of the package's receipts. */
export type Trial = Pick<Finding, 'file' | 'line' | 'column' | 'message' | 'advice'>

/**
 * Renders every receipt of the package with a template folder, as mail and on paper, in every look, to find what the lint cannot
 * see in the templates alone. Yields to other work in between.
 *
 * @param path the merchant's folder
 * @returns each printed field that a receipt lacks, once
 * @throws TemplateError, LocaleError, OptionError if the folder cannot be opened
 */
export async function tryTemplates(path: string): Promise<Trial[]> {
  const trials = new Map<string, Trial>()
  const missing: MissingField[] = []
  const merchant = await openMerchant({ templates: path, onMissingField: one => void missing.push(one) })
  const leftToRight = { ...merchant, templates: withOneMail(merchant.templates) }
  for (const fixture of readFixtures()) {
    const view = viewOfFixture(merchant, fixture)
    for (const variant of looks) {
      mailOf(leftToRight, view, 'cid', { variant })
      pageOf(merchant, view, fixture.paper, { variant })
      await setImmediate()
    }
    for (const one of missing.splice(0)) note(one, fixture.name, trials)
  }
  return [...trials.values()]
}

/** The mail's two directions differ only in their styles, and inlining those again takes as long as filling it with all receipts. */
function withOneMail(templates: TemplatesOf): TemplatesOf {
  return (...asked) => {
    const opened = templates(...asked)
    return { ...opened, email: { ltr: opened.email.ltr, rtl: opened.email.ltr } }
  }
}

function note({ field, page, places }: MissingField, fixture: string, trials: Map<string, Trial>): void {
  const [{ file, line, column } = { file: `the page ${page}`, line: 1, column: 1 }] = places
  const key = `${file}:${line}:${column} ${field}`
  if (trials.has(key)) return
  trials.set(key, {
    file,
    line,
    column,
    message: `{{${field}}} is printed, but receipt ${fixture} has no such text`,
    advice: `put {{#if ${field}}} around it, or correct its name`,
  })
}
