import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { readPng } from '../../../src/document/png/read-png.ts'
import fc from '../../support/fast-check.ts'
import { madePng, pngFormats } from '../../support/made-png.ts'
import { tries } from '../../support/scope.ts'

test.each(pngFormats)(
  'color type %i of %i bits, interlaced: %s, is read as another reader reads it',
  (color, depth, interlaced) => {
    const picture = fc.record({
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
      seed: fc.nat(),
      transparent: fc.boolean(),
    })
    fc.assert(
      fc.property(picture, given => {
        const file = madePng({ ...given, color, depth, interlaced })
        const { width, height, data } = PNG.sync.read(Buffer.from(file))
        const read = readPng(file)
        expect([read.width, read.height]).toEqual([width, height])
        expect(Buffer.from(read.rgba).equals(data)).toBe(true)
      }),
      { numRuns: tries(60) },
    )
  },
)

test('a broken file throws, wherever it is broken', () => {
  const file = madePng({ width: 9, height: 7, seed: 5, transparent: false, color: 6, depth: 8, interlaced: true })
  for (let length = 0; length < file.length; length++) expect(() => readPng(file.slice(0, length))).toThrow()
  for (let at = 8; at < file.length; at++) {
    const changed = file.slice()
    changed[at]! ^= 0x10
    expect(() => readPng(changed), `byte ${at}`).toThrow()
  }
})

test('no more is expanded than the picture has pixels', () => {
  const file = madePng({
    width: 2,
    height: 2,
    seed: 1,
    transparent: false,
    color: 6,
    depth: 8,
    interlaced: false,
    extra: 1e7,
  })
  expect(() => readPng(file)).toThrow()
})
