import { join } from 'node:path'
import { CounterfoilError } from 'counterfoil'
import { looks, type Printer, readTemplateFolder, writeInFolder } from 'counterfoil/internal'
import type { Finding, Trial } from 'counterfoil/lint'
import { sha256 } from '../../basics/ids.ts'
import { TtlCache } from '../../basics/ttl-cache.ts'
import {
  type Appearance,
  type AppearanceContent,
  type AppearanceContext,
  chosenFolder,
  contentOf,
  type Dressed,
  type KeptFolder,
  takeAppearance,
  templateFolderOf,
} from '../appearances.ts'
import { openUnsaved } from '../engine-options.ts'
import { describeGaps, fontAdvice, fontGapsOf } from '../printing.ts'
import { UploadError } from './unzip.ts'
import { filesOf, type TemplatesInput } from './upload.ts'

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
  // The folder is read at several moments: what is saved must be what was checked.
  if (takeAppearance(settings, await chosenFolder(context, merchant)).hash !== appearance.hash)
    return trySettings(context, merchant)
  knownProblems.set(key, problems, day)
  return { ...found, problems }
}

/** Templates to examine. */
interface ExamineRequest {
  sent: TemplatesInput
  /** An empty folder to unpack them to. */
  folder: string
}

/** Templates that were examined, or why they can't be kept. */
export type Examined =
  | { content: KeptFolder; findings: TemplateFinding[]; files: number; bytes: number }
  | { problem: string }

/** Most findings kept: more are one mistake, repeated. */
const maxFindings = 500

/**
 * Examines templates that somebody uploaded, in a thread of their own (`examiner.ts`): writes the folder through the engine's gate,
 * lints it, fills it with every sample receipt, and reads it as an engine does.
 */
export async function examine({ sent, folder }: ExamineRequest): Promise<Examined> {
  try {
    const files = filesOf(sent)
    for (const [path, bytes] of files) {
      const unwritten = writeInFolder(folder, path, bytes)
      if (unwritten) return { problem: `${path} ${unwritten.problem}` }
    }
    const findings = await findingsOf(folder)
    const content = contentOf(readTemplateFolder(folder))
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0)
    return { content, findings: findings.slice(0, maxFindings), files: files.size, bytes }
  } catch (error) {
    if (error instanceof UploadError) return { problem: error.message }
    // Whoever uploaded it knows nothing of where it was unpacked.
    if (error instanceof CounterfoilError) return { problem: error.message.replaceAll(`${folder}/`, '') }
    throw error
  }
}

/** What is wrong in a template folder, and where. */
export interface TemplateFinding {
  /** With an error, templates can't be published. */
  severity: 'error' | 'warning'
  /** Path in the folder. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  message: string
  /** What to do about it. */
  advice: string
}

/** Most problems reported at once; running the lint locally reports all. */
const maxProblems = 20

/**
 * Finds mistakes in a template folder: lint errors in any look, or, if there are none, those that show when it is filled with
 * the sample receipts. Each with file, line, column and advice.
 *
 * @throws CounterfoilError if the folder can't be opened
 */
export async function problemsOfTemplates(folder: string): Promise<string[]> {
  const errors = (await findingsOf(folder)).filter(({ severity }) => severity === 'error')
  return errors.slice(0, maxProblems).map(problemOf)
}

/** A finding in a line: where, what, and what to do about it. */
export function problemOf({ file, line, column, message, advice }: TemplateFinding): string {
  return `${file}:${line}:${column}: ${message}; ${advice}`
}

/**
 * The same with warnings, each once.
 *
 * @throws CounterfoilError if the folder can't be opened
 */
export async function findingsOf(folder: string): Promise<TemplateFinding[]> {
  // Loaded when it is needed: it takes as long as all else that the service loads.
  const { lintTemplates, tryTemplates } = await import('counterfoil/lint')
  const found = new Map<string, TemplateFinding>()
  const note = (finding: TemplateFinding) => void found.set(JSON.stringify(finding), finding)
  for (const variant of looks)
    for (const finding of await lintTemplates(folder, { variant })) note(toldOf(finding, severityOf(finding)))
  if (![...found.values()].some(({ severity }) => severity === 'error'))
    for (const trial of await tryTemplates(folder)) note(toldOf(trial, 'error'))
  return [...found.values()]
}

/** A PDF without its claims is what a merchant would be asked for later. */
function severityOf({ severity, rule }: Finding): TemplateFinding['severity'] {
  return rule === 'unclaimed' ? 'error' : severity
}

function toldOf(
  { file, line, column, message, advice }: Finding | Trial,
  severity: TemplateFinding['severity'],
): TemplateFinding {
  return { severity, file, line, column, message, advice }
}
