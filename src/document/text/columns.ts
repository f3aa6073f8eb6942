import { wordJoiner } from '../../locale/format/one-piece.ts'
import { aWholeNumber } from '../../options/check-options.ts'
import { lettersOf, piecesOf } from './line-breaks.ts'

/**
 * Width of a mail's plain text: below the 72 at which mail programs wrap, and wide enough that card data takes half the lines
 * it takes on a roll. Rolls print from their own page.
 */
export const textColumns = 64

/** Paper with fewer columns is narrow: 58 mm have 32. */
export const narrowColumns = 40

/** Widths that a plain text can have. Till rolls have 32 to 48 columns. */
export const someColumns = aWholeNumber(24, 160)

/** Combining marks and isolates take no columns. */
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u
/** Characters that take two columns (UAX #11, East Asian Width W and F). */
const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
/** Matches a character that isn't known to take one column; most texts have none. */
const notSingle = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2212]/

/** Cached columns of each character in the basic plane; 255 if not yet known. */
const widths = new Uint8Array(0x10000).fill(255)

/** Columns that a text takes in a fixed-width font. */
export function textWidth(text: string): number {
  if (text.length === 1) return characterWidth(text)
  if (!notSingle.test(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (character.length > 1) return widthOf(character)
  const unit = character.charCodeAt(0)
  const known = widths[unit] ?? 255
  if (known !== 255) return known
  const width = widthOf(character)
  widths[unit] = width
  return width
}

function widthOf(character: string): number {
  if (zeroWidth.test(character)) return 0
  return doubleWidth.test(character) ? 2 : 1
}

/** That many spaces. */
export function spaces(count: number): string {
  return blanks[count] ?? ' '.repeat(count)
}

/** What stands for a tab in the view, as wide as a letter is high. */
const wideSpace = '\u2003'

const blanks = Array.from({ length: 160 }, (_, count) => ' '.repeat(count))

/** A label at the start and an amount at the end of a line; a long label wraps above it. */
export function row(label: string, amount: string, columns = textColumns): string {
  if (!amount) return wrap(label, '', columns)
  const amountWidth = textWidth(amount)
  const gap = columns - textWidth(label) - amountWidth
  if (gap >= 1) return label + spaces(gap) + amount
  const lines = wrap(label, '', Math.max(columns - amountWidth - 1, Math.ceil(columns / 2))).split('\n')
  const lastGap = columns - textWidth(lines.at(-1) ?? '') - amountWidth
  if (lastGap >= 1) return lines.join('\n') + ' '.repeat(lastGap) + amount
  const amountLines = wrap(amount, '', columns).split('\n')
  return [...lines, ...amountLines.map(line => ' '.repeat(Math.max(0, columns - textWidth(line))) + line)].join('\n')
}

/**
 * A label, and its facts in a column of their own. A longer label has them behind it if they fit there, one that is a little longer also
 * the first line of them; else they are below.
 */
export function wrapFacts(label: string, facts: string, columns = textColumns): string {
  const start = columns < narrowColumns ? 10 : columns < 60 ? 13 : 18
  const width = textWidth(label)
  // A fact that the column would break, such as an email address, has room below the label.
  const isTorn = textWidth(facts) > columns - start && hasTorn(facts, columns - start, columns - 2)
  const indent = spaces(isTorn ? 2 : start)
  if (width < indent.length) return label + wrap(facts, indent, columns).slice(width)
  if (!facts.includes('\n') && width + 2 + textWidth(facts) <= columns) return `${label}  ${facts}`
  const [first = '', ...others] = wrap(facts, indent, columns).split('\n')
  const rest = first.slice(indent.length)
  if (!isTorn && width + 2 <= start + 6 && width + 2 + textWidth(rest) <= columns)
    return [`${label}  ${rest}`, ...others].join('\n')
  return [wrap(label, '', columns), first, ...others].join('\n')
}

/** Whether a word is wider than its column, or a fact that would be whole in the room below its label. */
function hasTorn(text: string, column: number, room: number): boolean {
  if (text.split(/[ \u00a0\n]/).some(word => textWidth(word) > column)) return true
  const facts = text.split(/\n|[\u00a0 ]· /)
  return facts.some(fact => textWidth(fact) > column && textWidth(fact) <= room)
}

/**
 * Wraps between the parts of a phrase, which dots divide, else at spaces; words longer than a line, and scripts without spaces, are
 * broken at the line's end. A dot isn't printed where the line ends at it.
 */
export function wrap(sent: string, indent = '', columns = textColumns): string {
  const room = columns - indent.length
  const text = sent.includes(wideSpace) ? parted(sent, room) : sent
  // No character is wider than two columns.
  const fits = text.length * 2 <= room || textWidth(text) <= room
  const isLine = !text.includes('\n')
  if (fits && isLine) return indent + text
  const wrapped = (line: string) =>
    line.includes('·') ? withoutDots(wrapPieces(line.split(/[\u00a0 ]· /), room)) : wrapLine(line, room)
  const lines = isLine ? wrapped(text) : text.split('\n').flatMap(wrapped)
  return (/[\u2066-\u2068]/.test(text) ? isolated(lines) : lines).map(line => indent + line).join('\n')
}

/** Columns of a line two spaces apart, or of a line each where they have no room on one. */
function parted(text: string, room: number): string {
  const lines = text.split('\n').map(line => line.split(wideSpace))
  return lines
    .map(parts => (textWidth(parts.join(spaces(2))) > room ? parts.join('\n') : parts.join(spaces(2))))
    .join('\n')
}

/** A part of a phrase that doesn't fit behind the others begins a line if it fits there; a longer one goes on as it can, if that saves a line. */
function wrapPieces(pieces: readonly string[], room: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const piece of pieces) {
    const whole = current ? `${current} · ${piece}` : piece
    if (textWidth(whole) <= room) current = whole
    else if (current && textWidth(piece) <= room) {
      lines.push(current)
      current = piece
    } else {
      const flowing = wrapLine(whole, room)
      const own = current ? [current, ...wrapLine(piece, room)] : flowing
      const taken = own.length > flowing.length ? flowing : own
      current = taken.pop() ?? ''
      lines.push(...taken)
    }
  }
  return [...lines, current]
}

function withoutDots(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const isLast = index === lines.length - 1
    if (line === '·' && index > 0 && !isLast) return []
    const text = index > 0 ? line.replace(/^· /, '') : line
    return isLast ? text : text.replace(/ ·$/, '')
  })
}

/** An isolate ends with its line (UAX #9, 3.3.2), so close it there and reopen it on the next. */
function isolated(lines: readonly string[]): readonly string[] {
  let open: string[] = []
  return lines.map(line => {
    const before = open.join('')
    for (const mark of line.match(/[\u2066-\u2069]/g) ?? [])
      open = mark === '\u2069' ? open.slice(0, -1) : [...open, mark]
    return before + line + '\u2069'.repeat(open.length)
  })
}

/**
 * A text that a till laid out in columns for wider paper: what ends at its right edge moves to that of this one, what stands in the middle to
 * its middle, and a line drawn across ends there. Other lines stay as they are; where a name leaves an amount no room, that has a line of its own.
 */
export function fitted(text: string, columns: number): string {
  const sent = text.split('\n')
  if (sent.every(line => textWidth(line) <= columns)) return text
  const lines = sent.map(line => ({ line, width: textWidth(line), gap: gapOf(line), sign: signDrawn(line) }))
  const widest = (isIt: (line: (typeof lines)[number]) => boolean) =>
    lines.reduce((most, each) => (isIt(each) ? Math.max(most, each.width) : most), 0)
  // Between sentences are two blanks at most, and such a line says nothing of the paper.
  const edge = widest(({ gap, sign }) => sign !== undefined || (gap.at > 0 && gap.length > 2)) || widest(() => true)
  const over = edge - columns
  if (over <= 0) return text
  const shown = lines.map(({ line, width, gap, sign }) => {
    const less = width > edge - flagColumns && width <= edge ? over : width - columns
    if (sign !== undefined && less > 0) return sign.repeat(Math.floor((width - less) / textWidth(sign)))
    if (gap.at === 0) return line.slice(Math.min(gap.length, less === over ? over : Math.max(over >> 1, less)))
    return less > 0 ? narrowed(line, gap, less, columns) : line
  })
  return shown.join('\n')
}

/** Columns that what is behind an amount takes at most, such as a letter for its tax. */
const flagColumns = 4

interface Gap {
  at: number
  length: number
}

/** The widest gap between two columns, failing it the blanks before a line. */
function gapOf(line: string): Gap {
  let widest: Gap = { at: 0, length: 0 }
  for (const { 0: blanks, index: at } of line.matchAll(/ {2,}/g))
    if (widest.at === 0 || blanks.length > widest.length) widest = { at, length: blanks.length }
  return widest
}

function narrowed(line: string, { at, length }: Gap, less: number, columns: number): string {
  const [start, end] = [line.slice(0, at), line.slice(at + length)]
  // An amount keeps a blank from its label, or has a line of its own.
  if (length > less) return start + spaces(length - less) + end
  const isRow = (length > 2 || /\p{N}/u.test(end)) && Math.max(textWidth(start), textWidth(end)) <= columns
  return isRow ? `${start}\n${spaces(textWidth(line) - less - textWidth(end))}${end}` : line
}

/** The sign that a line drawn across is of; letters, digits and a few signs such as `$$$` say something. */
export function signDrawn(line: string): string | undefined {
  return /^\s*([^\p{L}\p{N}\s])\1{7,}$/u.exec(line)?.[1]
}

/** Centers a text. */
export function center(text: string, columns = textColumns): string {
  return wrap(text, '', columns)
    .split('\n')
    .map(line => ' '.repeat(Math.max(0, Math.floor((columns - textWidth(line)) / 2))) + line)
    .join('\n')
}

function wrapLine(line: string, room: number): string[] {
  // It takes no column, and keeps from the quick way.
  const text = line.includes(wordJoiner) ? line.replaceAll(wordJoiner, '') : line
  const sign = signDrawn(text)
  if (sign !== undefined) return [sign.repeat(Math.max(1, Math.floor(room / Math.max(1, textWidth(sign)))))]
  return wrapSimply(text, room) ?? wrapWords(text.split(' '), room)
}

/** For text of characters one column wide with single spaces and short words, as most is: cuts at the last space that fits. */
function wrapSimply(line: string, room: number): string[] | undefined {
  if (notSingle.test(line) || line.includes('  ') || line[0] === ' ') return undefined
  const lines: string[] = []
  let from = 0
  while (line.length - from > room) {
    const end = line.lastIndexOf(' ', from + room)
    if (end <= from) return undefined
    lines.push(line.slice(from, end))
    from = end + 1
  }
  lines.push(line.slice(from))
  return lines
}

/** Of what is too long for a line: at spaces that usually hold, else within the word. */
function broken(piece: string, room: number): string[] {
  return piece.includes('\u00a0') ? wrapWords(piece.split('\u00a0'), room) : breakWord(piece, room)
}

function wrapWords(words: readonly string[], room: number): string[] {
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const word of words) {
    let gap = current ? ' ' : ''
    const fits = width + gap.length + textWidth(word) <= room
    for (const piece of fits || isAddress(word) ? [word] : piecesOf(word)) {
      const its = textWidth(piece)
      if (width + gap.length + its <= room) {
        current += gap + piece
        width += gap.length + its
      } else {
        if (current) lines.push(current)
        const parts = its <= room || isAddress(piece) ? [piece] : broken(piece, room)
        current = parts.pop() ?? ''
        width = textWidth(current)
        lines.push(...parts)
      }
      gap = ''
    }
  }
  lines.push(current)
  return lines
}

/** A URL is never broken, or it could not be followed. Ignores leading marks such as isolates. */
function isAddress(word: string): boolean {
  return /^\p{Cf}*https?:\/\//u.test(word)
}

function breakWord(word: string, room: number): string[] {
  const pieces: string[] = []
  if (!notSingle.test(word)) {
    for (let at = 0; at < word.length; at += room) pieces.push(word.slice(at, at + room))
    return pieces
  }
  let current = ''
  let width = 0
  for (const letter of lettersOf(word)) {
    const its = textWidth(letter)
    if (width + its > room) {
      pieces.push(current)
      current = ''
      width = 0
    }
    current += letter
    width += its
  }
  return [...pieces, current]
}
