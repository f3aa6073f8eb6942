import { describe, expect, test } from 'vitest'
import { unpacked } from '../../src/pdf/file/packed-pdf.ts'
import { looks } from '../../src/view/variant.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { printed } from '../support/prints.ts'
import { lengthsBefore } from '../support/roll-lengths.ts'
import { isExhaustive } from '../support/scope.ts'

const prints = looks.flatMap(look => (['roll80', 'roll58'] as const).map((paper, at) => ({ look, paper, at })))

describe.each(prints.filter(({ paper }) => isExhaustive || paper === 'roll80'))(
  'on $paper in the look $look',
  ({ look, paper, at }) => {
    test('receipts take seven tenths of the paper they took, and none more than nine tenths', async () => {
      const shares = new Map<string, number>()
      for (const [name, before] of Object.entries(lengthsBefore)) {
        shares.set(name, lengthOf(await printed(fixtureNamed(name), paper, look)) / before[look][at]!)
      }
      expect([...shares].filter(([, share]) => share > 0.9)).toEqual([])
      expect([...shares.values()].reduce((sum, share) => sum + share, 0) / shares.size).toBeLessThanOrEqual(0.7)
    })
  },
)

/** The length of a roll's one page in mm. */
function lengthOf(pdf: Uint8Array): number {
  const [page, ...others] = unpacked(pdf).matchAll(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g)
  expect(others).toEqual([])
  return (Number(page![1]) / 72) * 25.4
}
