/**
 * Takes an object's text apart: syntax and strings alternately, syntax first. Strings are literal ones, in which Chromium and we escape
 * parentheses, and hexadecimal ones (ISO 32000-1, 7.3.4). They are searched step by step, because a pattern for a whole string fails at
 * millions of escapes.
 *
 * @returns undefined if a string has no end, or a parenthesis that isn't escaped
 */
export function splitStrings(text: string): string[] | undefined {
  const pieces: string[] = []
  let copied = 0
  let start: number | undefined
  for (const { index, 0: sign } of text.matchAll(signs)) {
    if (start === undefined && sign === '(') start = index
    else if (start === undefined && sign.startsWith('<')) {
      pieces.push(text.slice(copied, index), sign)
      copied = index + sign.length
    } else if (start !== undefined && sign === ')') {
      pieces.push(text.slice(copied, start), text.slice(start, index + 1))
      copied = index + 1
      start = undefined
    } else if (sign === '(' || sign === ')') return undefined
  }
  return start === undefined ? [...pieces, text.slice(copied)] : undefined
}

const signs = /\\[\s\S]|[()]|<[0-9A-Fa-f]+>/g
