import type { BarcodeSource, DotImage, DotOptions, Slip } from 'counterfoil'
import type { Page, Printer } from './encoder.ts'
import { dpiOf } from './printer.ts'
import { styledLines } from './slip.ts'

/**
 * A slip as a page that shows what the printer prints of it: its letters in cells of one width, name and total twice as large, codes in
 * its dots. A printer's own letters look a little different.
 *
 * @returns HTML for a roll of the printer's width
 */
export function slipPage({ lang, parts }: Slip, page: Page, printer: Printer, draw: DrawCode): string {
  const blocks = parts.map(part => {
    if ('code' in part) return codeOf(part.code, printer, draw)
    const { lines, style = 'plain' } = styledLines(part, page, printer.columns)
    return `<pre class="${style}">${lines.map(escapeHtml).join('\n')}</pre>`
  })
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>Slip</title><style>${css(printer)}</style></head><body>${blocks.join('')}</body></html>`
}

/** The engine's drawing of a code. */
type DrawCode = (barcode: BarcodeSource['barcode'], options: DotOptions) => DotImage

/** Letters of the package's mono font are six tenths as wide as high. */
function css({ columns, width }: Printer): string {
  const cellMm = (width === 58 ? 48 : 72) / columns
  const size = `${cellMm / 0.6}mm`
  return `body{margin:0;color:#000;text-rendering:geometricPrecision}pre{margin:0;font:${size}/${lineMm}mm "Noto Sans Mono Latin","Noto Sans Mono",monospace;white-space:pre}
.bold{font-weight:700}.double{font-size:calc(2*${size});line-height:${2 * lineMm}mm}.tall{line-height:${lineMm}mm;transform:scaleY(2);transform-origin:0 0;padding-bottom:${lineMm}mm}
svg{display:block;margin:1mm auto}`
}

/** From line to line, as `encoder.ts` sets it. */
const lineMm = 3.25

function codeOf({ barcode, leastWidth }: BarcodeSource, printer: Printer, draw: DrawCode): string {
  const { dots, width: paper } = printer
  const image = draw(barcode, { dots, dpi: dpiOf(printer), ...(leastWidth !== undefined && { leastWidth }) })
  const mm = (count: number) => `${(count * (paper === 58 ? 48 : 72)) / dots}mm`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${mm(image.width)}" height="${mm(image.height)}" viewBox="0 0 ${image.width} ${image.height}" shape-rendering="crispEdges"><path d="${pathOf(image)}"/></svg>`
}

/** Runs of black dots, those of equal rows as one. */
function pathOf({ width, height, dark }: DotImage): string {
  const rowAt = (y: number) => dark.subarray(y * width, (y + 1) * width)
  let path = ''
  for (let top = 0; top < height; ) {
    const row = rowAt(top)
    let below = top + 1
    while (below < height && rowAt(below).every((dot, x) => dot === row[x])) below++
    for (let x = 0; x < width; x++) {
      if (row[x] !== 1) continue
      const start = x
      while (row[x + 1] === 1) x++
      path += `M${start} ${top}h${x + 1 - start}v${below - top}h-${x + 1 - start}z`
    }
    top = below
  }
  return path
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
