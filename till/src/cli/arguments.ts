import { parseArgs } from 'node:util'
import { TillError } from '../basics/errors.ts'

/** The command was typed wrong; the process ends with 2. */
export class UsageError extends TillError {}

export interface ReadArguments {
  command: string
  words: string[]
  settings?: string
  json: boolean
  /** Milliseconds. */
  deadline?: number
  language?: string
  acceptLanguage?: string
  /** Of `print` and `doctor`: where the printer is, and what. */
  printer?: string
  model?: string
  /** Millimeters. */
  width?: number
  as?: string
  openDrawer: boolean
  /** Of `doctor`: whether to print the test sheet. */
  sheet: boolean
  /** Of `watch`: whether root may watch a folder that others may write to. */
  allowRoot: boolean
}

/** @throws UsageError for an option that there isn't, or a deadline that is no number */
export function readArguments(args: readonly string[]): ReadArguments {
  const { values, positionals } = parse(args)
  const [command = 'help', ...words] = positionals
  const { settings, json = false, language, help = false } = values
  const deadline = values.deadline === undefined ? undefined : Number(values.deadline)
  if (deadline !== undefined && !(deadline > 0)) throw new UsageError('--deadline must be milliseconds, such as 4000.')
  const acceptLanguage = values['accept-language']
  const { printer, model, as } = values
  return {
    command: help ? 'help' : command,
    words,
    json,
    openDrawer: values['open-drawer'] ?? false,
    sheet: values.sheet ?? false,
    allowRoot: values['allow-root'] ?? false,
    ...(printer !== undefined && { printer }),
    ...(model !== undefined && { model }),
    ...(values.width !== undefined && { width: Number(values.width) }),
    ...(as !== undefined && { as }),
    ...(settings !== undefined && { settings }),
    ...(deadline !== undefined && { deadline }),
    ...(language !== undefined && { language }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        settings: { type: 'string' },
        json: { type: 'boolean' },
        deadline: { type: 'string' },
        language: { type: 'string' },
        'accept-language': { type: 'string' },
        printer: { type: 'string' },
        model: { type: 'string' },
        width: { type: 'string' },
        as: { type: 'string' },
        'open-drawer': { type: 'boolean' },
        sheet: { type: 'boolean' },
        'allow-root': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (cause) {
    // Node goes on to explain what a word with a hyphen would need.
    const [sentence] = (cause as Error).message.split('. ')
    throw new UsageError(`${sentence}; "counterfoil-till help" lists what there is.`, { cause })
  }
}
