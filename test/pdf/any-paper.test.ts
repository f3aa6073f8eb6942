import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Barcode } from '../../src/barcode/barcode.ts'
import { type CustomPaper, paperSize } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { readBarcodes } from '../../tools/goldens/made.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { blackOrWhite } from '../support/black-or-white.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import fc from '../support/fast-check.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures } from '../support/fixtures.ts'
import { readOverflows } from '../support/overflows.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive, tries } from '../support/scope.ts'
import { linesOnLastSheet, scalesIn } from '../support/sheets.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
  await browser.page.emulateMediaType('print')
})
afterAll(() => browser[Symbol.asyncDispose]())

/** What a shop sells: without texts that no till sends, and those of three hundred goods, which take long, and more than one page of a roll. */
const believable = fixtures.filter(({ name }) => name !== 'hostile' && !name.endsWith('-300'))

interface Print {
  fixture: Fixture
  look: Look
  paper: CustomPaper
}

const numRuns = Number(process.env.ROUNDS ?? tries(20))

/** The last bar of a page from right to left was cut, at some widths. */
const cutBefore: Print[] = (isExhaustive ? [154, 154.9] : [154]).map(width => ({
  fixture: fixtureNamed('cafe.ar'),
  look: 'modern',
  paper: { width, height: 140 },
}))

describe.each([
  ['roll of 50 to 120 mm', anyRoll(), []],
  ['sheet of 100 × 140 mm to A3', anySheet(), cutBefore],
])('on any %s', (_, paper, first) => {
  test('nothing is clipped, codes scan, tags are valid, and no line is alone on the last sheet', async () => {
    await fc.assert(
      fc.asyncProperty(anyPrint(paper), async print => {
        expect(await overflows(print)).toEqual([])
        const { fixture, look, paper } = print
        const { receipt, acceptLanguage, offers } = fixture
        const engine = await engineFor(fixture)
        const pdf = await engine.pdf(receipt, { acceptLanguage, offers, paper, variant: look })
        // Chromium shrinks a page for a rounding, too, of some widths.
        if (paper.height !== undefined) expect(scalesIn(pdf, paper).filter(scale => scale < 0.999)).toEqual([])
        expect(await accessProblems(pdf)).toEqual([])
        const codes = Object.values(engine.view(receipt, { acceptLanguage, offers }).images).flatMap(image =>
          image.kind === 'barcode' ? [asRead(image.barcode)] : [],
        )
        expect(await scanned(pdf, paper)).toEqual([...new Set(codes)].sort())
        const { sheets, lines } = await linesOnLastSheet(pdf, paper)
        if (paper.height === undefined) expect(sheets).toBe(1)
        if (sheets > 1) expect(lines).toBeGreaterThan(1)
      }),
      { numRuns, examples: first.map(print => [print]) },
    )
  })
})

/** What is wider than the paper, or than the column that it stands in. */
async function overflows({ fixture, look, paper }: Print): Promise<unknown> {
  const { printableWidth, width, fitted } = paperSize(paper)
  const px = Math.floor(((fitted ? width : printableWidth) / 25.4) * 96)
  await browser.page.setViewport({ width: px, height: 600 })
  await browser.page.setContent(await pageOf(fixture, paper, look))
  return await browser.page.evaluate(readOverflows)
}

/**
 * The texts of all codes, as a printer of the paper burns or prints them: each dot black or white; or in gray, because here the page is
 * scaled to whole dots, which may put an edge of one bar a dot off.
 */
async function scanned(pdf: Uint8Array, { height }: CustomPaper): Promise<string[]> {
  const dpi = height === undefined ? 203 : 300
  const pages = await readPages(pdf, async page => {
    const gray = await page.drawGray(dpi)
    return [...(await readBarcodes(blackOrWhite(gray))), ...(await readBarcodes(gray))]
  })
  return [...new Set(pages.flat().map(({ text }) => text))].sort()
}

/** A UPC-A is an EAN-13 that begins with 0, and scanners say it so. */
function asRead({ symbology, text }: Barcode): string {
  return symbology === 'upca' ? `0${text}` : text
}

function anyPrint(paper: fc.Arbitrary<CustomPaper>): fc.Arbitrary<Print> {
  return fc
    .record({ fixture: fc.constantFrom(...believable), look: fc.constantFrom(...looks), paper })
    .map(print => Object.assign(print, { [fc.toStringMethod]: () => said(print) }))
}

function said({ fixture, look, paper }: Print): string {
  return `${fixture.name} in ${look} on ${JSON.stringify(paper)}`
}

function anyRoll(): fc.Arbitrary<CustomPaper> {
  return fc.record({ width: millimeters(50, 120), margin: millimeters(2, 5) }, { requiredKeys: ['width'] })
}

function anySheet(): fc.Arbitrary<CustomPaper> {
  return fc.record(
    { width: millimeters(100, 420), height: millimeters(140, 420), margin: millimeters(6, 20) },
    { requiredKeys: ['width', 'height'] },
  )
}

/** Inches are of fractions of a millimeter. */
function millimeters(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: min * 10, max: max * 10 }).map(tenths => tenths / 10),
  )
}
