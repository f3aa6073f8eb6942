import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as hb from 'harfbuzzjs'
import { describe, expect, test } from 'vitest'
import { scaleFont } from '../../scripts/fonts/scale-font.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'

const { files } = findFonts([])
const letters = String.fromCodePoint(
  ...[
    [0x20, 0x7e],
    [0xa0, 0x17f],
  ].flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, at) => first! + at)),
)

/** Of the Latin letters that a build draws on a finer grid, each beside the font that it was cut out of. */
describe.each(files.map(({ path }) => path).filter(path => path.includes('Latin_')))('%s', path => {
  const small = openFont(path)
  const whole = openFont(files.find(file => basename(file.path) === basename(path).replace('Latin_', '_'))!.path)
  const scale = 2048 / 1000

  test('has the whole font’s outlines', () => {
    for (const letter of letters) {
      const [ours, theirs] = [outlineOf(small, letter), outlineOf(whole, letter)]
      expect(ours.kinds, letter).toBe(theirs.kinds)
      // Half a unit each for a point and for where a part of a letter is put, and as much where a curve's middle is worked out.
      for (const [at, place] of ours.places.entries())
        expect(Math.abs(place - scale * theirs.places[at]!), letter).toBeLessThanOrEqual(1.5)
    }
  })

  test('has its widths and kerning, each rounded', () => {
    for (const first of letters) {
      for (const second of 'AOTVaefijlty.,-–4 ') {
        const [ours, theirs] = [shaped(small, first + second), shaped(whole, first + second)]
        expect(ours.length).toBe(theirs.length)
        // A kerned width is the sum of two that are rounded.
        for (const [at, { width }] of ours.entries())
          expect(Math.abs(width - scale * theirs[at]!.width), first + second).toBeLessThanOrEqual(1)
      }
    }
  })
})

test('a font with what the scale does not know is refused', () => {
  const whole = files.find(file => file.path.endsWith('/NotoSans_400Regular.ttf'))!
  expect(() => scaleFont(readFileSync(whole.path), 2048)).toThrow(/GPOS has lookups of kind/)
})

function openFont(path: string): hb.Font {
  return new hb.Font(new hb.Face(new hb.Blob(readFileSync(path))))
}

/** What an outline is made of, and where its points are. */
function outlineOf(font: hb.Font, letter: string) {
  const path = font.glyphToPath(shaped(font, letter)[0]!.glyph)
  return { kinds: path.replaceAll(/-?[\d.]+/g, ''), places: (path.match(/-?[\d.]+/g) ?? []).map(Number) }
}

function shaped(font: hb.Font, text: string) {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, at) => ({ glyph: codepoint, width: positions[at]!.xAdvance }))
}
