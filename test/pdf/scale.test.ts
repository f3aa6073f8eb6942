import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { sampled } from '../support/fixtures.ts'
import { printed } from '../support/prints.ts'

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

/** Chromium places what it prints in dots, 300 an inch; CSS has 96 px an inch. */
const dotsPerPixel = 300 / 96

/** How much each page between its margins is shrunk. */
function scalesIn(pdf: Uint8Array, paper: Paper): number[] {
  const text = Buffer.from(pdf).toString('latin1')
  const width = (paperSize(paper).printableWidth / 25.4) * 300
  const scales: number[] = []
  for (const { 0: head, 1: length, index } of text.matchAll(/<<\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/g)) {
    const start = index + head.length
    const content = inflateSync(Buffer.from(text.slice(start, start + Number(length)), 'latin1')).toString('latin1')
    const placed = Array.from(content.matchAll(/ (\S+) \S+ re\nW\*? n\nq\n(\S+) 0 0 \2 \S+ \S+ cm\n/g))
    // Pictures are clipped too.
    const scale = placed.find(([, clip]) => Number(clip) > 0.9 * width)?.[2]
    if (scale !== undefined) scales.push(Number(scale) / dotsPerPixel)
  }
  return scales
}
