// Room `cli`: the command.
// Only the ways in call it.

import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { readInput } from '../basics/files.ts'
import { logAllToStderr } from '../basics/log.ts'
import { plainText } from '../basics/values.ts'
import { examine, lineOf } from '../doctor/examine.ts'
import { openDropFolder } from '../drop/drop-folder.ts'
import { watchDrop } from '../drop/watch.ts'
import type { CheckoutOptions } from '../flow/checkout.ts'
import { openPrinting, type Printed, type PrintingOptions } from '../paper/printing.ts'
import type { PrintResult } from '../port/result.ts'
import type { Flushed } from '../replay/replay.ts'
import type { ReadSettings, TillOptions } from '../settings/read-settings.ts'
import { openSeal } from '../spool/seal.ts'
import { openTill, type Till } from '../till.ts'
import type { ReadArguments } from './arguments.ts'
import { type CommandResult, exitCodeOf, exitCodes, formatCheckout, formatFile, formatStatus } from './format.ts'

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

/** Of a sale, which may have 1 MiB, or of what `unseal` opens. */
const maxInputBytes = 8 * 1024 * 1024

function contentOf(file: string): Uint8Array {
  try {
    return readInput(file === '-' ? 0 : file, maxInputBytes)
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

/**
 * Prints a receipt, or draws what would be printed; it needs no service and no spool.
 *
 * @throws TillError for wrong options or a receipt that is none
 */
async function print(
  receipt: Uint8Array,
  read: ReadArguments,
  usual: PrintingOptions | undefined,
): Promise<CommandResult> {
  await using printing = openPrinting(printingOf(read, usual))
  if (read['open-drawer']) {
    const opened = await printing.openDrawer()
    if (opened.outcome !== 'sent') return resultOf(opened, read.json)
  }
  const options = { as: read.as as 'text', acceptLanguage: read['accept-language'] }
  const { preview, json } = read
  if (preview !== undefined) {
    const { png, ...how } = await inWords(printing.preview(Buffer.from(receipt).toString('utf8'), options))
    writeFileSync(preview, png)
    return { text: json ? jsonLine({ preview, ...how }) : `${preview} shows the paper, as ${how.as}: ${how.why}.\n` }
  }
  return resultOf(await inWords(printing.print(Buffer.from(receipt).toString('utf8'), options)), read.json)
}

/**
 * Checks all that a till needs, and prints the test sheet if it is wanted.
 *
 * @throws TillError if a sheet is wanted and no printer is named
 */
async function doctor(read: ReadArguments, options: ReadSettings): Promise<CommandResult> {
  const paper = printingOf(read, options.paper)
  const checks = await examine({ ...options, paper }, Date.now, options.secretFiles)
  await using printing = openPrinting(paper)
  const sheet = read.sheet ? await printing.printSheet() : undefined
  const ok = checks.every(({ state }) => state !== 'fail') && (sheet === undefined || sheet.outcome === 'sent')
  const code = ok ? exitCodes.done : exitCodes.trouble
  if (read.json) return { code, text: `${JSON.stringify({ ok, checks, sheet })}\n` }
  const { outcome, message, lines = [] } = sheet ?? {}
  const shown = outcome === 'sent' ? ['Its paper must say just this, and the bar go from edge to edge:', ...lines] : []
  const words = message === undefined ? [] : ['', `Test sheet: ${message}`, ...shown]
  return { code, text: [...checks.map(lineOf), ...words.map(line => `${plainText(line)}\n`)].join('') }
}

/** The printer of the settings, or the one that was typed. */
function printingOf({ printer, model, width }: ReadArguments, usual: PrintingOptions = {}): PrintingOptions {
  const isTyped = (model ?? width) !== undefined
  return {
    ...usual,
    printer: isTyped ? { model, width: width as 80 } : usual.printer,
    to: printer ?? usual.to,
  }
}

function resultOf(printed: PrintResult & Partial<Printed>, json: boolean): CommandResult {
  const { outcome, message, as, why } = printed
  const lines = [message, ...(as === undefined || outcome === 'unsent' ? [] : [`Printed as ${as}: ${why}.`])]
  const code = { sent: exitCodes.done, unsent: exitCodes.trouble, perhaps: exitCodes.perhaps }[outcome]
  return { code, text: json ? `${JSON.stringify(printed)}\n` : lines.map(line => `${plainText(line)}\n`).join('') }
}

/** What is wrong with a receipt is said, not thrown at a person. */
async function inWords<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TillError) throw error
    const { CounterfoilError } = await import('counterfoil')
    if (error instanceof CounterfoilError) throw new TillError(error.message, { cause: error })
    throw error
  }
}
