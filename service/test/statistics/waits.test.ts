import { describe, expect, test } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { tries } from '../../../test/support/scope.ts'
import { receiptFigures } from '../../src/statistics/answers/figures.ts'
import { bucketOf, quantilesOf } from '../../src/statistics/counting/mails.ts'

const parts = { p50: 0.5, p95: 0.95, p99: 0.99 }

/** From a millisecond to days, as many short as long ones. */
const duration = (from: number) =>
  fc.double({ min: Math.log(from), max: Math.log(300_000_000), noNaN: true }).map(log => Math.round(Math.exp(log)))

/** Earlier versions' buckets, of which rows are full. */
function earlierBucketOf(milliseconds: number): string {
  return String(milliseconds <= 10 ? 0 : Math.ceil(Math.log(milliseconds / 10) / Math.log(1.05 / 0.95)))
}

function buckets(durations: readonly number[], nameOf = bucketOf): Map<string, number> {
  const found = new Map<string, number>()
  for (const each of durations) found.set(nameOf(each), (found.get(nameOf(each)) ?? 0) + 1)
  return found
}

/** How far the figures of an answer are from the durations of the nearest rank, at most, as a part of them. */
function worst(counted: ReadonlyMap<string, number>, durations: readonly number[]): number {
  const sorted = durations.toSorted((one, other) => one - other)
  const { secondsToMail } = receiptFigures(new Map(), counted).deliveries ?? {}
  const errors = Object.entries(parts).map(([name, part]) => {
    const exact = sorted[Math.ceil(part * sorted.length) - 1] ?? 0
    const found = 1000 * (secondsToMail?.[name as keyof typeof parts] ?? 0)
    return Math.abs(found - exact) / exact
  })
  return Math.max(...errors)
}

describe('times from sale to mail', () => {
  test('have quantiles within 5 % of those of the nearest rank, as they are shown', () => {
    fc.assert(
      fc.property(fc.array(duration(1), { minLength: 20, maxLength: 300 }), durations => {
        expect(worst(buckets(durations), durations)).toBeLessThan(0.05)
      }),
      { numRuns: tries(500) },
    )
  })

  test('are off by less than 5 % wherever they lie', () => {
    for (let each = 1; each < 3_000_000; each = Math.ceil(each * 1.0007)) {
      const all = Array<number>(20).fill(each)
      expect([each, worst(buckets(all), all) < 0.05]).toEqual([each, true])
    }
  })

  test('are added to those that an earlier version counted', () => {
    const some = fc.array(duration(11), { minLength: 10, maxLength: 100 })
    fc.assert(
      fc.property(some, some, (now, before) => {
        const all = new Map([...buckets(now), ...buckets(before, earlierBucketOf)])
        expect(worst(all, [...now, ...before])).toBeLessThan(0.0506)
      }),
    )
  })

  test('are too few for quantiles below twenty', () => {
    expect(quantilesOf(new Map([['3', 19]]), [0.5])).toBeUndefined()
    expect(quantilesOf(new Map([['1230ms', 19]]), [0.5])).toBeUndefined()
    expect(
      quantilesOf(
        new Map([
          ['1230ms', 19],
          ['3', 1],
        ]),
        [0.5, 1],
      ),
    ).toEqual([1230, 1230])
  })
})
