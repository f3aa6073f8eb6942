import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { logAllToStderr } from '../basics/log.ts'
import { openDropFolder } from '../drop/drop-folder.ts'
import { watchDrop } from '../drop/watch.ts'
import type { CheckoutOptions } from '../flow/checkout.ts'
import type { Flushed } from '../replay/replay.ts'
import type { TillOptions } from '../settings/options.ts'
import type { ReadSettings } from '../settings/read-settings.ts'
import { openSeal } from '../spool/seal.ts'
import { openTill, type Till } from '../till.ts'
import type { ReadArguments } from './arguments.ts'
import { type CommandResult, exitCodeOf, exitCodes, formatCheckout, formatFile, formatStatus } from './format.ts'
import { doctor, print } from './print.ts'

/** What a command does; a spool's commands get its till. */
type Command = (read: ReadArguments, options: ReadSettings) => CommandResult | Promise<CommandResult>

const fileCommands: Readonly<Record<string, Command>> = {
  send: onTill(async (till, { words: [file = ''], ...read }) => {
    const end = await till.checkout(contentOf(file), checkoutOptions(read))
    return { code: exitCodeOf(end), text: read.json ? jsonLine(end) : formatCheckout(end) }
  }),
  print: (read, { paper }) => print(contentOf(read.words[0] ?? ''), read, paper),
  watch,
  show: onTill(async (till, { words: [file = ''], json }) => {
    const shown = await till.show(file)
    return { text: json ? jsonLine(shown) : formatFile(shown) }
  }),
  retry: onTill(async (till, { words: [file = ''] }) => {
    await till.retry(file)
    return { text: 'It waits again; watch or flush sends it.\n' }
  }),
  unseal: ({ words: [file = ''] }, { spoolKey = [] }) => ({
    text: openSeal([spoolKey].flat()).open(contentOf(file), basename(file)),
  }),
}

const plainCommands: Readonly<Record<string, Command>> = {
  status: onTill(async (till, { json }) => {
    const status = await till.status()
    return { text: json ? jsonLine(status) : formatStatus(status) }
  }),
  flush: onTill(async (till, { json }) => {
    const flushed = await till.flush()
    const { refused, left } = flushed
    const code = left > 0 ? exitCodes.queued : refused > 0 ? exitCodes.refused : exitCodes.done
    return { code, text: json ? jsonLine(flushed) : formatFlushed(flushed) }
  }),
  doctor,
}

/** The commands: how many words each takes, and what it does. */
export const commands: ReadonlyMap<string, readonly [words: number, run: Command]> = new Map(
  [plainCommands, fileCommands].flatMap((named, words) =>
    Object.entries(named).map(([name, run]) => [name, [words, run]] as const),
  ),
)

/** Only `watch` sends what waits by itself: a command is over soon. */
function onTill(run: (till: Till, read: ReadArguments) => Promise<CommandResult>): Command {
  return async (read, options) => {
    await using till = await openTill(options, { replays: false })
    return await run(till, read)
  }
}

async function watch({ words: [folder = ''], ...read }: ReadArguments, options: TillOptions): Promise<CommandResult> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const log = logAllToStderr
  await using till = await openTill({ ...options, log })
  const seal = openSeal([options.spoolKey ?? []].flat())
  const drop = await openDropFolder(folder, { seal, now: Date.now, allowRoot: read['allow-root'] })
  log({ level: 'info', message: 'Watching', file: folder })
  const checkout = checkoutOptions({ ...read, language: read.language ?? options.language })
  await watchDrop({ till, drop, checkout, now: Date.now, log, signal: stopping.signal })
  return { text: '' }
}

function checkoutOptions(read: {
  deadline?: number | undefined
  language?: string | undefined
  'accept-language'?: string
}): CheckoutOptions {
  return { deadline: read.deadline, language: read.language, acceptLanguage: read['accept-language'] }
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (cause) {
    throw new TillError(`${file} can't be read (${codeOf(cause)}).`, { cause })
  }
}

function formatFlushed({ sent, refused, left, reason }: Flushed): string {
  return `${sent} sent, ${refused} refused, ${left} still waiting\n${reason === undefined ? '' : `${reason}\n`}`
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
