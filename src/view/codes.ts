import type { MessageKey } from '../locale/words/messages.ts'
import type { Presenting } from './presenting.ts'

/** Words for codes, by `plainCode`. */
export type CodeWords = ReadonlyMap<string, MessageKey>

/** Normalizes a code's spelling: 'GIFT_CARD', 'GiftCard' and 'gift card' all become 'giftcard'. */
export function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z]/g, '')
}

/** A code in the reader's language; unknown ones as sent. */
export function codeInWords({ t, isolate }: Pick<Presenting, 't' | 'isolate'>, words: CodeWords, code: string): string {
  const key = words.get(plainCode(code))
  return key ? t(key) : isolate.words(code)
}
