import { expect, test } from 'vitest'
import { barModules, darkRuns, isLinear, squareModules } from '../../../src/barcode/drawing/modules.ts'

test('bars lie between quiet zones; a last space is part of one', () => {
  expect([...barModules([1, 2, 3], 2).dark]).toEqual([0, 0, 1, 0, 0, 1, 1, 1, 0, 0])
  expect(barModules([1, 2, 3, 4], 2)).toEqual(barModules([1, 2, 3], 2))
  expect(barModules([1], 10)).toMatchObject({ width: 21, height: 1 })
})

test('squares lie in a quiet zone of four', () => {
  const { width, height, dark } = squareModules([1, 0, 1, 1], 2)
  expect([width, height, dark.length]).toEqual([10, 10, 100])
  expect([...dark].flatMap((value, at) => (value ? [at] : []))).toEqual([44, 54, 55])
})

test('runs end at the end of their row', () => {
  const modules = { width: 4, height: 2, dark: Uint8Array.of(1, 0, 1, 1, 1, 1, 0, 0) }
  expect(darkRuns(modules, 0)).toEqual([
    { start: 0, length: 1 },
    { start: 2, length: 2 },
  ])
  expect(darkRuns(modules, 1)).toEqual([{ start: 0, length: 2 }])
  expect([isLinear(modules), isLinear({ ...modules, height: 1 })]).toEqual([false, true])
})
