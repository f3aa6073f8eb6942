import { minCardNumberLength } from './brands.ts'

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
export function gapBefore({ text, starts, ends }: DigitRun, group: number): string {
  const gap = text.slice(ends[group - 1], starts[group])
  if (gap.length === 1) return gap < ' ' ? ' ' : gap
  return gap.replace(/[\n\t\r]+/g, ' ')
}

/** Whether there is a line break before a group. */
export function isOnNextLine({ text, starts, ends }: DigitRun, group: number): boolean {
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
