import { looks } from 'counterfoil'
import { type Finding, lintTemplates, type Trial, tryTemplates } from 'counterfoil/lint'

/** As many are told at once; the lint on the merchant's own machine tells the rest. */
const most = 20

/**
 * What is wrong with a template folder: the errors that the lint finds in any look, then what shows when it is filled with the receipts
 * of the package. Each with file, line, column and advice.
 *
 * @throws CounterfoilError when the folder cannot be opened
 */
export async function problemsOfTemplates(folder: string): Promise<string[]> {
  const problems = new Set<string>()
  for (const variant of looks)
    for (const finding of await lintTemplates(folder, { variant }))
      if (finding.severity === 'error') problems.add(described(finding))
  if (problems.size === 0) for (const trial of await tryTemplates(folder)) problems.add(described(trial))
  return [...problems].slice(0, most)
}

function described({ file, line, column, message, advice }: Finding | Trial): string {
  return `${file}:${line}:${column}: ${message}; ${advice}`
}
