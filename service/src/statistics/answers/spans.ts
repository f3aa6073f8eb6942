import type { RowSpan } from '../../database/statistics/read-sums.ts'
import { monthOf, thirdAfter, thirdOf } from '../counting/bucket-key.ts'

/** First and last day. */
interface Days {
  from: number
  to: number
}

/**
 * The fewest rows that days add up from: months, thirds of months and days; also what of a month or third isn't asked for, to be taken
 * off, if that is less than what is.
 *
 * @param until the first day that isn't settled: it and later ones have only days
 * @param canTakeOff false if months are told apart
 */
export function spansOf({ from, to }: Days, until: number, { canTakeOff }: { canTakeOff: boolean }): RowSpan[] {
  // One after the other: months, whole or in part, thirds of a month that isn't settled, and days.
  const unsettled = Math.max(from, until)
  const open = Math.max(from, until === Number.NEGATIVE_INFINITY ? until : monthOf(until))
  return joined([
    ...inMonths({ from, to: Math.min(to, open - 1) }, canTakeOff),
    ...inThirds({ from: open, to: Math.min(to, unsettled - 1) }, canTakeOff),
    ...spanOf('day', { from: unsettled, to }),
  ])
}

/** A span of some days, if there are any. */
function spanOf(level: RowSpan['level'], { from, to }: Days): RowSpan[] {
  return from > to ? [] : [{ level, from, to }]
}

/** Days of settled months. */
function inMonths({ from, to }: Days, canTakeOff: boolean): RowSpan[] {
  if (from > to) return []
  const [first, last] = [monthOf(from), monthOf(to)]
  const after = monthOf(last + 31)
  if (first === last) return inSum({ level: 'month', from: first, to: after - 1 }, { from, to }, canTakeOff)
  const next = monthOf(first + 31)
  return [
    ...inSum({ level: 'month', from: first, to: next - 1 }, { from, to: next - 1 }, canTakeOff),
    ...spanOf('month', { from: next, to: last - 1 }),
    ...inSum({ level: 'month', from: last, to: after - 1 }, { from: last, to }, canTakeOff),
  ]
}

/** Settled days of a month. */
function inThirds({ from, to }: Days, canTakeOff: boolean): RowSpan[] {
  const spans: RowSpan[] = []
  for (let third = thirdOf(from); third <= to; third = thirdAfter(third)) {
    const whole = { level: 'third', from: third, to: thirdAfter(third) - 1 } as const
    spans.push(...inSum(whole, { from: Math.max(from, third), to: Math.min(to, whole.to) }, canTakeOff))
  }
  return spans
}

/** Some days of a month or third: as it is, in smaller parts, or it less the others. */
function inSum(whole: RowSpan, { from, to }: Days, canTakeOff: boolean): RowSpan[] {
  if (from === whole.from && to === whole.to) return [whole]
  const inParts = (days: Days) => (whole.level === 'month' ? inThirds(days, canTakeOff) : spanOf('day', days))
  const parts = inParts({ from, to })
  if (!canTakeOff) return parts
  const others = [...inParts({ from: whole.from, to: from - 1 }), ...inParts({ from: to + 1, to: whole.to })]
  const less = [whole, ...others.map((span): RowSpan => ({ ...span, isLess: !span.isLess }))]
  return rowsOf(less) < rowsOf(parts) ? less : parts
}

/** About how many rows there are: a third or month has one for each name, a day for most. */
function rowsOf(spans: readonly RowSpan[]): number {
  return spans.reduce((sum, { level, from, to }) => sum + (level === 'day' ? to - from + 1 : 1), 0)
}

/** Spans of a kind that follow one another are one. */
function joined(spans: readonly RowSpan[]): RowSpan[] {
  const found: RowSpan[] = []
  for (const span of spans) {
    const before = found.find(
      ({ level, isLess, to }) => level === span.level && isLess === span.isLess && to + 1 === span.from,
    )
    if (before) before.to = span.to
    else found.push({ ...span })
  }
  return found
}
