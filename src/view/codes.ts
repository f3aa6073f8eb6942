import type { MessageKey } from '../locale/words/messages.ts'
import { spelled } from '../standards/codes/code-table.ts'
import type { Presenting } from './presenting.ts'

/** Words for codes, by `plainCode`. */
export type CodeWords = ReadonlyMap<string, MessageKey>

/** A code in the reader's language; unknown ones as sent. */
export function codeInWords({ t, isolate }: Pick<Presenting, 't' | 'isolate'>, words: CodeWords, code: string): string {
  const key = spelled(words, code)
  return key ? t(key) : isolate.words(code)
}
