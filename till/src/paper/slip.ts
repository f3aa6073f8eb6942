import type { Slip } from 'counterfoil'
import type { BarcodeSource, DotImage, DotOptions, SlipPart, SlipStyle } from 'counterfoil/internal'
import { bandsOf } from './bands.ts'
import { type Job, type NativeCode, openJob, type Page, type Printer } from './encoder.ts'
import { linesIn } from './letters.ts'
import { dpiOf } from './printer.ts'

/**
 * A slip as bytes, in the letters of one code page that has them all; each code stands where the engine put it, and each line has
 * its style.
 */
export function slipJob({ parts }: Slip, page: Page, printer: Printer, draw: DrawCode): Uint8Array {
  const job = openJob(printer, page)
  for (const [index, part] of parts.entries()) {
    if ('code' in part) {
      printCode(job, part.code, printer, draw)
      continue
    }
    const { lines, style, label } = styledLines(part, page, printer.columns)
    // A QR code needs white around it.
    if (isSquare(parts[index - 1]) && lines[0] !== '') lines.unshift('')
    if (isSquare(parts[index + 1]) && lines.at(-1) !== '') lines.push('')
    job.lines(lines, style, label)
  }
  job.cut()
  return job.bytes()
}

/** Lines in their letters. What a page lacks may take more than half the columns: then letters are no wider than others. */
export function styledLines(
  { text, style, bold = 0 }: Exclude<SlipPart, { code: unknown }>,
  page: Page,
  columns: number,
): StyledLines {
  if (style !== 'double') {
    const lines = linesIn(page, text, columns)
    const [label = ''] = bold === 0 ? [] : linesIn(page, text.slice(0, bold), columns)
    return { lines, style, ...(label !== '' && lines[0]?.startsWith(label) && { label }) }
  }
  const lines = linesIn(page, text, columns >> 1)
  // A line that had to be cut.
  const isCut = lines.length > text.split('\n').length
  return isCut ? { lines: linesIn(page, text, columns), style: 'tall' as const } : { lines, style }
}

interface StyledLines {
  lines: string[]
  style: SlipStyle | undefined
  /** What the first line begins with in bold letters. */
  label?: string
}

function isSquare(part: SlipPart | undefined): boolean {
  return part !== undefined && 'code' in part && part.code.barcode.symbology === 'qrcode'
}

/** The engine's drawing of a code; the engine is loaded only by who prints. */
type DrawCode = (barcode: BarcodeSource['barcode'], options: DotOptions) => DotImage

/** Prints a code: by the printer where it surely fits, else as the engine's drawing. */
function printCode(job: Job, source: BarcodeSource, printer: Printer, draw: DrawCode): void {
  const native = nativeCode(source, printer)
  if (native) {
    job.code(native)
    return
  }
  const { barcode, leastWidth } = source
  const { dots } = printer
  const image = draw(barcode, { dots, dpi: dpiOf(printer), ...(leastWidth !== undefined && { leastWidth }) })
  for (const band of bandsOf(centered(image, dots), printer.language)) job.picture(band)
}

/**
 * How the printer draws a code itself; undefined if it can't, or might print nothing because the code is too wide. Never GS1-128
 * (printers differ in how FNC1 is written) and ITF (their wide bars differ).
 */
export function nativeCode({ barcode, leastWidth }: BarcodeSource, printer: Printer): NativeCode | undefined {
  const { symbology, text } = barcode
  if (symbology === 'qrcode') {
    // A plain address: the printer gives other letters no encoding that a reader knows of.
    if (!printer.qrCode || !/^[\x20-\x7e]{1,200}$/.test(text)) return undefined
    const side = minModules(text.length)
    const wanted = Math.ceil(((leastWidth ?? qrCodeSideMm) * printer.dots) / (printer.width === 80 ? 72 : 48))
    const module = Math.min(8, Math.max(4, Math.ceil(wanted / side)))
    return side * module <= printer.dots ? { symbology, text, module } : undefined
  }
  if (symbology === 'gs1-128' || symbology === 'itf14' || !printer.symbologies.includes(symbology)) return undefined
  const modules = modulesOf(symbology, text)
  // The paper's margins are part of the quiet zone.
  const module = ([3, 2] as const).find(module => modules !== undefined && modules * module <= printer.dots)
  if (module === undefined) return undefined
  return { symbology, text, module, height: Math.round((barsMm / 25.4) * dpiOf(printer)) }
}

/** Height of bars. */
const barsMm = 12

/** Millimeters of a QR code that a phone is held over. */
const qrCodeSideMm = 25

/** Modules of the smallest QR code, level M, for so many bytes (ISO/IEC 18004, table 7). */
function minModules(bytes: number): number {
  const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
  return 21 + 4 * capacities.findIndex(capacity => bytes <= capacity)
}

/** Modules from the first bar to the last; at most, because printers choose some widths. */
function modulesOf(symbology: 'ean13' | 'ean8' | 'upca' | 'code39' | 'code128', text: string): number | undefined {
  switch (symbology) {
    case 'ean13':
    case 'upca':
      return 95
    case 'ean8':
      return 67
    case 'code39':
      // Wide bars are three modules, with the two asterisks.
      return 16 * (text.length + 2)
    case 'code128':
      // { and % begin commands of the printers.
      return /^[\x20-\x7e]+$/.test(text) && !/[{%]/.test(text) ? 11 * text.length + 35 : undefined
  }
}

/** In the middle of the paper. */
function centered(image: DotImage, dots: number): DotImage {
  const left = Math.max(0, Math.floor((dots - image.width) / 2))
  const width = left + image.width
  const dark = new Uint8Array(width * image.height)
  for (let y = 0; y < image.height; y++)
    dark.set(image.dark.subarray(y * image.width, (y + 1) * image.width), y * width + left)
  return { width, height: image.height, dark }
}
