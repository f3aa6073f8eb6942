import { gapBefore, isOnNextLine, type Run, sizeOf } from './digit-runs.ts'

/**
 * Whether groups of a run look like one card number, not like a row of amounts, dates or phone numbers:
 * - one group;
 * - as printed on cards: fours, 4-6-5 (American Express), 4-6-4 (Diners Club);
 * - groups of four or more digits with the same single separator, except a point or comma;
 * - single digits, pairs or threes with the same separators, if they are the whole row;
 * - any of these with one group broken across lines.
 */
export function looksLikeCardNumber(run: Run, first: number, last: number): boolean {
  const sizes: number[] = []
  const gaps: string[] = []
  for (let group = first; group <= last; group++) {
    sizes.push(sizeOf(run, group))
    if (group > first) gaps.push(gapBefore(run, group))
  }
  if (isWhole(sizes, gaps) || isSpelled(run, first, last, sizes, gaps)) return true
  return sizes.some((size, at) => {
    if (at === 0 || !isOnNextLine(run, first + at)) return false
    const before = sizes[at - 1] ?? 0
    // An EAN-13 with the price on the next line.
    if (before === 13 && size === 3) return false
    return isWhole(sizes.toSpliced(at - 1, 2, before + size), gaps.toSpliced(at - 1, 1))
  })
}

/** A fast check of the first group only: if small, it must be the first of its row or broken across lines. */
export function mayBeginCardNumber(run: Run, first: number): boolean {
  const size = sizeOf(run, first)
  if (size > 3 || isFirstOfRow(run, first)) return true
  return first + 1 < run.starts.length && size + sizeOf(run, first + 1) > 3 && isOnNextLine(run, first + 1)
}

function isFirstOfRow(run: Run, first: number): boolean {
  if (first === 0 || sizeOf(run, first - 1) !== sizeOf(run, first)) return true
  return first + 1 >= run.starts.length || gapBefore(run, first) !== gapBefore(run, first + 1)
}

function isWhole(sizes: readonly number[], gaps: readonly string[]): boolean {
  if (sizes.length === 1) return true
  const last = sizes.at(-1) ?? 0
  if (sizes.every((size, at) => size === 4 || (at === sizes.length - 1 && last < 4))) return true
  if (sizes.length === 3 && sizes[0] === 4 && sizes[1] === 6 && (last === 4 || last === 5)) return true
  const [gap = ''] = gaps
  return sizes.every(size => size >= 4) && /^[^.,]$/.test(gap) && gaps.every(other => other === gap)
}

/** A whole row of small groups of equal size; the last may be shorter. */
function isSpelled(run: Run, first: number, last: number, sizes: readonly number[], gaps: readonly string[]): boolean {
  const [size = 0] = sizes
  const short = sizes.at(-1) ?? 0
  if (size > 3 || short > size || !sizes.every((other, at) => other === size || at === sizes.length - 1)) return false
  const [gap] = gaps
  if (!gaps.every(other => other === gap)) return false
  if (!isFirstOfRow(run, first)) return false
  const goesOn = last + 1 < run.starts.length && sizeOf(run, last + 1) === size && gapBefore(run, last + 1) === gap
  return short < size || !goesOn
}
