import { CounterfoilError } from 'counterfoil'
import { looks, readTemplateFolder, writeInFolder } from 'counterfoil/internal'
import type { Finding, Trial } from 'counterfoil/lint'
import { contentOf, type KeptFolder } from '../appearances.ts'
import { UploadError } from './unzip.ts'
import { filesOf, type TemplatesInput } from './upload.ts'

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
