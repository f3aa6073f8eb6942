import { lengthsOf, longestCardNumber } from './brands.ts'
import { looksLikeCardNumber, mayBeginCardNumber } from './card-shape.ts'
import { type Run, sizeOf } from './digit-runs.ts'
import { groupsOfIban } from './iban.ts'

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
export function cardNumbersIn(run: Run, skip: number): CardNumber[] {
  const found: CardNumber[] = []
  for (let first = Math.max(skip, groupsOfIban(run)); first < run.starts.length; ) {
    const number = numberAt(run, first)
    if (number) found.push({ from: run.starts[first] ?? 0, to: run.ends[number.last] ?? 0, lastFour: number.lastFour })
    first = number ? number.last + 1 : first + 1
  }
  return found
}

function numberAt(run: Run, first: number): { last: number; lastFour: string } | undefined {
  if (!mayBeginCardNumber(run, first)) return undefined
  const lengths = lengthsOf(firstSix(run, first))
  if (lengths === 0) return undefined
  let found: number | undefined
  let count = 0
  for (let group = first; group < run.starts.length; group++) {
    if (count + sizeOf(run, group) > longestCardNumber) break
    for (let at = run.starts[group] ?? 0; at < (run.ends[group] ?? 0); at++) digits[count++] = digitAt(run.text, at)
    if ((lengths & (1 << count)) === 0 || !passesLuhn(count) || !looksLikeCardNumber(run, first, group)) continue
    found = group
  }
  return found === undefined ? undefined : { last: found, lastFour: lastFourOf(run, found) }
}

/** Digits of the current candidate; sharing one array keeps hostile texts cheap. */
const digits = new Uint8Array(longestCardNumber)

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 48
}

/** The first six digits starting at a group, as a number; 0 if there are fewer. */
function firstSix({ text, starts, ends }: Run, first: number): number {
  let value = 0
  let count = 0
  for (let group = first; group < starts.length; group++)
    for (let at = starts[group] ?? 0; at < (ends[group] ?? 0); at++) {
      value = value * 10 + digitAt(text, at)
      if (++count === 6) return value
    }
  return 0
}

/** From the right, every second digit is doubled (ISO/IEC 7812-1, annex B). */
function passesLuhn(count: number): boolean {
  let sum = 0
  for (let at = count - 1, twice = false; at >= 0; at--, twice = !twice) {
    const digit = digits[at] ?? 0
    sum += twice ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

function lastFourOf({ text, starts, ends }: Run, last: number): string {
  let four = ''
  for (let group = last; four.length < 4 && group >= 0; group--) four = text.slice(starts[group], ends[group]) + four
  return four.slice(-4)
}
