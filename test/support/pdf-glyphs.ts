import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from 'vitest'
import { openObjectValues } from '../../src/pdf/file/object-values.ts'
import { packPdf } from '../../src/pdf/file/pack.ts'
import { compressedStream, inflated, type PdfObject } from '../../src/pdf/file/plain-pdf.ts'
import { changeWidths, fontsOn } from '../../src/pdf/file/text-runs.ts'
import { asReference, referencesIn, writeValue } from '../../src/pdf/file/values.ts'
import { glyphsOf } from '../../tools/goldens/pictures/pdfium-page.ts'

/**
 * How far the glyphs of a PDF are from where Chromium put them, in points; fails if it shows others.
 *
 * @param before as Chromium printed it
 * @param after as it was packed
 * @returns the greatest distance along a line
 */
export async function greatestShift(before: Uint8Array<ArrayBuffer>, after: Uint8Array): Promise<number> {
  const [old, now] = [await glyphs(packPdf(before, withUnits)), await glyphs(after)]
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

/**
 * The document with smaller type and greater widths, so that the latter are whole: PDFium cuts off what is behind the point. That
 * leaves each glyph's origin where it was.
 */
function withUnits(objects: readonly PdfObject[]): PdfObject[] {
  const values = openObjectValues(objects)
  const streams = new Map(objects.map(({ number, content }) => [number, content]))
  const contents = new Map<number, string>()
  const scaled = new Set<number>()
  for (const page of values.beginning('<</Type /Page\n')) {
    const number = asReference(values.get(page).get('Contents'))!
    let content = inflated(streams.get(number))!
    for (const [name, font] of fontsOn(values.get(page))) {
      const descendant = referencesIn(values.get(font).get('DescendantFonts'))[0]!
      if (/\/D?W .*\d\.\d/.test(writeValue(values.value(descendant)!))) {
        changeWidths(values.edit(descendant), width => Math.round(width * perThousandth))
        scaled.add(descendant)
      }
      const sizes = new RegExp(`(?<=/${name} )\\S+(?= Tf\n)`, 'g')
      if (scaled.has(descendant)) content = content.replaceAll(sizes, size => `${Number(size) / perThousandth}`)
    }
    contents.set(number, content)
  }
  return values.written().map(each => {
    const content = contents.get(each.number)
    return content === undefined ? each : compressedStream(each.number, '', content)
  })
}

/** Of 2,048 units to the em square. */
const perThousandth = 2.048
