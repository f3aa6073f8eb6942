import { expect, test } from 'vitest'
import { unpacked } from '../../src/pdf/file/packed-pdf.ts'
import { looks } from '../../src/view/variant.ts'
import { sampled } from '../support/fixtures.ts'
import { printed } from '../support/prints.ts'
import { lengthsBefore } from '../support/roll-lengths.ts'
import { isExhaustive } from '../support/scope.ts'

const rolls = ['roll80', 'roll58'] as const

test.each(rolls.slice(0, isExhaustive ? 2 : 1))(
  'on %s receipts take seven tenths of the paper they took, and none more than nine tenths',
  async paper => {
    const shares: [string, number][] = []
    for (const look of looks) {
      const ofLook: typeof shares = []
      for (const fixture of sampled(look, { on: paper })) {
        const { name } = fixture
        const before = lengthsBefore[name]
        if (!before) continue
        const length = lengthOf(await printed(fixture, paper, look))
        ofLook.push([`${name} ${look}`, length / before[look][rolls.indexOf(paper)]!])
      }
      // Of a few receipts the mean says little.
      if (isExhaustive) expect(meanOf(ofLook), look).toBeLessThanOrEqual(0.7)
      shares.push(...ofLook)
    }
    expect(shares.filter(([, share]) => share > 0.9)).toEqual([])
    expect(meanOf(shares)).toBeLessThanOrEqual(0.7)
  },
)

function meanOf(shares: readonly [string, number][]): number {
  return shares.reduce((sum, [, share]) => sum + share, 0) / shares.length
}

/** The length of a roll's one page in mm. */
function lengthOf(pdf: Uint8Array): number {
  const [page, ...others] = unpacked(pdf).matchAll(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g)
  expect(others).toEqual([])
  return (Number(page![1]) / 72) * 25.4
}
