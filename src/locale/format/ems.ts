/**
 * How wide a text is in heights of its letters (em), in regular type: the one estimate that all decide by, since nothing here has a font.
 * The letters are those of Noto Sans, wider than most that mail clients have; bold ones are `bold` times as wide.
 */
export function emsOf(text: string): number {
  let width = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number
    width += widths[code] ?? learned(code)
    if (code > 0xffff) at++
  }
  return width
}

/** How much wider bold words are than regular ones, at most; digits aren't. */
export const bold = 1.1

/** How many letters of one width a text takes, as in the look classic. */
export function lettersIn(text: string): number {
  return text.replace(unseen, '').length
}

const unseen = /[\p{Mn}\p{Me}\p{Cf}]/gu

/** Of each letter that was met: to look for what it is took a fortieth of a mail. */
const widths = new Array<number | undefined>(0x3100)

function learned(code: number): number {
  if (code >= 0x3400 && code < 0xa000) return han
  const width = widthOf(String.fromCodePoint(code))
  if (code < widths.length) widths[code] = width
  return width
}

function widthOf(sent: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(sent)) return 0
  // A letter is as wide as without its accent.
  const letter = String.fromCodePoint(sent.normalize('NFD').codePointAt(0) as number)
  for (const [width, letters] of table) if (letters.test(letter)) return width
  return 0.6
}

const han = 1

/** The first that has a letter counts. */
const table: readonly (readonly [width: number, letters: RegExp])[] = [
  [0.27, /[ .,:;!·'’ijlıJІіј\u00a0\u2000-\u200a\u202f]/],
  [0.38, /[frtłI()[\]{}/\\"\-‐‑°º]/],
  [0.5, /[cksvyzLFгзсхкτγν–]/],
  [0.572, /[\daexESTXYZ$€£+=<>×?«»*_−ЗГТЕХ]/],
  [0.64, /[bdghnopquABCKPRVđ]/],
  [0.78, /[wDGHNOQUĐНОДЛПИЙЖмф]/],
  [0.93, /[mMW@%&æœÆŒ№жшщюыњљМШЩЮЫФ—…]/],
  [0.9, /\p{Script=Tamil}/u],
  [0.92, /\p{Script=Hangul}/u],
  // With the marks among them, such as the long vowel's.
  [han, /[\p{Script=Han}※\u2460-\u259f\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]/u],
  [0.58, /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Hebrew}]/u],
  [0.68, /\p{Lu}/u],
]
