import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as hb from 'harfbuzzjs'
import { describe, expect, test } from 'vitest'
import { scaleFont } from '../../scripts/fonts/scale-font.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'
import { isSampled } from '../support/scope.ts'

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
    const wrong = [...letters].filter(letter => {
      const [ours, theirs] = [outlineOf(small, letter), outlineOf(whole, letter)]
      // Half a unit each for a point and for where a part of a letter is put, and as much where a curve's middle is worked out.
      const isNear = ours.places.every((place, at) => Math.abs(place - scale * theirs.places[at]!) <= 1.5)
      return ours.kinds !== theirs.kinds || !isNear
    })
    expect(wrong).toEqual([])
  })

  test('has its widths and kerning, each rounded', () => {
    const pairs = [...letters].flatMap((first, at) =>
      [...'AOTVaefijlty.,-–4 '].flatMap((second, place) => (isSampled(at, place) ? [first + second] : [])),
    )
    const wrong = pairs.filter(pair => {
      const [ours, theirs] = [shaped(small, pair), shaped(whole, pair)]
      // A kerned width is the sum of two that are rounded.
      const isNear = ours.every(({ width }, at) => Math.abs(width - scale * theirs[at]!.width) <= 1)
      return ours.length !== theirs.length || !isNear
    })
    expect(wrong).toEqual([])
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
