/**
 * The pieces of a word between which a line may end (UAX #14): the words of scripts without spaces, by ICU's dictionaries, with their
 * punctuation. Other words are one piece. One at a time: to keep all of a long word costs the garbage collector more than finding them.
 */
export function* piecesOf(word: string): Generator<string, void> {
  if (!withoutSpaces.test(word)) {
    yield word
    return
  }
  let piece = ''
  // Not the piece: to look at its end would copy a long one for each segment.
  let before: string | undefined
  for (const { segment } of segments(word, 'word')) {
    if (before !== undefined && mayBreak(before, segment)) {
      yield piece
      piece = ''
    }
    piece += segment
    before = segment
  }
  yield piece
}

/** What readers see as letters (UAX #29), one after the other: a line may end after each where it must, but never within one. */
export function* lettersOf(text: string): Generator<string, void> {
  for (const { segment } of segments(text, 'grapheme')) yield segment
}

/** Each is made when a text needs it first, as few do. */
const segmenters: Partial<Record<'word' | 'grapheme', Intl.Segmenter>> = {}

function segments(text: string, granularity: 'word' | 'grapheme'): Intl.Segments {
  segmenters[granularity] ??= new Intl.Segmenter('en', { granularity })
  return segmenters[granularity].segment(text)
}

function mayBreak(before: string, after: string): boolean {
  return (
    (withoutSpaces.test(before.slice(-1)) || withoutSpaces.test(after[0] ?? '')) &&
    !opens.test(before) &&
    !follows.test(after)
  )
}

/** Scripts that are written without spaces, and their punctuation. Korean has spaces. */
const withoutSpaces =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u2026\u3001-\u301f\uff01-\uff60\uffe0-\uffe6]/u

/** After these no line ends (UAX #14, OP and PR). */
const opens = /[\p{Ps}\p{Pi}\p{Sc}]$/u

/** Before these no line ends (UAX #14, CL, EX, NS and PO): punctuation, marks that lengthen or repeat, small kana, units of a number. */
const follows = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{M}\p{Cf}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶฯ％℃]/u
