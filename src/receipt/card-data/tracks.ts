/**
 * Finds the data of a card's magnetic stripe, or its chip's equivalent (ISO/IEC 7813; EMV tag 57), in a folded text: the number,
 * the expiration date and what follows, up to the end mark, in order. Recognized by shape, whatever the number: what
 * follows the card number is matched first, then the number before it. Linear time.
 */
export function tracksIn(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const { sign, rest, number } of shapes)
    for (let at = text.search(sign); at >= 0; at = next(text, sign, at + 1)) {
      rest.lastIndex = at
      const after = rest.exec(text)
      const before = after && number.exec(text.slice(Math.max(0, at - longestNumber), at))
      if (before) found.push([at - before[0].length, rest.lastIndex])
    }
  found.sort(([a], [b]) => a - b)
  let end = 0
  return found.filter(([from, to]) => {
    if (from < end) return false
    end = to
    return true
  })
}

/** Where track data ends if its card number ends at `at`; `at` itself if no track continues there. */
export function endOfTrack(text: string, at: number): number {
  for (const { rest } of shapes) {
    rest.lastIndex = at
    if (rest.test(text)) return rest.lastIndex
  }
  return at
}

/** Length of the longest number, with its chip tag or the marks before it. */
const longestNumber = 42

const shapes = [
  // %B4111111111111111^DOE/JANE^2712101...?
  {
    sign: /\^/g,
    rest: /\^[^^\n]{2,40}\^[0-9]{4}[0-9A-Za-z]{0,80}(?:[^?\n]{0,60}\?)?/y,
    number: /%?B?(?<!\d)\d{12,19}$/i,
  },
  // ;4111111111111111=2712101...?
  { sign: /=/g, rest: /=\d{7}[\d=]{0,80}\??/y, number: /;?(?<!\d)\d{12,19}$/ },
  // 4111111111111111D2712101...F
  { sign: /d/gi, rest: /d\d{2}(?:0[1-9]|1[0-2])\d{3,40}f?/iy, number: /\d{12,40}$/ },
]

function next(text: string, sign: RegExp, at: number): number {
  sign.lastIndex = at
  return sign.exec(text)?.index ?? -1
}
