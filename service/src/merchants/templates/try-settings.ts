import { join } from 'node:path'
import type { Printer } from 'counterfoil/internal'
import { sha256 } from '../../basics/ids.ts'
import { TtlCache } from '../../basics/ttl-cache.ts'
import {
  type Appearance,
  type AppearanceContent,
  type AppearanceContext,
  chosenFolder,
  type Dressed,
  takeAppearance,
  templateFolderOf,
} from '../appearances.ts'
import { openUnsaved } from '../engine-options.ts'
import { describeGaps, fontAdvice, fontGapsOf } from '../printing.ts'
import { problemsOfTemplates } from './examine.ts'

/** What was found of settings that can work. */
export interface Checked {
  /** What was checked, to be saved. */
  appearance: Appearance
  /** Mistakes in the templates. */
  problems: string[]
  /** What works, but not as it should, for whoever runs the service: languages that PDFs can't show. */
  warning?: string
}

/** The problems of folders that were checked, by their content: a merchant is often saved with the templates it had. */
const knownProblems = new TtlCache<string[]>(200, Date.now)
const day = 86_400_000

/**
 * Tries a merchant's settings: opens the engine, lints the template folder in every look, and fills it with every sample
 * receipt, unless it was uploaded, and examined then.
 *
 * @throws CounterfoilError that says what can't work
 */
export async function trySettings(
  context: AppearanceContext & { engines: { printer: Printer } },
  merchant: Dressed,
): Promise<Checked> {
  const { templatesDir, engines } = context
  const { settings } = merchant
  const folder = await chosenFolder(context, merchant)
  const appearance = takeAppearance(settings, folder)
  await (await openUnsaved(settings, folder, templatesDir, engines.printer)).close()
  const content = JSON.parse(appearance.content) as AppearanceContent
  const gaps = describeGaps(fontGapsOf(templateFolderOf(content), engines.printer))
  const found = { appearance, ...(gaps !== undefined && { warning: `${gaps} ${fontAdvice}` }) }
  if (folder?.isUploaded || settings.templates === undefined) return { ...found, problems: [] }
  const key = sha256(JSON.stringify(content.folder ?? null))
  const problems = knownProblems.get(key) ?? (await problemsOfTemplates(join(templatesDir, settings.templates)))
  // The folder is read several times: what is saved must be what was checked.
  if (takeAppearance(settings, await chosenFolder(context, merchant)).hash !== appearance.hash)
    return trySettings(context, merchant)
  knownProblems.set(key, problems, day)
  return { ...found, problems }
}
