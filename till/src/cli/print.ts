import { TillError } from '../basics/errors.ts'
import { plainText } from '../basics/values.ts'
import { examine, lineOf } from '../doctor/examine.ts'
import { openPrinting, type Printed, type PrintingOptions } from '../paper/printing.ts'
import type { PrintResult } from '../port/result.ts'
import type { ReadSettings } from '../settings/read-settings.ts'
import type { ReadArguments } from './arguments.ts'
import { type CommandResult, exitCodes } from './format.ts'

/**
 * Prints a receipt; it needs no service and no spool.
 *
 * @throws TillError for wrong options or a receipt that is none
 */
export async function print(
  receipt: Uint8Array,
  read: ReadArguments,
  usual: PrintingOptions | undefined,
): Promise<CommandResult> {
  await using printing = openPrinting(printingOf(read, usual))
  if (read['open-drawer']) {
    const opened = await printing.openDrawer()
    if (opened.outcome !== 'sent') return resultOf(opened, read.json)
  }
  const asked = { as: read.as as 'text', acceptLanguage: read['accept-language'] }
  return resultOf(await inWords(printing.print(Buffer.from(receipt).toString('utf8'), asked)), read.json)
}

/**
 * Checks all that a till needs, and prints the test sheet if it is wanted.
 *
 * @throws TillError if a sheet is wanted and no printer is named
 */
export async function doctor(read: ReadArguments, options: ReadSettings): Promise<CommandResult> {
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
