/** The part of a message file that holds a merchant's own words, for its own templates: `{ "own": { "followUs": "…" } }`. */
const prefix = 'own.'

/** Whether a message key is one of the merchant's own words. */
export function isOwnWord(key: string): boolean {
  return key.startsWith(prefix)
}

/** `own.followUs` → `followUs`. Undefined where the name could not stand in a template. */
export function ownWordName(key: string): string | undefined {
  return /^own\.([a-z]\w*)$/i.exec(key)?.[1]
}
