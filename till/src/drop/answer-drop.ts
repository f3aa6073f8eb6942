import type { Log } from '../basics/log.ts'
import type { CheckoutOptions } from '../flow/checkout.ts'
import type { Till } from '../till.ts'
import { wordsIn } from '../words/words.ts'
import type { DropFolder } from './drop-folder.ts'
import type { Dropped } from './read-drop.ts'

export interface AnswerOptions {
  till: Pick<Till, 'checkout'>
  drop: DropFolder
  /** Of each sale. */
  checkout: CheckoutOptions
  now: () => number
  log: Log
}

/** A file that is whole: a sale, or why it is none. */
export type WholeFile = Extract<Dropped, { kind: 'sale' | 'bad' }>

/** Sends the sale of a claimed file, writes the result beside it, and puts the file away. */
export async function answerDrop(
  { till, drop, checkout, now, log }: AnswerOptions,
  file: string,
  found: WholeFile,
): Promise<void> {
  const day = new Date(now()).toISOString().slice(0, 10)
  if (found.kind === 'sale') {
    const end = await till.checkout(found.text, checkout)
    await drop.writeResult(file, { file, ...end })
    return drop.finish(file, end.copy === 'refused' ? 'error' : 'done', day)
  }
  const { reason } = found
  log({ level: 'error', message: reason, file })
  const { notice } = wordsIn(checkout.language ?? 'en')
  const refused = { file, copy: 'refused', print: true, notice, offers: [], referenceId: file, reason }
  await drop.writeResult(file, refused)
  await drop.finish(file, 'error', day)
}
