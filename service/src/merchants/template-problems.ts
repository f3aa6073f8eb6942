import { looks } from 'counterfoil/internal'
import type { Finding, Trial } from 'counterfoil/lint'

/** Most problems reported at once; running the lint locally reports all. */
const maxProblems = 20

/**
 * Finds mistakes in a template folder: lint errors in any look, or, if there are none, those that show when it is filled with
 * the sample receipts. Each with file, line, column and advice.
 *
 * @throws CounterfoilError if the folder can't be opened
 */
export async function problemsOfTemplates(folder: string): Promise<string[]> {
  // Loaded when it is needed: it takes as long as all else that the service loads.
  const { lintTemplates, tryTemplates } = await import('counterfoil/lint')
  const problems = new Set<string>()
  for (const variant of looks)
    for (const finding of await lintTemplates(folder, { variant }))
      if (finding.severity === 'error') problems.add(described(finding))
  if (problems.size === 0) for (const trial of await tryTemplates(folder)) problems.add(described(trial))
  return [...problems].slice(0, maxProblems)
}

function described({ file, line, column, message, advice }: Finding | Trial): string {
  return `${file}:${line}:${column}: ${message}; ${advice}`
}
