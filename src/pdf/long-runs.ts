/**
 * UTF-16 units of a run without a place to break. No word, link or signature is so long; the browser takes time by the square of a run
 * whose letters join, as Arabic's do: it shapes the rest of it again for each line.
 */
export const longestRun = 500

/** Line breaks of one paragraph: what the browser takes for one grows with all before it. */
export const longestParagraph = 200

/**
 * Parts what would take the browser time by the square of its length, and looks the same: an endless run gets places to break (`<wbr>`,
 * HTML 4.5.27), and after so many line breaks the next line begins a block. Text that is broken between its letters or by a
 * dictionary stays as it is.
 *
 * @param html a complete, well-formed page: in data, `<` and `>` occur only as references
 */
export function partLongText(html: string): string {
  const start = Math.max(html.indexOf('<body'), 0)
  const body = html.slice(start)
  const parted = hasLongRun(body) ? body.replace(tagsAndRuns, part => (part[0] === '<' ? part : broken(part))) : body
  const whole = hasManyBreaks(parted) ? withBlocks(parted) : parted
  return whole === body ? html : html.slice(0, start) + whole
}

/** Whether there are more line breaks than one paragraph may have, wherever they are. */
function hasManyBreaks(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<br'); at >= 0 && count <= longestParagraph; at = html.indexOf('<br', at + 3)) count++
  return count > longestParagraph
}

/** A block ends a line, which a line break before it has already ended. */
function withBlocks(html: string): string {
  let count = 0
  return html.replace(/<br\b[^>]*>|<\/(?:p|td|th|div|li)>/g, tag => {
    if (tag[1] === '/') count = 0
    else if (++count % longestParagraph === 0) return `${tag}<span style="display:block"></span>`
    return tag
  })
}

/** Looks at one unit of many: from the end of each stretch that could be one back to the blank that it isn't. */
function hasLongRun(html: string): boolean {
  for (let start = 0; start + longestRun < html.length; ) {
    let end = start + longestRun
    while (end >= start && !isEnd(html.charCodeAt(end))) end--
    if (end < start) return true
    start = end + 1
  }
  return false
}

/** Whether it is a blank, or begins or ends a tag. */
function isEnd(unit: number): boolean {
  return unit === 0x20 || unit === 0x3c || unit === 0x3e || (unit >= 0x09 && unit <= 0x0d)
}

const tagsAndRuns = /<(style|script|title)\b.*?<\/\1>|<[^>]*>|[^<\s]+/gs

function broken(run: string): string {
  let out = ''
  let from = 0
  while (run.length - from > longestRun) {
    const to = placeAfter(run, from + longestRun)
    const part = run.slice(from, to)
    out += to >= run.length || breakable.test(part) ? part : `${part}<wbr>`
    from = to
  }
  return out + run.slice(from)
}

/** Scripts without spaces, which are broken between their letters or by a dictionary (UAX #14, ID and SA). */
const breakable = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

/** The next place between two characters as people see them; between two code points, if there is none for long. */
function placeAfter(run: string, at: number): number {
  // Not within a reference, such as `&#x10ffff;`.
  const [reference = ''] = /&[^&;]{0,9}$/.exec(run.slice(at - 10, at)) ?? []
  const rest = reference === '' ? undefined : /^[\w#]{0,9};/.exec(run.slice(at, at + 10))?.[0]
  let place = at + (rest?.length ?? 0)
  const last = Math.min(run.length, place + longestRun)
  while (place < last && !isBetween(run, place)) place++
  if (place < last || place === run.length) return place
  return isLow(run.charCodeAt(last)) ? last + 1 : last
}

function isBetween(run: string, place: number): boolean {
  const before = run[place - 1] ?? ''
  const after = String.fromCodePoint(run.codePointAt(place) ?? 0)
  return !isLow(run.charCodeAt(place)) && before !== '\u200d' && !clings.test(after)
}

/** What belongs to the character before it (UAX #29, GB9 to GB11), and flags, which are pairs. */
const clings = /^(?:\p{M}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200c|\u200d)/u

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
