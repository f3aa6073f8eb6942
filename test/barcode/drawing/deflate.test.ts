import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { deflateRepeated } from '../../../src/barcode/drawing/deflate.ts'
import { encodePng } from '../../../src/barcode/drawing/png.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

const barBytes = fc.constantFrom(0x00, 0x0f, 0xf0, 0xff)

/** The row of a picture 1 to 2000 px wide behind its filter type. */
const rows = fc
  .oneof(
    fc.uint8Array({ minLength: 1, maxLength: 250 }),
    fc.array(barBytes, { minLength: 1, maxLength: 250 }).map(bytes => Uint8Array.from(bytes)),
  )
  .map(bytes => Uint8Array.of(0, ...bytes))

/** Inflating throws when the checksum is wrong. */
function expectCopies(row: Uint8Array, times: number): void {
  const inflated = inflateSync(deflateRepeated([{ row, times }]))
  expect(inflated.equals(Buffer.concat(Array<Uint8Array>(times).fill(row)))).toBe(true)
}

test('any row of bytes inflates to as many copies as were asked for', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 700 }), (row, times) => {
      expectCopies(row, times)
    }),
    { numRuns: tries(300) },
  )
})

test('different rows, each repeated, inflate one after the other', () => {
  const several = fc.integer({ min: 2, max: 200 }).chain(length =>
    fc.array(
      fc.record({
        row: fc
          .array(fc.oneof(barBytes, fc.nat(255)), { minLength: length, maxLength: length })
          .map(bytes => Uint8Array.from(bytes)),
        times: fc.integer({ min: 1, max: 60 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  )
  fc.assert(
    fc.property(several, given => {
      const whole = Buffer.concat(given.flatMap(({ row, times }) => Array<Uint8Array>(times).fill(row)))
      expect(inflateSync(deflateRepeated(given)).equals(whole)).toBe(true)
    }),
    { numRuns: tries(200) },
  )
})

test('every length of the last match inflates correctly', () => {
  for (let times = 1; times <= 520; times++) expectCopies(Uint8Array.of(0, 0xf0, 0x5a), times)
})

test('row lengths in every range of distances inflate correctly', () => {
  for (let size = 2; size <= 32768; size *= 2) {
    for (const length of [size, size + 1, size + size / 2]) {
      if (length <= 32768) expectCopies(new Uint8Array(length).fill(0xff).fill(0x0f, length / 2), 5)
    }
  }
})

test('every byte value inflates correctly', () => {
  expectCopies(
    Uint8Array.from({ length: 256 }, (_, value) => value),
    3,
  )
})

test('the checksum of tall pictures is right', () => {
  expectCopies(new Uint8Array(250).fill(0xff), 40_000)
})

test('the stream is the same with every version of zlib', () => {
  const stream = deflateRepeated([{ row: Uint8Array.of(0, 0xff, 0x0f, 0xf0, 0xff), times: 100 }])
  expect(Buffer.from(stream).toString('hex')).toMatchInlineSnapshot(
    `"7801edc4030c0000741cd0abddab6ddbb66ddbb66ddbb66ddbb66dcf7ff66eb6ad17bcacb7ffafc03f06ba172ae4"`,
  )
})

test('another PNG reader sees the same bars at any width', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 300 }),
      fc.nat({ max: 1999 }),
      fc.integer({ min: 1, max: 40 }),
      (width, rows, at, length) => {
        const start = at % width
        const dark = { start, length: Math.min(length, width - start) }
        const { data, height } = PNG.sync.read(Buffer.from(encodePng(width, [{ dark: [dark], rows }])))
        const expected = Uint8Array.from({ length: width }, (_, x) =>
          x >= dark.start && x < dark.start + dark.length ? 0 : 255,
        )
        expect(height).toBe(rows)
        for (const y of [0, rows - 1]) {
          const red = Uint8Array.from({ length: width }, (_, x) => data[(y * width + x) * 4]!)
          expect(red).toEqual(expected)
        }
      },
    ),
    { numRuns: tries(200) },
  )
})
