import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from 'counterfoil'
import { StartError } from '../errors/errors.ts'
import { readInstant } from '../receipts/instant.ts'

/** The command was typed wrong; the process ends with 2. */
export class UsageError extends StartError {}

/** A command of several actions. */
export interface CommandForm<Action extends string> {
  /** What follows `counterfoil-service`. */
  name: string
  /** Each action with what it takes: `<id> --name <name> [--inactive]`. */
  actions: Readonly<Record<Action, string>>
  /** All actions' options, as for `parseArgs`. */
  options: NonNullable<ParseArgsConfig['options']>
  /** What follows the list of actions in the help. */
  remark: string
}

export interface ReadArguments<Action extends string> {
  action: Action
  /** The words of its form, in order. */
  words: string[]
  values: Readonly<Record<string, string | boolean | undefined>>
}

/** What `help` prints. */
export function usageOf<Action extends string>(form: CommandForm<Action>): string {
  const actions = Object.keys(form.actions) as Action[]
  return `${actions.map(action => `${writtenOf(form, action)}\n`).join('')}\n${form.remark}\n`
}

/**
 * The action with its words and options; undefined for help.
 *
 * @throws UsageError that says what the action takes
 */
export function readArguments<Action extends string>(
  form: CommandForm<Action>,
  args: readonly string[],
): ReadArguments<Action> | undefined {
  const { values, positionals } = parse(form, args)
  const [action = 'help', ...words] = positionals
  if (action === 'help' || values.help) return undefined
  if (!isAction(form, action)) {
    const meant = nearest(action, Object.keys(form.actions))
    throw new UsageError(
      `There is no action "${action}"; ${meant ? `did you mean ${meant}?` : `"${form.name} help" lists all.`}`,
    )
  }
  const written = form.actions[action]
  const [plain = ''] = written.split(/ ?[[(]?--/)
  const required = [...written.replace(/\[[^\]]*\]|\([^)]*\)/g, '').matchAll(/--([\w-]+)/g)].map(([, name]) => name!)
  if (words.length !== plain.split(' ').filter(Boolean).length || required.some(name => values[name] === undefined))
    throw new UsageError(`"${action}" is written ${writtenOf(form, action)}`)
  return { action, words, values }
}

/**
 * A time given as an option: milliseconds since 1970, undefined if it wasn't given.
 *
 * @throws UsageError if it isn't an ISO 8601 time
 */
export function timeOf(name: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined
  const found = readInstant(String(value))
  if (!found) throw new UsageError(`--${name} must be a time such as 2026-11-21T02:00:00Z`)
  return found.at
}

function writtenOf<Action extends string>({ name, actions }: CommandForm<Action>, action: Action): string {
  return `counterfoil-service ${name} ${action} ${actions[action]}`.trimEnd()
}

function isAction<Action extends string>({ actions }: CommandForm<Action>, text: string): text is Action {
  return Object.hasOwn(actions, text)
}

function parse({ name, options }: CommandForm<string>, args: readonly string[]) {
  try {
    const read = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean' } },
    })
    return read as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (cause) {
    // Node goes on to explain what a word with a hyphen would need.
    const [sentence] = (cause as Error).message.split('. ')
    throw new UsageError(`${sentence}; "${name} help" lists what there is.`, { cause })
  }
}
