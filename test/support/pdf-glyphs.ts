import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from 'vitest'
import { glyphsOf } from '../../tools/goldens/pictures/pdfium-page.ts'

/**
 * How far the glyphs of one PDF are from those of another that shows the same, in points; fails if it shows others.
 *
 * @returns the greatest distance along a line
 */
export async function greatestShift(before: Uint8Array, after: Uint8Array): Promise<number> {
  const [old, now] = [await glyphs(before), await glyphs(after)]
  expect(old.length).toBeGreaterThan(50)
  expect(now.length).toBe(old.length)
  const shifts = now.map(({ character, origin, baseline }, at) => {
    expect(character).toBe(old[at]!.character)
    expect(baseline).toBeCloseTo(old[at]!.baseline, 4)
    return Math.abs(origin - old[at]!.origin)
  })
  return Math.max(...shifts)
}

/** All glyphs but spaces, of which PDFium adds some; in points. */
async function glyphs(pdf: Uint8Array) {
  pdfium ??= await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  try {
    return [...document.pages()]
      .flatMap(each => glyphsOf(each as never))
      .filter(({ character }) => character.trim() !== '')
  } finally {
    document.destroy()
  }
}

let pdfium: PDFiumLibrary | undefined
