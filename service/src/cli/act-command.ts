import { readFileSync } from 'node:fs'
import { type Act, type ActContext, runAct } from '../acts/act.ts'
import { check } from '../errors/check.ts'
import { reasonOf } from '../errors/fault.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { openLog } from '../monitoring/log.ts'
import type { Arguments } from './arguments.ts'
import {
  CommandError,
  type CommandOutput,
  isRefusal,
  knownMerchant,
  merchantsOf,
  runCommand,
  type Surroundings,
} from './run-command.ts'

/** What a command's action has of its own, beside its act. */
interface Form<Parts> {
  /** Makes the act's input of what was typed; default: the options, and words that aren't its target, by their names. */
  input?(asked: Arguments, context: ActContext<Parts>): unknown
  /** The id of what was named. */
  target?(asked: Arguments, context: ActContext<Parts>): Promise<string>
  /** What is printed: text, or something as JSON; default: what the act results in. */
  // biome-ignore lint/suspicious/noExplicitAny: the result of the act that it is the form of
  print?(result: any, output: CommandOutput): unknown
}

/** A command whose actions are acts. */
interface ActCommand<Parts> {
  name: string
  /** What follows the list of actions in the help. */
  remark: string
  acts: readonly Act<Parts>[]
  /** By the ids of acts. */
  forms?: Readonly<Record<string, Form<Parts>>>
  /** Opens what the act works with, and closes it afterwards. */
  open(
    around: Surroundings,
    closing: AsyncDisposableStack,
    asked: { act: Act<Parts>; options: Arguments['options']; output: CommandOutput },
  ): Parts | Promise<Parts>
}

/** The function that runs such a command, which returns the exit code. */
export function actCommand<Parts>({ name, remark, acts, forms = {}, open }: ActCommand<Parts>) {
  const byAction = new Map(
    acts.map(act => {
      const [, action = '', usage = ''] = /^\S+ (\S+) ?(.*)/.exec(act.access.command ?? '') ?? []
      return [action, { act, usage }]
    }),
  )
  const actions = Object.fromEntries([...byAction].map(([action, { usage }]) => [action, usage]))
  const actOf = (action: string) => byAction.get(action)?.act as Act<Parts>

  /**
   * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
   */
  return (args: readonly string[], environment: NodeJS.ProcessEnv, output: CommandOutput): Promise<number> =>
    runCommand(
      { name, actions, remark },
      args,
      environment,
      output,
      async (asked, around) => {
        await using closing = new AsyncDisposableStack()
        const act = actOf(asked.action)
        const form = forms[act.id] ?? {}
        const { merchant: merchantId = '', ...words } = asked.words
        const needsMerchant = merchantId !== '' && !act.creates
        const merchant = needsMerchant ? await knownMerchant(merchantsOf(around), merchantId) : undefined
        const context = {
          ...(await open(around, closing, { act, options: asked.options, output })),
          log: openLog('silent'),
          ...{ actor: around.actor, merchantId, merchant: merchant as Merchant, target: '' },
        }
        context.target = form.target ? await form.target(asked, context) : targetIn(act, words)
        const typed = form.input ? await form.input(asked, context) : inputOf(act, words, asked.options)
        const input = act.input && check(act.input, withoutUndefined(typed))
        const result = await runAct(act, context, input, { audit: around.audit, action: act.id, isRefusal })
        const printed = form.print ? form.print(result, output) : (act.answer?.(result) ?? result)
        if (typeof printed === 'string') output.stdout.write(`${printed}\n`)
        else if (printed !== undefined) around.show(printed)
      },
      action => actOf(action).creates ?? false,
    )
}

/** A word that the path has, too, such as `<keyId>`. */
function targetIn({ at }: Act<never>, words: Arguments['words']): string {
  return Object.entries(words).find(([name]) => at.includes(`{${name}}`))?.[1] ?? ''
}

function inputOf({ at }: Act<never>, words: Arguments['words'], options: Arguments['options']): unknown {
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

/** @throws CommandError */
export function readJsonFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} can't be read (${reasonOf(error)}). Give the path of a JSON file.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${path} isn't JSON.`)
  }
}
