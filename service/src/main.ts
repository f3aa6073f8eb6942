import { StartError } from './basics/errors/errors.ts'
import { serviceVersion } from './basics/versions.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { dayEndCommand, reportCommand, tableCommand } from './commands/figure-commands.ts'
import { deliveriesCommand, problemsCommand, suppressionsCommand } from './commands/mail-commands.ts'
import {
  adminCommand,
  fleetCommand,
  merchantCommand,
  templatesCommand,
  webhookCommand,
} from './commands/merchant-commands.ts'
import { privacyCommand } from './commands/privacy-command.ts'
import type { CommandOutput } from './commands/run-command.ts'
import { UsageError } from './commands/run-command.ts'
import { serve } from './commands/serve.ts'
import { statisticsCommand } from './commands/statistics.ts'
import { forTerminal } from './commands/terminal.ts'
import { databaseFault } from './database/postgres.ts'
import { examine } from './operations/doctor/examine.ts'
import type { Finding } from './operations/doctor/finding.ts'

const usage = `counterfoil-service              starts the service; settings are environment variables, see .env.example
counterfoil-service --demo       the same, after filling the merchant demo with a year of made-up receipts
counterfoil-service doctor       checks settings, database, mail server, DNS, clock, disk and browser; --json
counterfoil-service merchant …   manages merchants, their keys and offers; see "merchant help"
counterfoil-service deliveries … holds mails back, tries them again, gives them up; see "deliveries help"
counterfoil-service suppressions … whom a merchant doesn't write to: list, find, add, lift; see "suppressions help"
counterfoil-service problems …   lists mails that didn't arrive, sends them again, marks them as done; see "problems help"
counterfoil-service day-end …    what a store took in a day, and signing it off; see "day-end help"
counterfoil-service table …      figures by store, till, person, tender … as a table or a file; see "table help"
counterfoil-service report …     what comes by itself, to whom and when; see "report help"
counterfoil-service templates …  what a merchant's receipts are drawn with: upload, preview, publish; see "templates help"
counterfoil-service fleet …      how the tills are, and what they all are to do alike; see "fleet help"
counterfoil-service admin …      manages tokens for /admin, and shows who did what; see "admin help"
counterfoil-service webhook …    tells merchants’ own systems what happens; see "webhook help"
counterfoil-service privacy …    erases or exports what is stored of a customer; see "privacy help"
counterfoil-service statistics … counts receipts anew, exports figures; see "statistics help"
counterfoil-service backup FILE  copies the embedded database, also while the service runs
counterfoil-service restore FILE puts such a copy in place, with all mails paused and all sessions ended; --revoke-keys
counterfoil-service --version    the service's version
`

const commands: Readonly<Record<string, typeof merchantCommand>> = {
  doctor: doctorCommand,
  merchant: merchantCommand,
  deliveries: deliveriesCommand,
  suppressions: suppressionsCommand,
  problems: problemsCommand,
  'day-end': dayEndCommand,
  table: tableCommand,
  fleet: fleetCommand,
  admin: adminCommand,
  privacy: privacyCommand,
  report: reportCommand,
  templates: templatesCommand,
  webhook: webhookCommand,
  statistics: statisticsCommand,
  backup: backupCommand,
  restore: restoreCommand,
}

/** Runs one command and returns its exit code. The service runs until it is told to stop. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [command = 'serve', ...rest] = args
  const serves = rest.length === 0 && ['serve', '--demo'].includes(command)
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', outliveReader).on('error', serves ? outliveLog : outliveReader)
  const terminal = forTerminal(process)
  try {
    if (command === 'serve' && rest.length === 0) return await serve(environment)
    if (command === '--demo' && rest.length === 0) return await serve(environment, { demo: true })
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (run) return await run(rest, environment, terminal)
  } catch (error) {
    const fault = error instanceof StartError ? error : databaseFault(error)
    if (!fault) throw error
    terminal.stderr.write(`${fault.message}\n`)
    return fault instanceof UsageError ? 2 : 1
  }
  if (command === '--version') {
    process.stdout.write(`${serviceVersion}\n`)
    return 0
  }
  if (command === 'help' || command === '--help') {
    process.stdout.write(usage)
    return 0
  }
  terminal.stderr.write(`There is no command "${[...args].join(' ')}".\n\n${usage}`)
  return 2
}

/** The service goes on without a log: its reader may exit, its disk be full. */
function outliveLog(): void {}

/** A command's answer must arrive, unless its reader has seen enough. */
function outliveReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)

/**
 * The `doctor` command: prints a line for each check, or all as JSON. Returns the exit code, 1 if a check failed.
 *
 * @throws UsageError if the command is typed wrong
 */
async function doctorCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout }: CommandOutput,
): Promise<number> {
  const wrong = args.find(word => word !== '--json')
  if (wrong !== undefined) throw new UsageError(`"${wrong}": the doctor takes only --json.`)
  const findings = await examine(environment)
  const isWell = findings.every(({ state }) => state !== 'fail')
  const text =
    args.length > 0 ? JSON.stringify({ ok: isWell, checks: findings }, null, 2) : findings.map(lineOf).join('\n')
  stdout.write(`${text}\n`)
  return isWell ? 0 : 1
}

function lineOf({ check, state, says, mend }: Finding): string {
  return `${state.padEnd(5)} ${check.padEnd(12)} ${[says, mend].filter(Boolean).join(' ')}`
}
