// Room `commands`: the command: acts, statistics and backup from a shell, and the process that serves.
// Each opens only what it needs of the database.
// Only the wiring calls it.

import { parseArgs } from 'node:util'
import { nearest } from 'counterfoil/internal'
import { UnknownTargetError } from '../acts/act.ts'
import { thisUser } from '../basics/data-folder.ts'
import { InvalidInputError, StartError } from '../basics/errors/errors.ts'
import { type Database, isUnwritable, type OpenDatabase, openDatabase } from '../database/database.ts'
import { mayBeThere, nameOf, placeOf, unusableData } from '../database/location.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { readInstant } from '../receipts/instant.ts'
import { type Config, readConfig } from '../settings/config.ts'

/** Where a command writes: results for programs to stdout, remarks for people to stderr. */
export interface CommandOutput {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
  /** Where it writes exports; default `stdout`. */
  data?: { write(text: string): unknown }
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

/** The command was typed wrong; the process ends with 2. */
export class UsageError extends StartError {}

/** A command of several actions. */
export interface CommandForm {
  /** What follows `counterfoil-service`. */
  name: string
  /**
   * Each action with what it takes: `<id> (--all | --domain <domain>) --since <time> [--dry-run]`. Of alternatives in parentheses
   * one must be chosen, of those in brackets one may be; what is called `<time>` must be one.
   */
  actions: Readonly<Record<string, string>>
  /** What follows the list of actions in the help. */
  remark: string
}

/** What was typed. */
export interface Arguments {
  action: string
  /** The words of its form, by their names there. */
  words: Readonly<Record<string, string>>
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** What `help` prints. */
function usageOf(form: CommandForm): string {
  const actions = Object.keys(form.actions)
  return `${actions.map(action => `${writtenOf(form, action)}\n`).join('')}\n${form.remark}\n`
}

/**
 * The action with its words and options; undefined for help.
 *
 * @throws UsageError that says what the action takes
 */
function readArguments(form: CommandForm, args: readonly string[]): Arguments | undefined {
  const { values: options, positionals } = parse(form, args)
  const [action = 'help', ...given] = positionals
  if (action === 'help' || options.help) return undefined
  const usage = Object.hasOwn(form.actions, action) ? form.actions[action] : undefined
  if (usage === undefined) {
    const meant = nearest(action, Object.keys(form.actions))
    throw new UsageError(
      `There is no action "${action}"; ${meant ? `did you mean ${meant}?` : `"${form.name} help" lists all.`}`,
    )
  }
  const [plain = ''] = usage.split(/ ?[[(]?--/)
  const names = [...plain.matchAll(/<([^>]+)>/g)].map(([, name]) => String(name))
  const required = optionsIn(usage.replace(/\[[^\]]*\]|\([^)]*\)/g, ''))
  if (given.length !== names.length || required.some(({ name }) => options[name] === undefined))
    throw new UsageError(`"${action}" is written ${writtenOf(form, action)}`)
  for (const { name, placeholder } of optionsIn(usage))
    if (placeholder === 'time' && options[name] !== undefined && !readInstant(String(options[name])))
      throw new UsageError(`--${name} must be a time such as 2026-11-21T02:00:00Z`)
  for (const [group] of usage.matchAll(/\([^)]*\)|\[[^\]]* \| [^\]]*\]/g)) checkChoice(action, group, options)
  return { action, words: Object.fromEntries(names.map((name, at) => [name, given[at] ?? ''])), options }
}

/** @throws UsageError unless one of the alternatives is given, whole, or none of those in brackets */
function checkChoice(action: string, group: string, options: Arguments['options']): void {
  const each = group.split(' | ').map(one => optionsIn(one).map(({ name }) => name))
  const chosen = each.filter(names => names.some(name => options[name] !== undefined))
  if (chosen.length === 1 && chosen[0]?.every(name => options[name] !== undefined)) return
  if (chosen.length === 0 && group.startsWith('[')) return
  const words = each.map(names => names.map(name => `--${name}`).join(' with '))
  throw new UsageError(`"${action}" takes one of ${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`)
}

/** The options in a part of a usage; those without a placeholder take no value. */
function optionsIn(usage: string): { name: string; placeholder: string | undefined }[] {
  return [...usage.matchAll(/--([\w-]+)(?: <([^>]+)>)?/g)].map(([, name = '', placeholder]) => ({ name, placeholder }))
}

function writtenOf({ name, actions }: CommandForm, action: string): string {
  return `counterfoil-service ${name} ${action} ${actions[action]}`.trimEnd()
}

function parse(
  { name, actions }: CommandForm,
  args: readonly string[],
): { values: Arguments['options']; positionals: string[] } {
  const known = optionsIn(Object.values(actions).join(' ')).map(
    ({ name: option, placeholder }) =>
      [option, { type: placeholder === undefined ? ('boolean' as const) : ('string' as const) }] as const,
  )
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(known), help: { type: 'boolean' } },
    })
  } catch (cause) {
    // Node goes on to explain what a word with a hyphen would need.
    const [sentence] = (cause as Error).message.split('. ')
    throw new UsageError(`${sentence}; "${name} help" lists what there is.`, { cause })
  }
}
