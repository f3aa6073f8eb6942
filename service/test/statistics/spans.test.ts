import { expect, test } from 'vitest'
import { pick, seeded } from '../../reliability/random.ts'
import { spansOf } from '../../src/statistics/answers/spans.ts'
import { monthOf, thirdAfter, thirdOf } from '../../src/statistics/counting/bucket-key.ts'

const day = (text: string) => Date.parse(text) / 86_400_000
const text = (of: number) => new Date(of * 86_400_000).toISOString().slice(0, 10)

test('a third of a month begins on the 1st, 11th or 21st', () => {
  for (const [of, first, next] of [
    ['2026-11-01', '2026-11-01', '2026-11-11'],
    ['2026-11-10', '2026-11-01', '2026-11-11'],
    ['2026-11-20', '2026-11-11', '2026-11-21'],
    ['2026-12-31', '2026-12-21', '2027-01-01'],
    ['2024-02-29', '2024-02-21', '2024-03-01'],
    ['1969-12-31', '1969-12-21', '1970-01-01'],
  ] as const) {
    const third = thirdOf(day(of))
    expect([text(third), text(thirdAfter(third))]).toEqual([first, next])
  }
})

test('spans add up to the days that are asked for, and read nothing that isn’t settled', () => {
  const random = seeded(1)
  const [first, last] = [day('2026-01-01'), day('2026-08-31')]
  const thirds: number[] = []
  for (let third = first; third <= last; third = thirdAfter(third)) thirds.push(third)
  const any = () => first + Math.floor(random() * (last - first + 1))
  for (let turn = 0; turn < 2000; turn++) {
    const [from = 0, to = 0] = [any(), any()].sort((one, other) => one - other)
    const until = pick(random, [...thirds, Number.NEGATIVE_INFINITY, last + 1])
    const canTakeOff = random() < 0.7
    const times = new Map<number, number>()
    for (const span of spansOf({ from, to }, until, { canTakeOff })) {
      expect(span.from).toBeLessThanOrEqual(span.to)
      if (!canTakeOff) expect(span.isLess ?? false).toBe(false)
      if (span.level === 'month') expect([monthOf(span.from), monthOf(span.to + 1)]).toEqual([span.from, span.to + 1])
      if (span.level === 'third') expect([thirdOf(span.from), thirdOf(span.to + 1)]).toEqual([span.from, span.to + 1])
      if (span.level !== 'day') expect(span.to).toBeLessThan(until)
      for (let at = span.from; at <= span.to; at++) times.set(at, (times.get(at) ?? 0) + (span.isLess ? -1 : 1))
    }
    const counted = [...times].filter(([, count]) => count !== 0).sort(([one], [other]) => one - other)
    expect(counted).toEqual(Array.from({ length: to - from + 1 }, (_, at) => [from + at, 1]))
  }
})

test.each([
  ['2026-01-01', '2026-06-30', 'month 2026-01-01 2026-06-30'],
  ['2026-01-01', '2026-07-20', 'month 2026-01-01 2026-06-30, third 2026-07-01 2026-07-10, day 2026-07-11 2026-07-20'],
  ['2026-03-04', '2026-04-30', 'month 2026-03-01 2026-04-30, less day 2026-03-01 2026-03-03'],
  ['2026-03-16', '2026-03-31', 'day 2026-03-16 2026-03-20, third 2026-03-21 2026-03-31'],
  ['2026-03-08', '2026-03-09', 'day 2026-03-08 2026-03-09'],
])('from %s to %s', (from, to, expected) => {
  const spans = spansOf({ from: day(from), to: day(to) }, day('2026-07-11'), { canTakeOff: true })
  const words = spans.map(
    ({ level, isLess, ...span }) => `${isLess ? 'less ' : ''}${level} ${text(span.from)} ${text(span.to)}`,
  )
  expect(words.join(', ')).toBe(expected)
})
