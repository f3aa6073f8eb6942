/**
 * A receipt's language as a request can carry it: without blanks around it, and undefined if a header can't hold it.
 *
 * @param text `fr_CA`, or a list as in HTTP
 */
export function sendableLanguage(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.trim()
  return /^[\w\-*,;=. ]{1,200}$/.test(plain) ? plain : undefined
}
