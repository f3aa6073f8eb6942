import { openPrinter } from 'counterfoil'

/**
 * Prints a one-word page, with a browser that is closed right after.
 *
 * @param sandbox Chromium's; default the engine's
 * @throws BrowserError or PrintError that says why PDFs can't be printed here
 */
export async function tryPrinting(sandbox?: boolean): Promise<void> {
  const options = { processes: 1, missingGlyphs: 'replace', timeout: 60_000 } as const
  await using printer = openPrinter({ ...options, ...(sandbox !== undefined && { sandbox }) })
  await printer.print({ html: page, paper: 'a4' })
}

const page = '<!doctype html><html lang="en"><head><title>Check</title></head><body><p>Check</p></body></html>'
