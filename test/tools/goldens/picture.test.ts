import { describe, expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { comparePictures } from '../../../tools/goldens/golden-files.ts'
import {
  beside,
  extended,
  type Picture,
  withFewColors,
  withFewEdgeColors,
  writePng,
} from '../../../tools/goldens/pictures/picture.ts'

/** A picture with the given color at each px. */
function pictureOf(width: number, height: number, colorAt: (x: number, y: number) => number[]): Picture {
  const rgba = Array.from({ length: width * height }, (_, at) => [...colorAt(at % width, Math.floor(at / width)), 255])
  return { width, height, rgba: Uint8Array.from(rgba.flat()) }
}

const stripes = pictureOf(31, 17, x => (x % 2 === 0 ? [255, 255, 255] : [122, 31, 61]))
const shades = pictureOf(31, 17, (x, y) => [x, y, 0])
const manyColors = pictureOf(31, 17, (x, y) => [x * 8, y * 15, x + y])

describe('a picture is the same when its file is read', () => {
  test.each([
    ['of up to sixteen colours', stripes, 4, 3],
    ['of up to 256 colours', pictureOf(31, 7, (x, y) => [x, y, 0]), 8, 3],
    ['of any colours', manyColors, 8, 2],
    ['of few colours, made of one of many', withFewColors(shades), 4, 3],
  ])('%s', async (_, picture, depth, colorType) => {
    const png = writePng(picture)
    expect([png[24], png[25]]).toEqual([depth, colorType])
    const { width, height, rgba } = readPixels(png)
    expect({ width, height, rgba: Array.from(rgba) }).toEqual({ ...picture, rgba: Array.from(picture.rgba) })
  })
})

test('a picture of a mail keeps the color of its ground', () => {
  const tinted = pictureOf(120, 100, (x, y) => (x === 7 && y < 9 ? [120, 130, 140] : [248, 246, 242]))
  const kept = withFewEdgeColors(tinted).rgba
  expect([...kept.subarray(0, 3)]).toEqual([248, 246, 242])
  expect([...kept.subarray(28, 31)]).toEqual([119, 136, 136])
})

describe('two pictures', () => {
  const white = pictureOf(120, 100, () => [255, 255, 255])
  const withDot = (size: number) => pictureOf(120, 100, (x, y) => (x < size && y < size ? [0, 0, 0] : [255, 255, 255]))

  test('match with a few pixels of difference', async () => {
    expect(await comparePictures(white, withDot(4))).toBeUndefined()
  })

  test('differ if a word differs', async () => {
    const difference = await comparePictures(white, withDot(12))
    expect(difference).toMatchObject({ differing: 144, allowed: 20 })
  })

  test('differ if one is longer, even by blank lines', async () => {
    const difference = await comparePictures(white, extended(white, 120, 101))
    expect(difference?.differing).toBe(0)
  })

  test('are shown side by side with their difference', async () => {
    const { sideBySide } = (await comparePictures(white, withDot(12)))!
    expect(sideBySide).toMatchObject({ width: 3 * 120 + 2 * 12, height: 100 })
    const redAt = (x: number) => [...sideBySide.rgba.subarray(x * 4, x * 4 + 3)]
    expect([0, 132, 264, 264 + 50].map(redAt)).toEqual([
      [255, 255, 255],
      [0, 0, 0],
      [255, 0, 0],
      [255, 255, 255],
    ])
  })

  test('keep their pixels side by side', () => {
    const row = beside([stripes, shades])
    expect([...row.rgba.subarray(0, 8)]).toEqual([255, 255, 255, 255, 122, 31, 61, 255])
    expect([...row.rgba.subarray((31 + 12 + 3) * 4, (31 + 12 + 4) * 4)]).toEqual([3, 0, 0, 255])
  })
})
