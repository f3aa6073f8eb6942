import { readJson } from '../basics/json.ts'

/** Brackets and commas outside strings in an answer: the service's longest has some 5,000, with a thousand fields at fault. */
export const defaultMaxMarks = 20_000

/**
 * An answer's text as JSON; undefined if it is none, or has more parts than an answer of the service: parsing costs time and memory by
 * parts, not by length.
 */
export function readAnswerJson(text: string, maxMarks: number = defaultMaxMarks): unknown {
  return countMarks(text, maxMarks) > maxMarks ? undefined : readJson(text)
}

/** Counts brackets and commas outside strings, to one more than `maxMarks`. */
export function countMarks(text: string, maxMarks: number = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let at = 0; at < text.length && count <= maxMarks; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === bracket || code === brace) count++
  }
  return count
}

const [quote, comma, bracket, brace, backslash] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c]

/** Where a string's closing quote is; the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
