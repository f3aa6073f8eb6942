import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng } from '../../../src/barcode/drawing/png.ts'
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

test('the file is 1-bit greyscale without transparency', () => {
  const { depth, color, alpha } = PNG.sync.read(Buffer.from(encodePng(8, [{ dark: [], rows: 8 }])))
  expect({ depth, color, alpha }).toEqual({ depth: 1, color: false, alpha: false })
})
