import type { Slip, SlipPart } from 'counterfoil'
import { type DrawCode, printCode } from './codes.ts'
import { openJob, type Page } from './encoder.ts'
import { linesIn } from './letters/letters.ts'
import type { Printer } from './printer.ts'

/**
 * A slip as bytes, in the letters of one code page that has them all; each code stands where the engine put it. The first line,
 * the shop's name, is bold, the total twice as high.
 */
export function slipJob({ parts }: Slip, page: Page, printer: Printer, draw: DrawCode): Uint8Array {
  const job = openJob(printer, page)
  for (const [index, part] of parts.entries()) {
    if ('code' in part) {
      printCode(job, part.code, printer, draw)
      continue
    }
    const lines = linesIn(page, part.text, printer.columns)
    // A QR code needs white around it.
    if (isSquare(parts[index - 1]) && lines[0] !== '') lines.unshift('')
    if (isSquare(parts[index + 1]) && lines.at(-1) !== '') lines.push('')
    const name = index === 0 ? 1 : 0
    job.lines(lines.slice(0, name), { bold: true })
    job.lines(lines.slice(name), { tall: part.tall === true })
  }
  job.cut()
  return job.bytes()
}

function isSquare(part: SlipPart | undefined): boolean {
  return part !== undefined && 'code' in part && part.code.barcode.symbology === 'qrcode'
}
