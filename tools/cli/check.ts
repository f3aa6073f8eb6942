import { auditReceipt } from '../../src/reading/audit.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import { readText } from './files.ts'
import { readArgs, UsageError } from './usage-error.ts'

/** `counterfoil check FILE.json`: the interface's ErrorResponse on stdout if invalid, warnings on stderr if valid. */
export async function check(args: readonly string[]): Promise<number> {
  const [file, ...more] = readArgs(args, {}).positionals
  if (!file || more.length) throw new UsageError('check takes one file: counterfoil check FILE.json')
  const sent = readText(file)
  const { errors } = readReceipt(sent)
  if (Object.keys(errors).length) {
    process.stdout.write(
      `${JSON.stringify({ message: 'Validation error', code: null, referenceId: '', errors }, null, 2)}\n`,
    )
    return 1
  }
  for (const { path, code, message } of auditReceipt(sent))
    process.stderr.write(`${path || 'receipt'}: ${message} [${code}]\n`)
  return 0
}
