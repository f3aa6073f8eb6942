import type { Slip } from 'counterfoil'
import { type DrawCode, printCode } from './codes.ts'
import { openJob, type Page } from './encoder.ts'
import { linesIn } from './letters.ts'
import type { Printer } from './printer.ts'

/** A slip as bytes, in the letters of one code page that has them all; each code stands where the engine put it. */
export function slipJob({ parts }: Slip, page: Page, printer: Printer, draw: DrawCode): Uint8Array {
  const job = openJob(printer, page)
  for (const part of parts) {
    if ('text' in part) job.lines(linesIn(page, part.text, printer.columns))
    else printCode(job, part.code, printer, draw)
  }
  job.cut()
  return job.bytes()
}
