import { readFileSync } from 'node:fs'
import { OptionError } from '../../src/errors.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { readReceipt } from '../../src/receipt/parse.ts'

/** `counterfoil check FILE.json`: the interface's ErrorResponse on stdout if invalid, warnings on stderr if valid. */
export async function check(args: readonly string[]): Promise<number> {
  const [file, ...more] = args
  if (!file || more.length || file.startsWith('-'))
    throw new OptionError('check takes one file: counterfoil check FILE.json')
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

/** A file's text. @throws OptionError if it cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new OptionError(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}
