import { createBoundedCache } from '../../locale/bounded-cache.ts'
import { wordJoiner } from '../../locale/format/one-piece.ts'

/**
 * A phrase whose facts are parted by a space with a dot on its ground instead of dots. A fact of several words goes to the next line as a
 * whole where it fits there.
 *
 * @param text escaped
 * @param isLong whether the mail is that of a long list
 */
export function wholeFacts(text: string, isLong: boolean): string {
  if (isLong && !text.includes(wordJoiner)) return text.replace(separators, gap)
  const parted = isLong ? gap : separation
  const factOf = isLong ? wholeWords : isolates.test(text) ? isolatedFact : wholeFact
  let facts = ''
  let from = 0
  for (let dot = text.indexOf('·'); dot >= 0; dot = text.indexOf('·', dot + 1)) {
    if (dot <= from || text[dot + 1] !== ' ' || (text[dot - 1] !== '\u00a0' && text[dot - 1] !== ' ')) continue
    facts += factOf(text.slice(from, dot - 1), from > 0) + parted
    from = dot + 2
  }
  return facts + factOf(text.slice(from), from > 0)
}

/** Class of what must stay on one line. */
export const unbrokenClass = 'nb'

/** Class of a fact that begins a line rather than end in two. */
const factClass = 'piece'

/** Between two facts of a phrase as text, ours or a till's. */
const separators = /[\u00a0 ]· /g
/**
 * The same in HTML: a space on whose ground stylesheets draw the dot. At a line's end or beginning a space vanishes, and its dot with it;
 * no other character stands beside it, for it could be left there.
 */
const separation = '<i class="d"> </i>'
/** In long lists, whose mail has no room for elements. */
const gap = '\u00a0 '

const isolates = /[\u2066-\u2069]/

function wholeFact(fact: string, isBehindDot: boolean): string {
  const words = wholeWords(fact)
  return (mayBreak(fact) || (isBehindDot && beginsIsolate.test(words))) &&
    (fact.length <= longestFact || lengthOf(fact) <= longestFact)
    ? `<span class="${factClass}">${words}</span>`
    : words
}

/** What begins so leaves its beginning at the end of the line before, behind the dot there. */
const beginsIsolate = /^[\u2066-\u2068]/

/** The same of a fact in which an isolate may begin that ends in another one. */
function isolatedFact(fact: string, isBehindDot: boolean): string {
  return isClosed(fact) ? wholeFact(fact, isBehindDot) : wholeWords(fact)
}

/** Letters as they are read: a hostile text is as long as a harmless one, and tags, with which a trace marks texts, are none. */
function lengthOf(fact: string): number {
  return fact.replace(/&#?\w+;/g, 'x').replace(/[\u{e0000}-\u{e007f}]/gu, '').length
}

function mayBreak(fact: string): boolean {
  return fact.includes(' ') || thai.test(fact) || isGlued(fact) || dash.test(fact)
}

/** Whether a no-break space holds a label to a word with a joiner in an isolate, which becomes an element: before it, a line may end all the same. */
function isGlued(fact: string): boolean {
  return fact.includes(wordJoiner) && besideIsolate.test(fact)
}

/** A line may end after it, even before a no-break space. */
const dash = /-(?!\u2060)|[\u2010\u2012-\u2014]/

const besideIsolate = /\u00a0[\u2066-\u2068]|\u2069\u00a0/

/** Its words have no spaces between them. */
const thai = /[\u0e00-\u0e7f]/

/** Whether each isolate that begins in a text ends in it, and the other way round. */
function isClosed(text: string): boolean {
  let depth = 0
  for (const mark of text.match(/[\u2066-\u2069]/g) ?? []) {
    depth += mark === '\u2069' ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** A text whose words with a joiner stay on one line. @param text escaped */
export function wholeWords(text: string): string {
  return text.includes(wordJoiner) ? rememberedWhole(text) : text
}

/** Wording, and amounts of some goods, come again and again. */
const knownWhole = createBoundedCache<string>(500)

function rememberedWhole(text: string): string {
  return text.length > 200 ? withWholeWords(text) : knownWhole.get(text, withWholeWords)
}

/**
 * Puts each word with a joiner, from space to space or isolate, in an element that stays on one line. What a no-break space holds to it is
 * part of it if all of it is short: an endless name before an amount may break.
 */
function withWholeWords(text: string): string {
  const isWide = wide.test(text)
  if (text.length <= longestWhole && !isWide && !wordEnd.test(text)) return whole(text)
  let done = ''
  let from = 0
  for (let at = text.indexOf(wordJoiner); at >= 0; at = text.indexOf(wordJoiner, from)) {
    let [start, end] = boundsOf(text, at, from, endsWord)
    if (isWide || end - start > longestWhole) [start, end] = boundsOf(text, at, from, endsPart)
    if (start > from && isIsolated(text, start, end)) [start, end] = [start - 1, end + 1]
    done += text.slice(from, start) + whole(text.slice(start, end))
    from = end
  }
  return done + text.slice(from)
}

/** Where the word around that place begins, not before `from`, and where it ends. */
function boundsOf(text: string, at: number, from: number, ends: (unit: number) => boolean): [number, number] {
  let start = at
  while (start > from && !ends(text.charCodeAt(start - 1))) start--
  let end = at + 1
  while (end < text.length && !ends(text.charCodeAt(end))) end++
  return [start, end]
}

/** Whether a word is all of an isolate: its beginning would stay at the end of the line before, behind the dot there. */
function isIsolated(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1)
  return before >= 0x2066 && before <= 0x2068 && text.charCodeAt(end) === 0x2069
}

/** Letters of a fact that is one piece; a longer one would leave a line half empty. */
const longestFact = 45

/** Of amounts, phone numbers and codes with what belongs to them. */
const longestWhole = 40

function whole(word: string): string {
  return `<span class="${unbrokenClass}">${word.replaceAll(wordJoiner, '')}</span>`
}

const wordEnd = /[ \u2066-\u2069]/
/** Chinese and Japanese letters are twice as wide, and a label may stand above its value. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function endsWord(unit: number): boolean {
  // The last is the colon of Chinese and Japanese, which has no space after it.
  return unit === 0x20 || (unit >= 0x2066 && unit <= 0x2069) || unit === 0xff1a
}

function endsPart(unit: number): boolean {
  return unit === 0xa0 || endsWord(unit)
}
