import { openLenientPrinter, type PrintingOptions } from './fonts.ts'

/**
 * Prints a one-word page, with a browser that is closed right after.
 *
 * @throws BrowserError or PrintError that says why PDFs can't be printed here
 */
export async function tryPrinting(options: PrintingOptions): Promise<void> {
  await using printer = openLenientPrinter(options, { processes: 1, timeout: 60_000 })
  await printer.print({ html: page, paper: 'a4' })
}

const page = '<!doctype html><html lang="en"><head><title>Check</title></head><body><p>Check</p></body></html>'
