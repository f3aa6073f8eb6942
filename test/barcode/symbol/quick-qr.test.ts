import { describe, expect, test } from 'vitest'
import { asciiSquares } from '../../../src/barcode/draw.ts'
import { encodeSquares } from '../../../src/barcode/symbol/encoder.ts'
import fc, { anyUrl } from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'
import { read } from '../read-back.ts'

const ascii = fc.string({
  unit: fc.integer({ min: 1, max: 127 }).map(code => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 400,
})

/** Black squares of 3 px with their quiet zone. */
function pictureOf({ squares, side }: ReturnType<typeof asciiSquares>) {
  const [scale, quiet] = [3, 4]
  const width = (side + 2 * quiet) * scale
  const grey = new Uint8Array(width * width).fill(255)
  for (const [index, dark] of squares.entries())
    for (let row = 0; dark && row < scale; row++) {
      const y = (Math.floor(index / side) + quiet) * scale + row
      const x = ((index % side) + quiet) * scale
      grey.fill(0, y * width + x, y * width + x + scale)
    }
  return { width, height: width, grey }
}

describe('QR codes of ASCII', () => {
  test('any text is read back', async () => {
    await fc.assert(
      fc.asyncProperty(ascii, async text => {
        expect((await read(pictureOf(asciiSquares(text))))?.text).toBe(text)
      }),
      { numRuns: Number(process.env.ROUNDS ?? tries(500)), seed: 20261122 },
    )
  })

  test('take at most two sizes more than the drawing library, which changes encodings within a text', () => {
    fc.assert(
      fc.property(anyUrl, text => {
        const { side } = encodeSquares(text.replaceAll('^', '^^'))
        expect(asciiSquares(text).side - side).toBeLessThanOrEqual(8)
      }),
      { numRuns: tries(200), seed: 20261122 },
    )
  })

  test('of the longest text fits the largest size allowed', () => {
    expect(asciiSquares('x'.repeat(1000)).side).toBe(129 - 8)
  })
})
