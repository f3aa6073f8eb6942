/** The part of a message file with a merchant's own wording, for its templates: `{ "own": { "followUs": "…" } }`. */
const prefix = 'own.'

/** Whether a message key is the merchant's own wording. */
export function isOwnWord(key: string): boolean {
  return key.startsWith(prefix)
}

/** `own.followUs` → `followUs`. Undefined if a template couldn't use the name. */
export function ownWordName(key: string): string | undefined {
  return /^own\.([a-z]\w*)$/i.exec(key)?.[1]
}
