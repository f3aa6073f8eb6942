import '../../src/node-version.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWords } from '../../src/brand/template-folder.ts'
import { CounterfoilError } from '../../src/errors.ts'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { printableLine } from '../../src/options/printable.ts'
import { packageRoot } from '../../src/package-root.ts'
import { papers } from '../../src/pdf/paper.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import type { Warning } from '../../src/receipt/notes.ts'
import { readReceipt } from '../../src/receipt/parse.ts'
import { looks, variants } from '../../src/view/variant.ts'
import { readArgs, readText, UsageError, unknown } from './files.ts'
import { platforms } from './order.ts'
import { merge, render } from './render.ts'
import { template } from './template.ts'
import { print, say } from './terminal.ts'

/** The `counterfoil` command: usage, and which file runs each subcommand. */

const usage = `counterfoil: turn POS data into receipts

  counterfoil render FILE.json… --out DIR    write each receipt as HTML, text, mail and PDF
      --format html,text,eml,pdf,png,view,ekabs,poslog
                                             what to write; default html,text,eml,pdf
      --locale fr-CA                         the reader's language, as in Accept-Language
      --paper ${papers.join('|')}        of the PDF, default a4; an image is of the mail, unless it is given
      --paper 76, --paper 148x210            a roll or sheet in mm; 76@6 has margins of 6 mm
      --width 375 --dark                     of an image of the mail: px, default 600; as in the dark
      --variant ${variants.join('|')}  the look, or a gift receipt without prices
      --templates DIR                        a template folder; default: the one in --config
      --offers FILE                          JSON array of offers to show
      --attach-data receipt|ekabs|poslog     the receipt's data as a file in the PDF
      --config FILE                          JSON of engine options: brand, templates, locales, pdf
      --from ${platforms.join('|')}
                                             FILE is an order of that platform
      --seller FILE                          JSON of who sold it: {"store": …, "timeZone": …}
                                             - instead of a FILE is the standard input, also of merge and check

  counterfoil merge FILE… --out DAY.pdf      write receipts, and PDFs of receipts, into one PDF with bookmarks
      --title TEXT                           default: the titles of the first and the last
                                             also --locale, --paper, --variant, --templates, --offers, --attach-data, --config

  counterfoil check FILE.json                valid: exit 0; warnings on stderr: wrong, odd
      --all                                  also notes of style
                                             invalid: exit 1, the ErrorResponse on stdout
  counterfoil template new DIR               create a starter template folder
  counterfoil template copy DIR FILE…        copy templates of the package into DIR
  counterfoil lint [DIR]                     check a template folder
      --variant ${looks.join('|')}       the look it builds on; default: from its brand.json
      --clients gmail,outlook|all            also check support in these mail clients
      --layout                               also look for words broken into letters on a phone
      --format text|json                     default text, which editors can parse
      --strict                               exit 1 on warnings too

  counterfoil studio [DIR]                   preview receipts as you edit their templates
      --port 4400                            default: 4400, or the next free port
      --open                                 open it in the browser
      --smtp URL                             where test mails go out; default: SMTP_URL
      --from ADDRESS                         their sender; default studio@example.com

  counterfoil schema                         print the JSON Schema of a receipt (draft 2020-12)
  counterfoil locales [FOLDER]               list the languages, with those of a template folder, and how complete they are
  counterfoil --version
`

const commands: Readonly<Record<string, (args: readonly string[]) => number | Promise<number>>> = {
  render,
  merge,
  check,
  template,
  lint: async args => (await import('./lint.ts')).lint(args),
  studio: async args => (await import('./studio.ts')).studio(args),
  locales,
  schema,
}

/** Runs the command. `args` exclude the command's name. Returns the exit code: 0 done, 1 something failed, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  const [command = '', ...rest] = args
  try {
    if (command === '--version') return version()
    if (['', 'help', '--help', '-h'].includes(command)) return help(command === '' ? 2 : 0)
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (!run) throw unknown('command', command, Object.keys(commands))
    return rest.includes('--help') || rest.includes('-h') ? help(0) : await run(rest)
  } catch (error) {
    if (!(error instanceof CounterfoilError) && !(error instanceof UsageError)) throw error
    say(`counterfoil: ${error.message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function help(code: number): number {
  print(usage)
  return code
}

function version(): number {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  print(`${version}\n`)
  return 0
}

/** `counterfoil check FILE.json`: the interface's ErrorResponse on stdout if invalid, and warnings on stderr. */
async function check(args: readonly string[]): Promise<number> {
  const { positionals, values: flags } = readArgs(args, { all: { type: 'boolean' } })
  const [file, ...more] = positionals
  if (!file || more.length) throw new UsageError('check takes one file: counterfoil check FILE.json')
  const sent = readText(file)
  const { errors, warnings } = readReceipt(sent)
  if (Object.keys(errors).length) {
    print(`${JSON.stringify({ message: 'Validation error', code: null, referenceId: '', errors }, null, 2)}\n`)
    warn(warnings, flags.all)
    return 1
  }
  warn(auditReceipt(sent), flags.all)
  return 0
}

function warn(warnings: readonly Warning[], all = false): void {
  const shown = warnings.filter(({ severity }) => all || severity !== 'style')
  shown.sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
  for (const { path, code, severity, message } of shown)
    say(`${printableLine(`${severity}: ${path || 'receipt'}: ${message} [${code}]`)}\n`)
  const left = warnings.length - shown.length
  if (left > 0)
    say(`${left} ${left === 1 ? 'note' : 'notes'} of style, such as numbers sent as text: --all lists them\n`)
}

const order = ['wrong', 'odd', 'style']

/** `counterfoil schema`: what a till may send. */
function schema(args: readonly string[]): number {
  if (readArgs(args, {}).positionals.length > 0) throw new UsageError('schema takes no file: counterfoil schema')
  print(`${JSON.stringify(receiptJsonSchema(), null, 2)}\n`)
  return 0
}

/** `counterfoil locales [FOLDER]`: every shipped language, and a template folder's, with the share of words translated. */
function locales(args: readonly string[]): number {
  const [folder, ...more] = readArgs(args, {}).positionals
  if (more.length > 0) throw new UsageError('locales takes one template folder')
  const overlay = folder === undefined ? [] : [readWords(folder) ?? join(folder, 'locales')]
  const rows = loadCatalogue({ overlay }).completeness()
  const width = Math.max(...rows.map(row => row.locale.length))
  for (const { locale, keys, translated, missing } of rows) {
    const share = `${Math.floor((100 * translated) / keys)}%`
    print(
      `${locale.padEnd(width)}  ${share.padStart(4)}  ${translated} of ${keys}${missing.length ? `; missing ${missing.join(', ')}` : ''}\n`,
    )
  }
  return 0
}
