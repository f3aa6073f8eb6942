import { UnknownTargetError } from '../acts/act.ts'
import { thisUser } from '../basics/data-folder.ts'
import { type Database, isUnwritable, type OpenDatabase, openDatabase } from '../database/database.ts'
import { mayBeThere, nameOf, placeOf, unusableData } from '../database/location.ts'
import { InvalidInputError } from '../errors/errors.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type Arguments, type CommandForm, readArguments, usageOf } from './arguments.ts'

/** Where a command writes: results for programs to stdout, remarks for people to stderr. */
export interface CommandOutput {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/** What a command works with. */
export interface CommandContext {
  config: Config
  database: OpenDatabase
  /** Who runs the command, for the audit trail. */
  actor: string
  /** Prints a result as JSON, with times in ISO 8601 (UTC). */
  show(value: unknown): void
}

/** What a command can't do. It says what to do instead, and the process ends with 1. */
export class CommandError extends Error {}

/**
 * Runs a command on the database that the settings name, also beside a running service, after saying which it is.
 *
 * @param creates whether an action creates a missing database; otherwise that is reported
 * @returns the exit code
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export async function runCommand(
  form: CommandForm,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr }: CommandOutput,
  run: (parsed: Arguments, context: CommandContext) => Promise<void>,
  creates: (action: string) => boolean = () => false,
): Promise<number> {
  const parsed = readArguments(form, args)
  if (!parsed) {
    stdout.write(usageOf(form))
    return 0
  }
  const config = readConfig(environment, 'command')
  for (const warning of config.warnings) stderr.write(`${warning}\n`)
  const place = placeOf(config)
  stderr.write(`Database: ${nameOf(place)}${mayBeThere(place) ? '' : ' (not created yet)'}\n`)
  const database = await openDatabase(place, { allowRunning: true, mustExist: !creates(parsed.action) })
  const show = (value: unknown) => void stdout.write(`${JSON.stringify(value, readableTimes, 2)}\n`)
  try {
    const actor = `command:${thisUser()}`
    await run(parsed, { config, database, actor, show })
    return 0
  } catch (error) {
    if ('folder' in place && isUnwritable(error)) throw unusableData(place.folder, error)
    if (!isRefusal(error)) throw error
    stderr.write(`${error instanceof InvalidInputError ? problemsOf(error) : error.message}\n`)
    return 1
  } finally {
    await database.close()
  }
}

/** Names that end in `At` have milliseconds since 1970. */
function readableTimes(name: string, value: unknown): unknown {
  return /(?:^a|A)t$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value
}

/** Whether an error means that nothing was done, because of what was asked for. */
export function isRefusal(error: unknown): error is Error {
  return [CommandError, InvalidInputError, UnknownTargetError].some(kind => error instanceof kind)
}

function problemsOf({ message, fields }: InvalidInputError): string {
  const lines = Object.entries(fields).flatMap(([path, list]) => list.map(problem => `  ${path}: ${problem.message}`))
  return [message, ...lines].join('\n')
}

/**
 * The merchant that was named.
 *
 * @throws CommandError if there is none
 */
export async function knownMerchant(db: Database, id: string): Promise<Merchant> {
  const merchant = await findMerchant(db, id)
  if (!merchant) throw new CommandError(`There is no merchant "${id}". "merchant list" shows all merchants.`)
  return merchant
}
