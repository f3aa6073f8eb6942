/** The command `counterfoil`: what it can do, in words, and which file does it. */

import '../../src/node-version.ts'
import { CounterfoilError } from '../../src/errors.ts'
import { check } from './check.ts'
import { locales } from './locales.ts'
import { render } from './render.ts'
import { template } from './template.ts'

const usage = `counterfoil: from a till's JSON to the receipt a person gets

  counterfoil render FILE.json… --out DIR    write each receipt as HTML, text, mail and PDF
      --format html,text,eml,pdf,view        which of them; default html,text,eml,pdf
      --locale fr-CA                         the reader's language, as in Accept-Language
      --paper a4|letter|roll80|roll58        default a4
      --variant modern|classic|compact|gift  the look, or a receipt for a present: without any money
      --templates DIR                        a template folder; default: that of --config
      --offers FILE                          JSON array of offers to show
      --config FILE                          JSON of engine options: brand, templates, locales, pdf

  counterfoil check FILE.json                valid: exit 0, warnings on stderr
                                             invalid: exit 1, the ErrorResponse on stdout
  counterfoil template new DIR               a template folder to make receipts your own
  counterfoil template copy DIR FILE…        the package's own templates, to change them in DIR
  counterfoil lint [DIR]                     what is wrong with a template folder, and what to do
      --variant modern|classic|compact       the look it is laid over; default: that of its brand.json
      --clients gmail,outlook|all            also what these mail clients cannot show
      --format text|json                     default text, as editors read it
      --strict                               warnings, too, exit 1

  counterfoil studio [DIR]                   a page that shows receipts as you change their templates
      --port 4400                            default 4400, or the next that is free
      --open                                 show it in the browser

  counterfoil locales                        the languages there are, and how complete
`

/** Runs the command. `args` are the words after the command's name. Gives the exit code: 0 done, 1 something failed, 2 wrong use. */
export async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  try {
    switch (command) {
      case 'render':
        return await render(rest)
      case 'check':
        return await check(rest)
      case 'template':
        return template(rest)
      case 'lint':
        return await (await import('./lint.ts')).lint(rest)
      case 'studio':
        return await (await import('./studio.ts')).studio(rest)
      case 'locales':
        return locales()
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        process.stdout.write(usage)
        return command ? 0 : 2
      default:
        process.stderr.write(`counterfoil: there is no command "${command}"\n\n${usage}`)
        return 2
    }
  } catch (error) {
    if (!(error instanceof CounterfoilError) && !isUsageError(error)) throw error
    process.stderr.write(`counterfoil: ${error.message}\n`)
    return isUsageError(error) ? 2 : 1
  }
}

/** What `parseArgs` throws for options it does not know. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
