import { lengthsOf, maxCardNumberLength, minCardNumberLength } from './brands.ts'

/** A card number found in a text. */
export interface CardNumber {
  from: number
  to: number
  lastFour: string
}

/**
 * Finds a run's card numbers from left to right, preferring the longest: whole groups with a brand's prefix and length, a valid
 * check digit (Luhn) and the shape of a single number. None begins in the first `skip` groups. Linear time.
 */
export function cardNumbersIn(run: DigitRun, skip: number): CardNumber[] {
  const found: CardNumber[] = []
  for (let first = Math.max(skip, groupsOfIban(run)); first < run.starts.length; ) {
    const number = numberAt(run, first)
    if (number) found.push({ from: run.starts[first] ?? 0, to: run.ends[number.last] ?? 0, lastFour: number.lastFour })
    first = number ? number.last + 1 : first + 1
  }
  return found
}

function numberAt(run: DigitRun, first: number): { last: number; lastFour: string } | undefined {
  if (!mayBeginCardNumber(run, first)) return undefined
  const lengths = lengthsOf(firstSix(run, first))
  if (lengths === 0) return undefined
  let found: number | undefined
  let count = 0
  // Sums with every second digit doubled, from the first or from the second on. By the check digit, it is every second from the right
  // (ISO/IEC 7812-1, annex B).
  let [fromFirst, fromSecond] = [0, 0]
  for (let group = first; group < run.starts.length; group++) {
    if (count + sizeOf(run, group) > maxCardNumberLength) break
    for (let at = run.starts[group] ?? 0; at < (run.ends[group] ?? 0); at++, count++) {
      const digit = digitAt(run.text, at)
      const twice = digit > 4 ? digit * 2 - 9 : digit * 2
      fromFirst += count % 2 === 0 ? twice : digit
      fromSecond += count % 2 === 0 ? digit : twice
    }
    if ((lengths & (1 << count)) === 0) continue
    const isChecked = (count % 2 === 0 ? fromFirst : fromSecond) % 10 === 0
    if (isChecked && looksLikeCardNumber(run, first, group)) found = group
  }
  return found === undefined ? undefined : { last: found, lastFour: lastFourOf(run, found) }
}

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 48
}

/** The first six digits starting at a group, as a number; 0 if there are fewer. */
function firstSix({ text, starts, ends }: DigitRun, first: number): number {
  let value = 0
  let count = 0
  for (let group = first; group < starts.length; group++)
    for (let at = starts[group] ?? 0; at < (ends[group] ?? 0); at++) {
      value = value * 10 + digitAt(text, at)
      if (++count === 6) return value
    }
  return 0
}

function lastFourOf({ text, starts, ends }: DigitRun, last: number): string {
  let four = ''
  for (let group = last; four.length < 4 && group >= 0; group--) four = text.slice(starts[group], ends[group]) + four
  return four.slice(-4)
}

/**
 * Whether groups of a run look like one card number, not like a row of amounts, dates or phone numbers:
 * - one group;
 * - as printed on cards: fours, 4-6-5 (American Express), 4-6-4 (Diners Club);
 * - groups of four or more digits with the same single separator, except a point or comma;
 * - single digits, pairs or threes with the same separators, if they are the whole row;
 * - any of these with one group broken across lines.
 */
function looksLikeCardNumber(run: DigitRun, first: number, last: number): boolean {
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
function mayBeginCardNumber(run: DigitRun, first: number): boolean {
  const size = sizeOf(run, first)
  if (size > 3 || isFirstOfRow(run, first)) return true
  return first + 1 < run.starts.length && size + sizeOf(run, first + 1) > 3 && isOnNextLine(run, first + 1)
}

function isFirstOfRow(run: DigitRun, first: number): boolean {
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
function isSpelled(
  run: DigitRun,
  first: number,
  last: number,
  sizes: readonly number[],
  gaps: readonly string[],
): boolean {
  const [size = 0] = sizes
  const short = sizes.at(-1) ?? 0
  if (size > 3 || short > size || !sizes.every((other, at) => other === size || at === sizes.length - 1)) return false
  const [gap] = gaps
  if (!gaps.every(other => other === gap)) return false
  if (!isFirstOfRow(run, first) || (size > 1 && endsAnother(run, first))) return false
  const goesOn = last + 1 < run.starts.length && sizeOf(run, last + 1) === size && gapBefore(run, last + 1) === gap
  return short < size || !goesOn
}

/** Whether a group ends a date, a time or an amount: a sign joins it to digits before it, and blanks part it from those behind. */
function endsAnother(run: DigitRun, group: number): boolean {
  const isParted = (at: number) => gapBefore(run, at).includes(' ')
  return group > 0 && group + 1 < run.starts.length && !isParted(group) && isParted(group + 1)
}

/** Digits of all-digit IBANs (ISO 13616) by country, including check digits. */
const lengths: Readonly<Record<string, number | undefined>> = {
  AT: 18,
  BE: 14,
  CZ: 22,
  DE: 20,
  DK: 16,
  EE: 18,
  ES: 22,
  FI: 16,
  FR: 25,
  HR: 19,
  HU: 26,
  LT: 18,
  PL: 26,
  PT: 23,
  SE: 22,
  SI: 17,
  SK: 22,
}

/** How many groups at the start of a run are an IBAN, judging by the country code right before them; 0 if none. */
export function groupsOfIban({ text, starts, ends }: DigitRun): number {
  const [start = 0] = starts
  const country = text.slice(Math.max(0, start - 2), start)
  const length = lengths[country] ?? 0
  let digits = ''
  let groups = 0
  while (digits.length < length && groups < starts.length) {
    digits += text.slice(starts[groups], Math.min(ends[groups] ?? 0, (starts[groups] ?? 0) + length + 1))
    groups++
  }
  if (length === 0 || digits.length !== length) return 0
  const letters = [...country].map(letter => letter.charCodeAt(0) - 55).join('')
  return BigInt(digits.slice(2) + letters + digits.slice(0, 2)) % 97n === 1n ? groups : 0
}

/** Groups of digits in a folded text, with at most three separators between neighbors. */
export interface DigitRun {
  text: string
  /** Where each group begins, and where it ends. */
  starts: readonly number[]
  ends: readonly number[]
}

/** Most separators between two groups of a number; a row of control characters counts as one. */
export const maxSeparators = 3

/** Runs of a folded text with enough digits for a card number. Linear time. */
export function* digitRuns(text: string): Generator<DigitRun> {
  let starts: number[] = []
  let ends: number[] = []
  let digits = 0
  for (let at = 0; at < text.length; ) {
    if (!isDigit(text.charCodeAt(at))) {
      at++
      continue
    }
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end++
    starts.push(at)
    ends.push(end)
    digits += end - at
    at = nextGroup(text, end)
    if (at >= 0) continue
    if (digits >= minCardNumberLength) yield { text, starts, ends }
    starts = []
    ends = []
    digits = 0
    at = end
  }
}

/** What separates a group from the previous one; a space and a row of control characters are both ` `. */
function gapBefore({ text, starts, ends }: DigitRun, group: number): string {
  const gap = text.slice(ends[group - 1], starts[group])
  if (gap.length === 1) return gap < ' ' ? ' ' : gap
  return gap.replace(/[\n\t\r]+/g, ' ')
}

/** Whether there is a line break before a group. */
function isOnNextLine({ text, starts, ends }: DigitRun, group: number): boolean {
  for (let at = ends[group - 1] ?? 0; at < (starts[group] ?? 0); at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return true
  }
  return false
}

/** The number of digits in a group. */
export function sizeOf({ starts, ends }: DigitRun, group: number): number {
  return (ends[group] ?? 0) - (starts[group] ?? 0)
}

/** Where the next group begins after `end`; -1 if none is close enough. */
function nextGroup(text: string, end: number): number {
  let count = 0
  for (let at = end; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) return at
    if (!separates(code)) return -1
    const inRow = code < 32 && at > end && text.charCodeAt(at - 1) < 32
    if (!inRow && ++count > maxSeparators) return -1
  }
  return -1
}

/** Not `=` and `^`, which separate the fields of card tracks. */
const isSeparator = new Uint8Array(256)
for (const char of " \n\t\r-_./\\,:;|'+*~#\u00b7") isSeparator[char.charCodeAt(0)] = 1

/** Whether a character of a folded text may separate two groups of a number. */
export function separates(code: number): boolean {
  return isSeparator[code] === 1
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
