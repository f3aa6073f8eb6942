import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { InvalidInputError, TooCostlyError } from '../../basics/errors/errors.ts'
import { engineVersion } from '../../basics/versions.ts'
import { openThread, type Thread, type ThreadOptions } from '../apart/thread.ts'
import { type Examined, examine, type TemplateFinding } from './examine.ts'
import type { TemplatesInput } from './upload.ts'
import type { StoredVersion } from './versions.ts'

/** What is kept of templates that were sent, with what is wrong in them. @throws InvalidInputError for those that can't be kept, TooBusyError */
export type Examiner = (merchantId: string, sent: TemplatesInput) => Promise<Exclude<Examined, { problem: string }>>

/** Milliseconds of CPU that examining takes at most: three times what it takes of a folder with every template. */
const examineBudgetMs = 30_000

/** Opens a thread in which templates that nobody has reviewed are examined. @param turns default: at once */
export function openExamining({
  budgetMs = examineBudgetMs,
  turns = { take: ({ run }) => run() },
  ...more
}: Partial<Pick<ThreadOptions, 'budgetMs' | 'turns' | 'onCostly'>>): Thread {
  const jobs = new URL(`./examine${extname(import.meta.url)}`, import.meta.url)
  return openThread({ jobs, budgetMs, patienceMs: 4 * examineBudgetMs, turns, ...more })
}

/**
 * Examines templates that somebody uploaded.
 *
 * @param thread where it is done; default: here, as by a command that has nothing else to do
 */
export function createExaminer(thread?: Pick<Thread, 'run'>): Examiner {
  return async (merchantId, sent) => {
    // Removed here, because a thread that takes too long is ended wherever it is.
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-upload-'))
    try {
      const input = { sent, folder }
      const job = { merchantId, name: 'examine', bytes: sizeOf(sent), input }
      const examined = thread ? ((await thread.run(job)) as Examined) : await examine(input)
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

/**
 * The errors of a version by this engine: another one, from before an upgrade, may have found none.
 *
 * @throws InvalidInputError if this engine can't even open it, TooBusyError
 */
export async function errorsToday(
  examine: Examiner,
  merchantId: string,
  stored: StoredVersion,
): Promise<TemplateFinding[]> {
  const isSame = stored.engineVersion === engineVersion
  const findings = isSame ? stored.findings : (await examine(merchantId, sentOf(stored))).findings
  return findings.filter(({ severity }) => severity === 'error')
}

/** What is kept of a version, as it would be sent again. */
function sentOf({ content: { files, logo, logoDark, paperFonts = {} } }: StoredVersion): TemplatesInput {
  const brand = files['brand.json'] === undefined ? {} : (JSON.parse(files['brand.json']) as Record<string, unknown>)
  const named = [
    [brand.logo, logo],
    [brand.logoDark, logoDark],
    ...Object.entries(paperFonts).map(([name, font]) => [(brand.paperFonts as Record<string, unknown>)?.[name], font]),
  ] as const
  const texts = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }))
  const pictures = named.flatMap(([path, content]) =>
    typeof path === 'string' && typeof content === 'string' ? [{ path, content }] : [],
  )
  return { files: [...texts, ...pictures] }
}
