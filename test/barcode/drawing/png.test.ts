import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng, pngFile } from '../../../src/barcode/drawing/png.ts'
import { picture } from '../read-back.ts'

test('bands become rows of black and white, from top to bottom', () => {
  const png = encodePng(10, [
    {
      dark: [
        { start: 1, length: 2 },
        { start: 7, length: 3 },
      ],
      rows: 2,
    },
    { dark: [], rows: 1 },
    { dark: [{ start: 0, length: 10 }], rows: 1 },
  ])
  const { width, height, grey } = picture(png)
  const rows = Array.from({ length: height }, (_, y) => Array.from(grey.subarray(y * width, (y + 1) * width)))
  expect(rows.map(row => row.map(value => (value === 0 ? '#' : '.')).join(''))).toEqual([
    '.##....###',
    '.##....###',
    '..........',
    '##########',
  ])
})

test('the file is 1-bit grayscale without transparency', () => {
  const { depth, color, alpha } = PNG.sync.read(Buffer.from(encodePng(8, [{ dark: [], rows: 8 }])))
  expect({ depth, color, alpha }).toEqual({ depth: 1, color: false, alpha: false })
})

test.each([
  ['rgb', [10, 20, 30], undefined],
  ['palette', [1], Uint8Array.of(1, 2, 3, 10, 20, 30)],
] as const)('a file of type %s has the colors it was given', (colors, pixel, palette) => {
  const file = pngFile({ width: 1, height: 1, depth: 8, colors }, deflateSync(Uint8Array.of(0, ...pixel)), palette)
  expect([...PNG.sync.read(Buffer.from(file)).data]).toEqual([10, 20, 30, 255])
})
