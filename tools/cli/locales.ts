import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { readArgs, UsageError } from './usage-error.ts'

/** `counterfoil locales`: every shipped language, with the share of words translated. */
export function locales(args: readonly string[]): number {
  if (readArgs(args, {}).positionals.length) throw new UsageError('locales takes nothing more')
  const rows = loadCatalogue().completeness()
  const width = Math.max(...rows.map(row => row.locale.length))
  for (const { locale, keys, translated, missing } of rows) {
    const share = `${Math.floor((100 * translated) / keys)}%`
    process.stdout.write(
      `${locale.padEnd(width)}  ${share.padStart(4)}  ${translated} of ${keys}${missing.length ? `; missing ${missing.join(', ')}` : ''}\n`,
    )
  }
  return 0
}
