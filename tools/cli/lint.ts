import { join, relative } from 'node:path'
import { CounterfoilError } from '../../src/errors.ts'
import { printableLine } from '../../src/options/printable.ts'
import { variants } from '../../src/view/variant.ts'
import type { Finding } from '../lint/finding.ts'
import { lintTemplates } from '../lint/lint.ts'
import { oneOf, readArgs, UsageError } from './files.ts'
import { print } from './terminal.ts'

/**
 * `counterfoil lint [DIR]`: lists a template folder's findings with file, line, column and advice. Without DIR, checks the
 * package's templates. Exit code 0: no errors; 1: some; 2: wrong usage.
 */
export async function lint(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    variant: { type: 'string' },
    clients: { type: 'string' },
    layout: { type: 'boolean', default: false },
    format: { type: 'string', default: 'text' },
    strict: { type: 'boolean', default: false },
  })
  const [folder, ...more] = positionals
  if (more.length) throw new UsageError('lint takes one folder: counterfoil lint my-brand')
  const { strict, layout } = values
  const format = oneOf('--format', values.format, ['text', 'json'])
  const variant = values.variant === undefined ? undefined : oneOf('--variant', values.variant, variants)
  const clients = values.clients?.split(',').map(client => client.trim())
  try {
    const findings = await lintTemplates(folder, { layout, variant, clients })
    const errors = findings.filter(({ severity }) => severity === 'error').length
    const warnings = findings.length - errors
    print(
      format === 'json'
        ? `${JSON.stringify({ findings, errors, warnings }, null, 2)}\n`
        : `${findings.map(finding => described(finding, folder)).join('')}${counted(errors, warnings)}\n`,
    )
    return errors || (strict && warnings) ? 1 : 0
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    throw new UsageError(error.message, { cause: error })
  }
}

/** The first line is in the format that editors parse: path relative to the current folder, line and column. */
function described(finding: Finding, folder: string | undefined): string {
  const { file, line, column, severity, rule, message, advice, frame } = finding
  const path = folder === undefined ? file : relative('', join(folder, file))
  return `${printableLine(path)}:${line}:${column}: ${severity} ${rule}: ${printableLine(message)}\n${frame}\n  ${printableLine(advice)}\n\n`
}

function counted(errors: number, warnings: number): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  return `${count(errors, 'error')}, ${count(warnings, 'warning')}`
}
