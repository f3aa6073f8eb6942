import { describe, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { sampled } from '../support/fixtures.ts'
import { printed } from '../support/prints.ts'
import { scalesIn } from '../support/sheets.ts'

// Chromium lays a page out again, shrunk, if anything is wider than the sheet, even by the 1/64 px to which it rounds. A wide barcode
// in a column of the classic look may be.
const prints = looks.flatMap(look => (['a4', 'letter'] as const).map(paper => ({ look, paper })))
describe.each(prints)('on $paper in the look $look', ({ look, paper }) => {
  test.each(sampled(look, { on: paper }))('$name is not shrunk because of a rounding', async fixture => {
    const scales = scalesIn(await printed(fixture, paper, look), paper)
    expect(scales.length).toBeGreaterThan(0)
    for (const scale of scales) if (scale > 0.999) expect(scale).toBe(1)
  })
})
