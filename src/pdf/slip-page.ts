import { type DotImage, drawBarcodeDots } from '../barcode/draw.ts'
import { escapeHtml } from '../document/language/run.ts'
import { normalized } from '../standards/normal-form.ts'
import type { BarcodeSource } from '../view/receipt-view.ts'
import type { Slip, SlipStyle } from '../view/slip.ts'
import { paperSize } from './paper.ts'

/** The papers of receipt printers. */
export const rolls = ['roll80', 'roll58'] as const

/** A name of `rolls`. */
export type Roll = (typeof rolls)[number]

/** A printer of which is known what its letters and codes look like. */
export interface SlipPrinter {
  paper: Roll
  /** Letters on a line. */
  columns: number
  /** Across the print area. */
  dots: number
  dpi: number
}

/** The usual printer of a roll. */
export function slipPrinterOf(paper: Roll): SlipPrinter {
  return paper === 'roll58' ? { paper, columns: 32, dots: 384, dpi: 203 } : { paper, columns: 42, dots: 576, dpi: 203 }
}

/**
 * A slip as a page that shows what the printer prints of it: its letters in cells of one width, name and total twice as large, codes in
 * its dots. A printer's own letters look a little different.
 *
 * @returns HTML for a roll of the printer's width
 */
export function slipPage({ lang, parts }: Slip, printer: SlipPrinter): string {
  // A line end at either end of a preformatted text is never shown: without these, a blank line there would be lost.
  const blocks = parts.map(part =>
    'code' in part
      ? codeOf(part.code, printer)
      : `<pre class="${part.style ?? 'plain'}">\n${boldIn(part)}${escapeHtml(part.text.slice(part.bold ?? 0))}\n</pre>`,
  )
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>Slip</title><style>${css(printer)}</style></head><body>${blocks.join('')}</body></html>`
}

/**
 * The slip in the letters that receipt printers have, on lines of so many columns.
 *
 * @returns undefined if no printer sets it in columns, so that tills print a picture of the roll page
 */
export function slipInLetters({ lang, dir, parts }: Slip, columns: number): Slip | undefined {
  const plain = parts.map(part => {
    if (!('text' in part)) return part
    const { text, bold } = part
    return { ...part, text: plainLetters(text), ...(bold && { bold: plainLetters(text.slice(0, bold)).length }) }
  })
  const isSet = dir === 'ltr' && plain.every(part => !('text' in part) || printersLetters.test(part.text))
  if (!isSet) return undefined
  return { lang, dir, parts: plain.map(part => ('text' in part ? cut(part, columns) : part)) }
}

/** Composed letters, plain spaces and hyphens, no marks without width. */
function plainLetters(text: string): string {
  return normalized(text, 'NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011\u2212]/g, '-')
}

function boldIn({ text, bold = 0 }: { text: string; bold?: number }): string {
  return bold === 0 ? '' : `<b>${escapeHtml(text.slice(0, bold))}</b>`
}

/** A line that is too long, such as an address, goes on at the edge. */
function cut<Lines extends { text: string; style?: SlipStyle }>(lines: Lines, columns: number): Lines {
  const full = new RegExp(`.{${lines.style === 'double' ? columns >> 1 : columns}}(?=.)`, 'g')
  return { ...lines, text: lines.text.replace(full, '$&\n') }
}

/** About what is in the code pages of printers: Latin, Greek and Cyrillic letters of Europe, signs, currencies. */
const printersLetters =
  /^[\n\u0020-\u017f\u0192\u02c6-\u02dd\u0384-\u03ce\u0401-\u045f\u0490\u0491\u2012-\u203a\u20a0-\u20bf\u2116\u2122\u2190-\u2193\u2248-\u2265]*$/

/** Letters of the package's mono font are six tenths as wide as high. */
function css(printer: SlipPrinter): string {
  const size = `${paperSize(printer.paper).printableWidth / printer.columns / 0.6}mm`
  return `body{margin:0;color:#000;text-rendering:geometricPrecision}pre{margin:0;font:${size}/${lineMm}mm "Noto Sans Mono Latin","Noto Sans Mono",monospace;white-space:pre}
.bold{font-weight:700}.double{font-size:calc(2*${size});line-height:${2 * lineMm}mm}.tall{line-height:${lineMm}mm;transform:scaleY(2);transform-origin:0 0;padding-bottom:${lineMm}mm}
svg{display:block;margin:1mm auto}`
}

/** From line to line, as tills ask for it. */
const lineMm = 3.25

function codeOf({ barcode, leastWidth }: BarcodeSource, { paper, dots, dpi }: SlipPrinter): string {
  const image = drawBarcodeDots(barcode, { dots, dpi, ...(leastWidth !== undefined && { leastWidth }) })
  const mm = (count: number) => `${(count * paperSize(paper).printableWidth) / dots}mm`
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
