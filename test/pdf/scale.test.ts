import { describe, expect, test } from 'vitest'
import type { Paper } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtureNamed, sampled } from '../support/fixtures.ts'
import { openPage, pageOf } from '../support/print-page.ts'
import { printed } from '../support/prints.ts'
import { scalesIn } from '../support/sheets.ts'

// Chromium lays a page out again, shrunk, if anything is wider than the sheet, even by the 1/64 px to which it rounds. A wide barcode
// in a column of the classic look may be.
const prints = looks.flatMap(look => (['a4', 'letter'] as const).map(paper => ({ look, paper })))
describe.each(prints)('on $paper in the look $look', ({ look, paper }) => {
  test.each(sampled(look, { on: paper }))('$name is not shrunk because of a rounding', async fixture => {
    expectWhole(await printed(fixture, paper, look), paper)
  })
})

// On how wide the sheet is depends what is rounded up: columns of terms, codes and details, lines of a sheet that is laid out like a roll.
describe('a sheet of a width at which its parts are rounded up is not shrunk', () => {
  const print = openPage()
  test.each([
    [210, 'modern'],
    [170, 'modern'],
    [144, 'modern'],
    [124.5, 'compact'],
  ] as const)('%s mm, %s', async (width, look) => {
    const paper = { width, height: 297, margin: 16 }
    expectWhole(await print(await pageOf(fixtureNamed('kitchen-studio'), paper, look), paper), paper)
  })
})

function expectWhole(pdf: Uint8Array, paper: Paper): void {
  const scales = scalesIn(pdf, paper)
  expect(scales.length).toBeGreaterThan(0)
  for (const scale of scales) if (scale > 0.999) expect(scale).toBe(1)
}
