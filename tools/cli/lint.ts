import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { CounterfoilError } from '../../src/errors.ts'
import { type Variant, variants } from '../../src/view/variant.ts'
import type { Finding } from '../lint/finding.ts'
import { lintTemplates } from '../lint/lint.ts'

/**
 * `counterfoil lint [DIR]`: lists a template folder's findings with file, line, column and advice. Without DIR, checks the
 * package's templates. Exit code 0: no errors; 1: some; 2: wrong usage.
 */
export async function lint(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      variant: { type: 'string' },
      clients: { type: 'string' },
      layout: { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      strict: { type: 'boolean', default: false },
    },
  })
  const [folder, ...more] = positionals
  const { variant, format, strict, layout } = values
  if (more.length) return usageError('lint takes one folder: counterfoil lint my-brand')
  if (format !== 'text' && format !== 'json') return usageError('--format: must be text or json')
  if (variant !== undefined && !variants.includes(variant as Variant))
    return usageError(`--variant: must be one of ${variants.join(', ')}`)
  const clients = values.clients?.split(',').map(client => client.trim())
  try {
    const options = { layout, ...(variant && { variant: variant as Variant }), ...(clients && { clients }) }
    const findings = await lintTemplates(folder, options)
    const errors = findings.filter(({ severity }) => severity === 'error').length
    const warnings = findings.length - errors
    process.stdout.write(
      format === 'json'
        ? `${JSON.stringify({ findings, errors, warnings }, null, 2)}\n`
        : `${findings.map(finding => described(finding, folder)).join('')}${counted(errors, warnings)}\n`,
    )
    return errors || (strict && warnings) ? 1 : 0
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    return usageError(error.message)
  }
}

function usageError(message: string): number {
  process.stderr.write(`counterfoil: ${message}\n`)
  return 2
}

/** The first line is in the format that editors parse: path relative to the current folder, line and column. */
function described(finding: Finding, folder: string | undefined): string {
  const { file, line, column, severity, rule, message, advice, frame } = finding
  const path = folder === undefined ? file : relative('', join(folder, file))
  return `${path}:${line}:${column}: ${severity} ${rule}: ${message}\n${frame}\n  ${advice}\n\n`
}

function counted(errors: number, warnings: number): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  return `${count(errors, 'error')}, ${count(warnings, 'warning')}`
}
