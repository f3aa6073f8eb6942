import { join } from 'node:path'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import type { Database } from '../../database/database.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import { claimAdvice } from '../../merchants/missing.ts'
import { problemOf, problemsOfTemplates } from '../../merchants/templates/examine.ts'
import { type Examiner, errorsToday } from '../../merchants/templates/examiner.ts'
import { findVersion } from '../../merchants/templates/versions.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, ok, warn } from './finding.ts'

/** Merchants named at once. */
const maxNamed = 5

/** Templates that somebody's receipts are drawn with: a folder of the operator's, or a version that the merchant uploaded. */
interface Examinable {
  /** Whose, and which. */
  name: string
  /** @throws Error whose message is a problem, too */
  problems(): Promise<string[]>
}

/** All of them, each folder once. An uploaded version goes before the folder. */
export function templatesOf(
  { templatesDir }: Pick<Config, 'templatesDir'>,
  { db, examine }: { db: Database | undefined; examine: Examiner },
  merchants: readonly Merchant[],
): Examinable[] {
  const found = new Map<string, Examinable>()
  for (const { id, settings, publishedTemplates: number } of merchants) {
    const folder = settings.templates
    if (number !== undefined && db)
      found.set(`${id} ${number}`, {
        name: `${id}, version ${number} of its uploaded templates`,
        async problems() {
          const stored = await findVersion(db, id, number)
          return stored ? (await errorsToday(examine, id, stored)).map(problemOf) : []
        },
      })
    else if (folder !== undefined && !found.has(folder))
      found.set(folder, { name: id, problems: () => problemsOfTemplates(join(templatesDir, folder)) })
  }
  return [...found.values()]
}

/** Milliseconds after which no more templates are examined: it is a doctor's visit, not a night's work. */
const enoughMs = 300_000

/**
 * Checks that merchants' templates still make receipts as they should, and PDFs that claim PDF/UA-1 and PDF/A-3a, after an upgrade, say.
 *
 * @param clock milliseconds
 */
export async function checkTemplates(
  templates: readonly Examinable[],
  clock: () => number = () => performance.now(),
): Promise<Found> {
  const says: string[] = []
  const until = clock() + enoughMs
  const waiting = [...templates]
  for (let next = waiting.shift(); next; next = clock() < until ? waiting.shift() : undefined) {
    const [first, ...others] = await next.problems().catch(messagesOf)
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    if (first !== undefined) says.push(`${next.name}: ${first}${more}.`)
  }
  const unnamed = says.length - maxNamed
  const all = [
    ...says.slice(0, maxNamed),
    ...(unnamed > 0 ? [`Templates of ${moreMerchants(unnamed)} have problems, too.`] : []),
    ...(waiting.length > 0
      ? [`Those of ${moreMerchants(waiting.length)} weren't examined: there was no time left.`]
      : []),
  ]
  if (says.length > 0) return warn(all.join(' '), claimAdvice)
  if (all.length > 0)
    return warn(
      all.join(' '),
      'Ask again when this machine has less to do, or see them in the console, under Settings, Templates.',
    )
  return ok(
    templates.length === 0 ? 'No merchant has templates of its own.' : 'The templates of all merchants are sound.',
  )
}

const moreMerchants = (count: number) => `${count} more merchant${count === 1 ? '' : 's'}`

function messagesOf(error: unknown): string[] {
  if (!(error instanceof InvalidInputError)) return [String((error as Error).message)]
  return Object.values(error.fields).flatMap(each => each.map(({ message }) => message))
}
