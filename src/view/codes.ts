import type { MessageKey } from '../locale/words/messages.ts'
import type { Presenting } from './presenting.ts'

/** The words there are for codes, by `plainCode`. */
export type CodeWords = ReadonlyMap<string, MessageKey>

/** A code without what spellings differ in: 'GIFT_CARD', 'GiftCard' and 'gift card' are all 'giftcard'. */
export function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z]/g, '')
}

/** A code in the reader's words; an unknown one as it was sent. */
export function codeInWords({ t, isolate }: Pick<Presenting, 't' | 'isolate'>, words: CodeWords, code: string): string {
  const key = words.get(plainCode(code))
  return key ? t(key) : isolate.words(code)
}
