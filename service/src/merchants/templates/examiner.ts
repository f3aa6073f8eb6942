import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidInputError, TooCostlyError } from '../../basics/errors/errors.ts'
import type { Thread } from '../apart/thread.ts'
import type { Examined, ExamineRequest } from './jobs.ts'
import type { TemplatesInput } from './upload.ts'

/** What is kept of templates that were sent, with what is wrong in them. @throws InvalidInputError for those that can't be kept, TooBusyError */
export type Examiner = (merchantId: string, sent: TemplatesInput) => Promise<Exclude<Examined, { problem: string }>>

/** Milliseconds of CPU that examining takes at most: three times what it takes of a folder with every template. */
export const examineBudgetMs = 30_000

/**
 * Examines templates that somebody uploaded.
 *
 * @param thread where it is done; default: here, as by a command that has nothing else to do
 */
export function createExaminer(thread?: Pick<Thread, 'run'>): Examiner {
  const examine = async (merchantId: string, input: ExamineRequest): Promise<Examined> => {
    if (!thread) return (await import('./jobs.ts')).examine(input)
    return (await thread.run({ merchantId, name: 'examine', bytes: sizeOf(input.sent), input })) as Examined
  }
  return async (merchantId, sent) => {
    // Removed here, because a thread that takes too long is ended wherever it is.
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-upload-'))
    try {
      const examined = await examine(merchantId, { sent, folder })
      if ('problem' in examined) throw refused(examined.problem)
      return examined
    } catch (error) {
      throw error instanceof TooCostlyError ? refused('take too long to fill') : error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError({ templates: [{ code: 'template', message }] })
}

function sizeOf({ zip = '', files = [] }: TemplatesInput): number {
  return files.reduce((sum, { content }) => sum + content.length, zip.length)
}
