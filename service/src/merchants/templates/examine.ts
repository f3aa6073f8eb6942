import { looks } from 'counterfoil/internal'
import type { Finding, Trial } from 'counterfoil/lint'

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
