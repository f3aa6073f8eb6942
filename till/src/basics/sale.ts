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
