import { plainText } from '../basics/plain-text.ts'
import { examine, lineOf } from '../doctor/examine.ts'
import { openPrinting } from '../paper/printing.ts'
import type { ReadSettings } from '../settings/read-settings.ts'
import type { ReadArguments } from './arguments.ts'
import { printingOf } from './print.ts'
import { exitCodes } from './say.ts'

/**
 * Checks all that a till needs, and prints the test sheet if it is wanted.
 *
 * @returns the exit code, and what to say
 * @throws TillError if a sheet is wanted and no printer is named
 */
export async function doctor(read: ReadArguments, options: ReadSettings): Promise<{ code: number; text: string }> {
  const paper = printingOf(read, options.paper)
  const checks = await examine({ ...options, paper }, Date.now, options.secretFiles)
  await using printing = openPrinting(paper)
  const sheet = read.sheet ? await printing.printSheet() : undefined
  const ok = checks.every(({ state }) => state !== 'fail') && (sheet === undefined || sheet.outcome === 'sent')
  const code = ok ? exitCodes.done : exitCodes.trouble
  if (read.json) return { code, text: `${JSON.stringify({ ok, checks, ...(sheet && { sheet }) })}\n` }
  const { outcome, message, lines = [] } = sheet ?? {}
  const shown = outcome === 'sent' ? ['Its paper must say just this, and the bar go from edge to edge:', ...lines] : []
  const words = message === undefined ? [] : ['', `Test sheet: ${message}`, ...shown]
  return { code, text: [...checks.map(lineOf), ...words.map(line => `${plainText(line)}\n`)].join('') }
}
