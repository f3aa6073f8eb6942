/**
 * The languages to write a text in first: that of the mail which is shown, English, and those the folder has words for.
 *
 * @param shown the mail's language
 * @param known the languages there are
 */
export function languagesToWrite(shown: string, folder: readonly string[], known: readonly string[]): string[] {
  const wider = shown.split('-').map((_, at, parts) => parts.slice(0, at + 1).join('-'))
  const now = wider.findLast(tag => folder.includes(tag)) ?? wider.find(tag => known.includes(tag)) ?? shown
  return [...new Set([now, 'en', ...folder])]
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A language's name in English. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag
}
