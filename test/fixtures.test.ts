import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Variant } from '../src/view/variant.ts'
import { whatIsAccepted } from '../tools/goldens/cases.ts'
import { type GoldenReceipt, goldens } from '../tools/goldens/testing.ts'
import { fixtureFolder } from '../tools/lint/fixtures.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures } from './support/fixtures.ts'
import { isExhaustive, isSampled } from './support/scope.ts'

/** Receipts that show what is particular to a variant. */
const inVariants = {
  classic: ['cafe.ar', 'fashion-sale.en-CA', 'restaurant-tip'],
  compact: ['bulk-300', 'grocery-vat.de-DE', 'hotel.en-GB'],
  gift: ['fashion-sale.en-CA', 'electronics-warranty.es-ES'],
} as const

const receipts = {
  ...Object.fromEntries(fixtures.map(fixture => [fixture.name, golden(fixture)])),
  ...Object.fromEntries(
    Object.entries(inVariants).flatMap(([variant, names]) =>
      names.map(name => [`${name}/${variant}`, golden(fixtureNamed(name), variant as Variant)]),
    ),
  ),
}

const engineOf = (name: string) => engineFor(fixtureNamed(name.split('/')[0]!))

for (const { name, check } of goldens(engineOf, receipts, { dir: fixtureFolder, mailPicture: false })) {
  test(name, async context => {
    const [receipt = '', stage] = name.split(': ')
    const isPrinted = stage === 'pages' || stage === 'barcodes'
    if (isPrinted && !isTaken(receipt) && whatIsAccepted(undefined, [context]) !== 'all') context.skip()
    await check(context)
  })
}

/** Whether its pages are compared, too: those of a sixth of the receipts, and of new ones. The views that they are printed from always are. */
function isTaken(receipt: string): boolean {
  const at = Object.keys(receipts).indexOf(receipt)
  return (isSampled(at) && (isExhaustive || at % 2 === 0)) || !existsSync(join(fixtureFolder, receipt, 'pages.txt'))
}

function golden(
  { name, receipt, acceptLanguage, offers, papers }: Fixture,
  variant: Variant = 'modern',
): GoldenReceipt {
  // Of three hundred lines the inner pages are alike.
  return {
    receipt,
    options: { acceptLanguage, offers, variant },
    papers,
    pictures: name === 'bulk-300' ? 'ends' : true,
  }
}
