/** Characters that a report's words may have. */
const maxWordsLength = 500

/** One line without what controls a terminal or the direction of text, cut to 500 characters. */
export function cleanWords(text: string): string {
  const line = text
    .slice(0, 4 * maxWordsLength)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  return line.length <= maxWordsLength ? line : `${line.slice(0, maxWordsLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
