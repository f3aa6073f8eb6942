import { codeOf, TillError } from '../basics/errors.ts'
import { isHeld } from '../basics/files.ts'
import type { Log } from '../basics/log.ts'
import type { CheckoutOptions } from '../flow/checkout.ts'
import type { Till } from '../till.ts'
import { wordsIn } from '../words/words.ts'
import type { DropFolder, Whole } from './drop-folder.ts'

/** Whose sales to check out, from which folder. */
export interface AnswerOptions {
  till: Pick<Till, 'checkout'>
  drop: DropFolder
  /** Of each sale. */
  checkout: CheckoutOptions
  now: () => number
  log: Log
}

/** Sends the sale of a claimed file, writes the result beside it, and puts the file away. */
export async function answerDrop(options: AnswerOptions, file: string, found: Whole): Promise<void> {
  const { drop, now, log } = options
  const { result, to } =
    found.kind === 'sale' ? await sell(options, file, found.text) : refuse(options, file, found.reason)
  await writeResult(options, file, result)
  await drop.finish(file, to, new Date(now()).toISOString().slice(0, 10)).catch(error => {
    log({
      level: 'error',
      message: 'The result is written but the file could not be moved; it is tried again',
      file,
      code: codeOf(error),
    })
  })
}

/** Writes a result that prints paper, for what can't be a sale or can't be taken. */
export async function writeRefusal(options: AnswerOptions, file: string, reason: string): Promise<void> {
  await writeResult(options, file, refusal(options, file, reason))
}

interface Answer {
  result: object
  to: 'done' | 'error'
}

async function sell(options: AnswerOptions, file: string, text: string): Promise<Answer> {
  const { till, checkout } = options
  try {
    const end = await till.checkout(text, checkout)
    const isLost = end.copy === 'none' && end.notice !== undefined && end.receiptId === undefined
    return { result: { file, ...end }, to: end.copy === 'refused' || isLost ? 'error' : 'done' }
  } catch (error) {
    const reason = error instanceof TillError ? error.message : `The sale can't be handled (${codeOf(error)}).`
    return refuse(options, file, reason)
  }
}

function refuse(options: AnswerOptions, file: string, reason: string): Answer {
  options.log({ level: 'error', message: reason, file })
  return { result: refusal(options, file, reason), to: 'error' }
}

function refusal({ checkout }: AnswerOptions, file: string, reason: string): object {
  const { notice } = wordsIn(checkout.language ?? 'en')
  return { file, copy: 'refused', print: true, notice, offers: [], referenceId: file, reason }
}

/** @throws what a full disk says, or another fault that passes */
async function writeResult({ drop, log }: AnswerOptions, file: string, result: object): Promise<void> {
  try {
    await drop.writeResult(file, result)
  } catch (error) {
    const code = codeOf(error)
    if (!lasting.has(code) || isHeld(error)) throw error
    log({ level: 'error', message: 'No result can be written for this file; its till prints paper', file, code })
  }
}

/** The name is too long for a result's, or is taken by a folder or by what is another user's. */
const lasting: ReadonlySet<string> = new Set(['ENAMETOOLONG', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'])
