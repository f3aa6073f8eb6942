/**
 * A text in one of Unicode's normal forms, in linear time: of more than 30 combining marks in a row the rest is left out. Unicode's
 * stream-safe text has no more (UAX #15, 13), nor has any language; to put more in order takes a time that grows with their square. Idempotent.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  // Nearly all texts are.
  if (isAscii(text)) return text
  // Some marks stand for several.
  return withFewMarks(withFewMarks(text).normalize(form))
}

/** Whether a text is the same in every form, having nothing but ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text)
}

const ascii = /^[\0-\x7f]*$/
const maxMarks = 30

/** Looks at every 31st unit, and back from it for as long as there are marks: a longer row has one of them. */
function withFewMarks(text: string): string {
  for (let at = maxMarks; at < text.length; ) {
    let before = at
    while (before >= 0 && isMark(text, before)) before--
    if (at - before > maxMarks) return text.replace(rows, row => fewMarks.exec(row)?.[0] ?? row)
    at = before + maxMarks + 1
  }
  return text
}

/** Marks, and the one vowel that joins with those before it and is neither a mark nor Hangul (U+16D67, Kirat Rai). */
const marks = '[\\p{M}\\u{16d67}]'
const rows = new RegExp(`${marks}+`, 'gu')
const fewMarks = new RegExp(`^${marks}{${maxMarks}}`, 'u')
const oneMark = new RegExp(marks, 'u')

/** Whether a unit is a mark, or half of one. */
function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x300) return false
  const isLow = code >= 0xdc00 && code < 0xe000
  return oneMark.test(isLow ? text.slice(Math.max(0, at - 1), at + 1) : String.fromCodePoint(text.codePointAt(at) ?? 0))
}
