/** Languages by tag, each by its own name. */
type Languages = Readonly<Record<string, string>>

/** What the page is told when it is built: the languages there are words in. */
interface KnownLanguages {
  console: Languages
  receipts: Languages
}

let known: KnownLanguages | undefined

/** The languages of the console and of receipts. */
export function languages(): KnownLanguages {
  known ??= JSON.parse(document.getElementById('languages')?.textContent ?? '') as KnownLanguages
  return known
}
