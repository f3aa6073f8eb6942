/** Live sales and real customers, or trials. */
export type Mode = 'live' | 'test'

/** A receipt on its way. */
export interface Sendable {
  requestId: string
  /** Whether the requestId was made from the receipt's content, so that nobody else has it. */
  isDerivedId: boolean
  /** The request's body, with the requestId. */
  receipt: Record<string, unknown>
  /** The receipt's language, such as `fr_CA`. */
  acceptLanguage?: string | undefined
}

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
