/** The till's side of receipt delivery. */

import type { TillOptions } from './settings/read-settings.ts'
import { openTill as open, type Till } from './till.ts'

export { TillError } from './basics/errors.ts'
export type { Log, LogEntry, LogLevel } from './basics/log.ts'
export type { Mode } from './basics/sale.ts'
export type { CheckoutEnd, CheckoutOptions } from './flow/checkout.ts'
export type { Suppressed, TillOffer } from './operations/outcome.ts'
export type { AddressAdvice, AddressStatus } from './operations/validate-addresses.ts'
export type { NamedPrinter, Paper, PaperOptions } from './paper/paper.ts'
export type { PrinterOptions } from './paper/printer.ts'
export type { Printed, PrintedSheet, PrintOptions } from './paper/printing.ts'
export { openPrinting, type Printing, type PrintingOptions } from './paper/printing.ts'
export type { Language } from './port/dialects.ts'
export type { PrinterTimeouts, PrintResult } from './port/result.ts'
export { type SendOptions, sendToPrinter } from './port/send.ts'
export type { Flushed } from './replay/replay.ts'
export type { TillOptions } from './settings/read-settings.ts'
export type { OddFile, Shown, TillStatus } from './spool/status.ts'
export type { Limits } from './spool/tidy.ts'
export type { Till } from './till.ts'

/**
 * Opens a till: its spool, and its ways to the service. What waits in the spool is sent as soon as the service answers.
 *
 * @throws TillError for a bad option, or a spool that can't be opened
 */
export function openTill(options: TillOptions): Promise<Till> {
  return open({ ...options, environment: options.environment ?? process.env })
}
