import { TillError } from '../basics/errors.ts'
import { plainText } from '../basics/plain-text.ts'
import type { Printed } from '../paper/print.ts'
import { openPrinting, type PrintingOptions } from '../paper/printing.ts'
import type { ReadArguments } from './arguments.ts'
import { exitCodes } from './say.ts'

/**
 * Prints a receipt; it needs no service and no spool.
 *
 * @returns the exit code, and what to say
 * @throws TillError for wrong options or a receipt that is none
 */
export async function print(
  receipt: Uint8Array,
  read: ReadArguments,
  usual: PrintingOptions = {},
): Promise<{ code: number; text: string }> {
  const { json, as, openDrawer, acceptLanguage } = read
  await using printing = openPrinting(printingOf(read, usual))
  if (openDrawer) {
    const opened = await printing.openDrawer()
    if (opened.outcome !== 'sent') return ended(opened, json)
  }
  const asked = {
    ...(as !== undefined && { as: as as 'text' }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
  }
  return ended(await inWords(printing.print(Buffer.from(receipt).toString('utf8'), asked)), json)
}

/** The printer of the settings, or the one that was typed. */
export function printingOf({ printer: to, model, width }: ReadArguments, usual: PrintingOptions = {}): PrintingOptions {
  const typed = { ...(model !== undefined && { model }), ...(width !== undefined && { width: width as 80 }) }
  return {
    ...usual,
    ...((model ?? width) !== undefined && { printer: typed }),
    ...(to !== undefined && { to }),
  }
}

function ended(printed: Omit<Printed, 'as' | 'why'> & Partial<Printed>, json: boolean): { code: number; text: string } {
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
