import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LongRun } from './long-run.ts'
import { summary } from './measure.ts'
import { atMost, type Figure, short } from './table.ts'

const section = 'Receipts of 20 to 2,000 items'
const program = fileURLToPath(new URL('long-run.ts', import.meta.url))

/**
 * Milliseconds for mails and PDFs of more and more items; sizes take turns in one process of their own. After the other parts'
 * work, and with their modules loaded, the same mails take a tenth longer.
 */
export async function longReceipts({ rounds }: { rounds: number }): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(rounds)])
  const { mails, texts, pdfs } = JSON.parse(stdout) as LongRun
  return [
    ...mails.map(([items, times]) => figure(`mail of ${short(items)}`, items, times, { 2000: 3 }[items])),
    ...texts.map(([items, times]) => figure(`mail of ${short(items)}, from JSON text`, items, times)),
    ...pdfs.map(([items, times]) => figure(`PDF of ${short(items)}`, items, times, { 2000: 500 }[items])),
  ]
}

function figure(name: string, items: number, times: readonly number[], most?: number): Figure {
  const { median, least, most: longest } = summary(times)
  return {
    section,
    name,
    value: median,
    unit: 'ms',
    range: [least, longest],
    beside: `${short((1000 * median) / items)} µs an item`,
    ...(most !== undefined && { target: atMost(median, most, 'ms') }),
  }
}
