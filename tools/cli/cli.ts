/** The `counterfoil` command: usage, and which file runs each subcommand. */

import '../../src/node-version.ts'
import { CounterfoilError } from '../../src/errors.ts'
import { check } from './check.ts'
import { locales } from './locales.ts'
import { render } from './render.ts'
import { template } from './template.ts'

const usage = `counterfoil: turn POS data into receipts

  counterfoil render FILE.json… --out DIR    write each receipt as HTML, text, mail and PDF
      --format html,text,eml,pdf,view        what to write; default html,text,eml,pdf
      --locale fr-CA                         the reader's language, as in Accept-Language
      --paper a4|letter|roll80|roll58        default a4
      --variant modern|classic|compact|gift  the look, or a gift receipt without prices
      --templates DIR                        a template folder; default: the one in --config
      --offers FILE                          JSON array of offers to show
      --config FILE                          JSON of engine options: brand, templates, locales, pdf

  counterfoil check FILE.json                valid: exit 0, warnings on stderr
                                             invalid: exit 1, the ErrorResponse on stdout
  counterfoil template new DIR               create a starter template folder
  counterfoil template copy DIR FILE…        copy templates of the package into DIR
  counterfoil lint [DIR]                     check a template folder
      --variant modern|classic|compact       the look it builds on; default: from its brand.json
      --clients gmail,outlook|all            also check support in these mail clients
      --layout                               also look for words broken into letters on a phone
      --format text|json                     default text, which editors can parse
      --strict                               exit 1 on warnings too

  counterfoil studio [DIR]                   preview receipts as you edit their templates
      --port 4400                            default: 4400, or the next free port
      --open                                 open it in the browser
      --smtp URL                             where test mails go out; default: SMTP_URL
      --from ADDRESS                         their sender; default studio@example.com

  counterfoil locales                        list the languages, and how complete they are
`

/** Runs the command. `args` exclude the command's name. Returns the exit code: 0 done, 1 something failed, 2 wrong usage. */
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

/** Whether `parseArgs` threw it for an unknown option. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
