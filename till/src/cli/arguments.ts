import { parseArgs } from 'node:util'
import { TillError } from '../basics/errors.ts'

/** The command was typed wrong; the process ends with 2. */
export class UsageError extends TillError {}

/** What was typed: the command, its words, and the options by name. */
export type ReadArguments = ReturnType<typeof readArguments>

/** @throws UsageError for an option that there isn't, or a deadline that is no number */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args)
  const [command = 'help', ...words] = positionals
  const { help, json = false } = values
  // Milliseconds, and millimeters.
  const [deadline, width] = [values.deadline, values.width].map(text => (text === undefined ? undefined : Number(text)))
  if (deadline !== undefined && !(deadline > 0)) throw new UsageError('--deadline must be milliseconds, such as 4000.')
  return { ...values, command: help ? 'help' : command, words, json, deadline, width }
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
        preview: { type: 'string' },
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
