/**
 * The words of a text as search compares them: without accents and case, apart from signs. The same for all spellings of a word, in
 * any width of letters.
 */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of an address before the `@`, which are often a name: of `ines.okafor+shop@example.com` three. */
export function addressWords(emailAddress: string): string[] {
  return folded(emailAddress.replace(/@[^@]*$/, '')).match(/\p{L}+/gu) ?? []
}

/**
 * Which words a text has, as bits. A long word may be a part of another, as in German ("wasser" of "Mineralwasser"), a short one is
 * how another begins; a language without spaces has no words to tell apart.
 */
export function wordsIn(text: string, words: readonly string[]): number {
  const plain = ` ${wordsOf(text).join(' ')}`
  let found = 0
  for (const [index, word] of words.entries())
    if (plain.includes(word.length > 3 || withoutSpaces.test(word) ? word : ` ${word}`)) found |= 1 << index
  return found
}

/** Scripts that put no spaces between words. */
const withoutSpaces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
}
