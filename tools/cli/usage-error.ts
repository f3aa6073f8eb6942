import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { nearest } from '../../src/options/nearest.ts'

/** The command was typed wrong; it ends with exit code 2. */
export class UsageError extends Error {}

/** A subcommand's options and the words beside them. @throws UsageError for an option there isn't, or without its value */
export function readArgs<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, name = ''] = /'(?:-\w, )?(-[^' ]*)/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknown('option', name, dashed(Object.keys(options)))
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    throw new UsageError(`${name} ${options[name.slice(2)]?.type === 'string' ? 'needs a value' : 'takes no value'}`)
  }
}

/** One of the values an option has. @throws UsageError that says which there are */
export function oneOf<const Value extends string>(option: string, written: string, values: readonly Value[]): Value {
  const known = values.find(value => value === written)
  if (known === undefined) throw new UsageError(`${option}: there is no "${written}"; there are ${values.join(', ')}`)
  return known
}

/** An error for a command or option there isn't, which names the one that was probably meant. */
export function unknown(what: 'command' | 'option', written: string, names: readonly string[]): UsageError {
  const meant = nearest(written, names)
  const shown = what === 'command' ? `"${written}"` : written
  return new UsageError(
    `there is no ${what} ${shown}; ${meant ? `did you mean ${meant}?` : '"counterfoil help" lists all'}`,
  )
}

function dashed(names: readonly string[]): string[] {
  return names.map(name => `--${name}`)
}
