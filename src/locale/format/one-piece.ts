import { emsOf, lettersIn } from './ems.ts'

/** U+2060 marks a hyphen or dash at which a browser would break, in a value in which no line ends; plain text does without. */
export const wordJoiner = '\u2060'

/**
 * The longest value that stays on one line, in ems, and in letters where all are of one width: what is left beside a label or an amount on
 * 58 mm paper. Longer ones may wrap, or their letters would be torn apart, and others pushed out of a narrow page.
 */
const [mostEms, mostLetters] = [11.5, 21]

/** A short value, such as a code or phone number, with nothing to break at; a longer one as it is. */
export function unbroken(text: string): string {
  if (!mayEndLine.test(text)) return text
  const piece = inOnePiece(text)
  return !isShort(piece) || !piece.includes('-') ? piece : piece.replace(/-(?=.)/g, `-${wordJoiner}`)
}

/** A short text that wraps neither at spaces nor in a range such as 38–40; a longer one as it is. */
export function inOnePiece(text: string): string {
  if (!mayEndLine.test(text) || !isShort(text)) return text
  const piece = withoutSpaces(text)
  return piece.includes('–') ? piece.replace(/–(?=[^\u2060\u00a0])/g, `–${wordJoiner}`) : piece
}

/** A name and what it names. No line ends between them, unless what would then be one piece is longer than others may be. */
export function named(name: string, value: string): string {
  const piece = `${name.slice(name.lastIndexOf(' ') + 1)}\u00a0${value.split(' ', 1)[0]}`
  return `${name}${isShort(piece) ? '\u00a0' : ' '}${value}`
}

/** Whether a text is no longer than what stays on one line. */
export function isShort(text: string): boolean {
  // No letter is wider than an em, and few have two marks.
  if (text.length <= mostEms) return true
  return text.length <= 3 * mostLetters && emsOf(text) <= mostEms && lettersIn(text) <= mostLetters
}

/** A text in which lines end at all spaces, but for those of a Korean day. */
export function loosened(text: string): string {
  return text.replace(/\u00a0(?!\d+[월일])/g, ' ')
}

/** An amount for running text: no line ends between its sign and its currency (UAX #14: both are PR), `−$14.00` or `$−14,00`. */
export function signed(amount: string): string {
  const at = amount.indexOf('−')
  // In most languages a digit follows.
  const isBeforeDigit = at === 0 && /\d/.test(amount.charAt(1))
  return at < 0 || isBeforeDigit ? amount : amount.replace(/−\u200e?(?=\p{Sc})|(?<=\p{Sc})(?=−)/u, `$&${wordJoiner}`)
}

/**
 * A date, a time or a figure with its counter, between whose Chinese, Japanese or Korean letters no line ends: a word joiner marks it
 * (2026年12月31日, 3パック). Text without such a place as it is.
 */
export function wholeInHan(text: string): string {
  return text.replace(/(?<=[\d:])(?=[\p{Script=Han}\p{Script=Katakana}])|(?<=\p{Script=Han})(?=\d)/u, wordJoiner)
}

/** Spaces that don't break, in half the time of `replaceAll`. */
function withoutSpaces(text: string): string {
  let piece = ''
  let from = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', from)) {
    piece += `${text.slice(from, at)}\u00a0`
    from = at + 1
  }
  return from === 0 ? text : piece + text.slice(from)
}

/** Where a line may end within a value. Most amounts and codes have none of it. */
const mayEndLine = /[ \-–]/

/** Whether a text is a Latin letter or digit, such as an item's tax mark or a small quantity: there is nothing to look for in it. */
export function isOneLetter(text: string): boolean {
  if (text.length !== 1) return false
  const code = text.charCodeAt(0)
  return code >= 0x30 && (code <= 0x39 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a))
}
