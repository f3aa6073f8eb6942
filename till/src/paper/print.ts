import type { ReceiptSource } from 'counterfoil'
import { TillError } from '../basics/errors.ts'
import { sendToPrinter } from '../port/send.ts'
import type { PrinterTimeouts, PrintResult } from '../port/sent.ts'
import type { NamedPrinter, Paper, PaperMaker, PaperOptions } from './paper.ts'

/** Where to print. */
interface Place {
  /** `tcp://192.0.2.7:9100`, or the path of a device, share or file. Default: the usual printer's. */
  to?: string | undefined
  timeouts?: PrinterTimeouts | undefined
}

export interface PrintOptions extends PaperOptions, Place {}

/** What became of a receipt on paper, and how it was printed. */
export type Printed = PrintResult & Pick<Paper, 'as' | 'why' | 'missing'>

/** What became of a test sheet, and the lines that its paper must show. */
export type PrintedSheet = PrintResult & { lines: string[] }

/**
 * Prints a receipt.
 *
 * @throws TillError for a bad option; the engine's errors for a bad receipt
 */
export async function printReceipt(
  maker: PaperMaker,
  receipt: ReceiptSource,
  { to, timeouts, ...asked }: PrintOptions,
): Promise<Printed> {
  const place = placeOf(to)
  const { bytes, language, ...how } = await maker.paper(receipt, asked)
  return { ...(await sendToPrinter(bytes, place, { ...timeouts, language })), ...how }
}

/** Opens the cash drawer at a printer, which needs no paper, and prints nothing. @throws TillError for a bad option */
export async function openDrawer(
  maker: PaperMaker,
  { to, timeouts, ...named }: NamedPrinter & Place,
): Promise<PrintResult> {
  return await sendToPrinter(maker.drawer(named), placeOf(to), timeouts)
}

/** Prints a test sheet. @returns what became of it, and what its paper must say @throws TillError for a bad option */
export async function printSheet(
  maker: PaperMaker,
  { to, timeouts, ...named }: NamedPrinter & Place,
): Promise<PrintedSheet> {
  const place = placeOf(to)
  const { bytes, lines, language } = maker.sheet(named)
  return { ...(await sendToPrinter(bytes, place, { ...timeouts, language })), lines }
}

function placeOf(to: string | undefined): string {
  if (to === undefined) throw new TillError('to (--printer): must be tcp://host:9100, or the path of a device or file.')
  return to
}
