import { codeOf, TillError } from './basics/errors.ts'
import { plainText } from './basics/values.ts'
import { tillVersion } from './basics/version.ts'
import { readArguments, UsageError } from './cli/arguments.ts'
import { commands } from './cli/commands.ts'
import { exitCodes } from './cli/format.ts'
import { readSettings } from './settings/read-settings.ts'

const usage = `counterfoil-till send FILE    sends one sale; "-" reads it from the standard input
counterfoil-till print FILE   prints a receipt; needs no service
counterfoil-till watch DROP   sends each file that is dropped into a folder, and what waits
counterfoil-till status       what waits, was refused, and was sent
counterfoil-till flush        sends what waits, now
counterfoil-till show FILE    a receipt of the spool, and why it was refused
counterfoil-till retry FILE   puts a refused receipt among the waiting ones again
counterfoil-till unseal FILE  what watch has put into error/, encrypted
counterfoil-till doctor       checks addresses, TLS, key, clock, disk and printer
counterfoil-till --version    the till's version

--settings FILE      a JSON file with the settings; or set COUNTERFOIL_RECEIPTS, _HOST, _MERCHANT, _KEY, _SPOOL …
--json               the result as JSON
--deadline MS        of a sale; default 4000
--language TAG       of confirmation and notice, such as fr-CA
--accept-language L  of the receipts, such as fr_CA
--allow-root         of watch: root may watch a folder that others may write to

--printer ADDRESS    of print and doctor: tcp://host:9100, or the path of a device or file
--model MODEL        such as epson-tm-m30iii; or --width 80 or 58, the paper in millimeters
--as text|picture    default: text, if the printer has all letters
--preview FILE.png   of print: draws the paper instead of printing it
--open-drawer        opens the cash drawer first
--sheet              of doctor: prints a sheet that shows whether the model is right

Exit codes of print: 0 the printer has it, 1 it hasn't, 6 it may be half printed.
Exit codes of send: 0 sent, 3 queued, 4 refused, 5 neither sent nor kept; 1 trouble, 2 typed wrong.
`

/** Runs one command and returns its exit code. `watch` runs until it is told to stop. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  process.stdout.off('error', outlive).on('error', outlive)
  process.stderr.off('error', outliveLog).on('error', outliveLog)
  if (args[0] === '--version') {
    process.stdout.write(`${tillVersion()}\n`)
    return exitCodes.done
  }
  try {
    const read = readArguments(args)
    if (read.command === 'help') {
      process.stdout.write(usage)
      return exitCodes.done
    }
    const command = commands.get(read.command)
    if (!command) throw new UsageError(`There is no command "${read.command}"; "counterfoil-till help" lists all.`)
    const [wants, run] = command
    if (read.words.length !== wants)
      throw new UsageError(`"${read.command}" takes ${wants === 0 ? 'nothing' : 'one word'} more.`)
    const { code = exitCodes.done, text } = await run(read, readSettings(environment, read.settings))
    await write(text)
    return code
  } catch (error) {
    if (!(error instanceof TillError)) throw error
    process.stderr.write(plainLines(`${error.message}\n`))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.trouble
  }
}

/** Whatever a command says, no line of it drives a terminal. */
function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n')
}

/** Writes a result, and lets an error of the output come first: a file's is told in the next turn. */
async function write(text: string): Promise<void> {
  process.stdout.write(plainLines(text))
  await new Promise(resolve => setImmediate(resolve))
}

/** Sales go on without a log: its reader may exit, its disk be full. */
function outliveLog(): void {}

/** A reader that has seen enough is no fault; an answer that reaches no file is one, which a sale's end outlives. */
function outlive(error: Error): void {
  if (['EPIPE', 'ERR_STREAM_DESTROYED'].includes(codeOf(error))) return
  process.stderr.write(`The output can't be written (${codeOf(error)}).\n`)
  process.exitCode = exitCodes.trouble
}
