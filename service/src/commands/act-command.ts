import { closeSync, openSync } from 'node:fs'
import { readStream } from 'counterfoil/internal'
import { type Act, type ActContext, BodyAnswer, type Context, runAct } from '../acts/act.ts'
import { check } from '../basics/errors/errors.ts'
import { reasonOf } from '../basics/errors/fault.ts'
import { openLog } from '../basics/monitoring/log.ts'
import { wholeReach } from '../basics/reach.ts'
import type { Arguments } from './run-command.ts'
import {
  type CommandContext,
  CommandError,
  type CommandOutput,
  isRefusal,
  knownMerchant,
  runCommand,
} from './run-command.ts'

/** What was typed, and where. */
interface Command {
  around: CommandContext
  options: Arguments['options']
  output: CommandOutput
}

/** What a command's action has of its own, beside its act. */
interface Form {
  /** Does the act in the command's own way. */
  run?(context: ActContext, input: unknown, command: Command): Promise<unknown>
  /** Makes the act's input of what was typed; default: the options, and words that aren't its target, by their names. */
  input?(parsed: Arguments, context: ActContext): unknown
  /** The id of what was named. */
  target?(parsed: Arguments, context: ActContext): Promise<string>
  /** What is printed: text, or something as JSON; default: what the act results in. */
  // biome-ignore lint/suspicious/noExplicitAny: the result of the act that it is the form of
  print?(result: any, output: CommandOutput): unknown
}

/** A command whose actions are acts. */
interface ActCommand {
  name: string
  /** What follows the list of actions in the help. */
  remark: string
  acts: readonly Act[]
  /** By the ids of acts. */
  forms?: Readonly<Record<string, Form>>
  /** Opens what the act works with besides the database, and closes it afterwards. */
  open?(
    around: CommandContext,
    closing: AsyncDisposableStack,
    actId: string,
  ): Partial<Context> | Promise<Partial<Context>>
}

/** The function that runs such a command, which returns the exit code. */
export function actCommand({ name, remark, acts, forms = {}, open = () => ({}) }: ActCommand) {
  const byAction = new Map(
    acts.map(act => {
      const [, action = '', usage = ''] = /^\S+ (\S+) ?(.*)/.exec(act.access.command ?? '') ?? []
      return [action, { act, usage }]
    }),
  )
  const actions = Object.fromEntries([...byAction].map(([action, { usage }]) => [action, usage]))
  const actOf = (action: string) => byAction.get(action)?.act as Act

  /**
   * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
   */
  return (args: readonly string[], environment: NodeJS.ProcessEnv, output: CommandOutput): Promise<number> =>
    runCommand(
      { name, actions, remark },
      args,
      environment,
      output,
      async (parsed, around) => {
        await using closing = new AsyncDisposableStack()
        const act = actOf(parsed.action)
        const form = forms[act.id] ?? {}
        const { merchant: merchantId = '', ...words } = parsed.words
        const needsMerchant = merchantId !== '' && !act.creates
        const merchant = needsMerchant ? await knownMerchant(around.database.db, merchantId) : undefined
        const context = {
          ...{ db: around.database.db, now: Date.now, log: openLog('silent') },
          ...(await open(around, closing, act.id)),
          ...{ actor: around.actor, merchantId, merchant, reach: wholeReach(merchantId), target: '' },
        } as ActContext
        context.target = form.target ? await form.target(parsed, context) : targetIn(act, words)
        const typed = form.input ? await form.input(parsed, context) : inputOf(act, words, parsed.options)
        const input = act.input && check(act.input, withoutUndefined(typed))
        const { run = act.run } = form
        const own: Act = {
          ...act,
          run: (whole, checked) => run(whole, checked, { around, options: parsed.options, output }),
        }
        const result = await runAct(own, context, input, { action: act.id, isRefusal })
        const printed = form.print ? form.print(result, output) : (act.answer?.(result) ?? result)
        if (printed instanceof BodyAnswer)
          for await (const piece of printed.pieces()) (output.data ?? output.stdout).write(String(piece))
        else if (typeof printed === 'string') output.stdout.write(`${printed}\n`)
        else if (printed !== undefined) around.show(printed)
      },
      action => actOf(action).creates ?? false,
    )
}

/** A word that the path has, too, such as `<keyId>`. */
function targetIn({ at }: Act, words: Arguments['words']): string {
  return Object.entries(words).find(([name]) => at.includes(`{${name}}`))?.[1] ?? ''
}

function inputOf({ at }: Act, words: Arguments['words'], options: Arguments['options']): unknown {
  const others = Object.entries(words).filter(([name]) => !at.includes(`{${name}}`))
  const named = Object.entries(options).map(([name, value]) => [
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries([...others, ...named])
}

/** What wasn't typed isn't in the input, also if a form names it. */
function withoutUndefined(typed: unknown): unknown {
  if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) return typed
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
}

/** Bytes of a file that is named: an offer has 700,000 at most. */
const maxFileBytes = 8 * 1024 * 1024

/** Reads a file that the operator names, which may be a pipe, as of a shell's `<(…)`. @throws CommandError */
export function readJsonFile(path: string): unknown {
  const text = readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${path} isn't JSON.`)
  }
}

function readText(path: string): string {
  let read: ReturnType<typeof readStream>
  try {
    const file = openSync(path, 'r')
    try {
      read = readStream(file, maxFileBytes)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new CommandError(`${path} can't be read (${reasonOf(error)}). Give the path of a JSON file.`)
  }
  if (read instanceof Uint8Array) return read.toString('utf8')
  throw new CommandError(`${path} ${read.problem}.`)
}

/** What was typed with commas. */
export function listOf(text: Arguments['options'][string]): string[] | undefined {
  return text === undefined
    ? undefined
    : String(text)
        .split(',')
        .map(each => each.trim())
}
