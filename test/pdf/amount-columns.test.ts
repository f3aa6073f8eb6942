import { describe, expect, test } from 'vitest'
import { paperSize } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { engineFor, fixtures, sampled } from '../support/fixtures.ts'
import { amountsIn, endingAmounts, notationsIn } from '../support/paper-amounts.ts'
import { printed } from '../support/prints.ts'

const prints = looks.flatMap(look => (['a4', 'roll80', 'roll58'] as const).map(paper => ({ look, paper })))

describe.each(prints)('on $paper in the look $look', ({ look, paper }) => {
  // Words without a break are wider than half a sheet there, and push the amounts 1.5 points out.
  const shown = fixtures.filter(({ name }) => look !== 'classic' || paper !== 'a4' || name !== 'hostile')

  test.each(sampled(look, { on: paper, of: shown }))('every amount ends at the same pixel: $name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const engine = await engineFor(fixture)
    const view = engine.view(receipt, { acceptLanguage, offers })
    const isRtl = view.dir === 'rtl'
    const columns = look === 'classic' && paper === 'a4' ? 2 : 1
    const amounts = amountsIn(view)
    const scale = paper !== 'a4' ? 0.85 : 1
    const space = (view.notation?.space ?? 0) * scale * pixel
    const pdf = await printed(fixture, paper, look)
    const found = await endingAmounts(pdf, {
      amounts: new Set(amounts),
      notations: notationsIn(view),
      columns,
      isRtl,
    })
    const inColumn = found.filter(({ end, hasNotation, pageWidth }) =>
      edgesOf(paper, pageWidth, columns, isRtl).some(edge => {
        const before = isRtl ? end - edge : edge - end
        return hasNotation ? before > -pixel && before < space : Math.abs(before - space) < pixel
      }),
    )
    const ending = inColumn.map(({ amount }) => amount)
    expect(missing(amounts, ending)).toEqual([])
  })
})

/** A CSS pixel in points. */
const pixel = 0.75

/** Where lines end: at the margin, and before the gap of 16 mm between two columns. Chromium rounds the width of a page up. */
function edgesOf(paper: 'a4' | 'roll80' | 'roll58', pageWidth: number, columns: number, isRtl: boolean): number[] {
  const { margins, printableWidth, fitted } = paperSize(paper)
  const points = (millimeters: number) => (millimeters / 25.4) * 72
  const left = points(margins.left)
  const right = fitted ? left + points(printableWidth) : pageWidth - points(margins.right)
  const column = (right - left + points(16)) / 2
  const edges = isRtl ? [left, left + column] : [right, right - column]
  return edges.slice(0, columns)
}

/** What `found` has fewer times than `expected`. */
function missing(expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found]
  return expected.filter(each => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
