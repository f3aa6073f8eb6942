import { fitSheets } from './fit-sheets.ts'
import type { PaperSize } from './paper.ts'
import type { CellSheets } from './tags/header-cells.ts'

/** Two ways to print a complete page on sheets. */
export interface SheetPrinter {
  /** Prints it as it is meant. */
  print(html: string): Promise<Uint8Array>
  /** Lays it out only, with the destinations of its links, in less than half the time. */
  layOut(html: string): Promise<Uint8Array>
  /** Where the header cells of a print are; undefined if that can't be told. */
  headerCells(printed: Uint8Array): CellSheets | undefined
}

/**
 * Prints on sheets. In a long receipt, each begins with what the lines on earlier sheets come to, if a list of goods goes on there.
 *
 * A line says in `data-carried` what is carried forward to a sheet that it begins; the first of a list says nothing. The sums
 * become symbols of the counter style `carried`, which the stylesheet prints in a margin (`counter(page, carried)`), so they
 * move nothing. Where the lines are, the first print tells; only if a receipt is long and goods go on is it printed again.
 *
 * @returns the bytes of the PDF
 */
export async function printSheets(html: string, size: PaperSize, printer: SheetPrinter): Promise<Uint8Array> {
  const texts = Array.from(html.matchAll(mark), ([, text]) => text!)
  const carry = async (tried: string, printed?: Uint8Array) => {
    const places =
      (printed && linesOf(tried, printer.headerCells(printed))) ?? linkedLines(await printer.layOut(findable(tried)))
    return withSums(tried, carriedForward(texts, places))
  }
  if (!texts.some(Boolean)) return (await fitSheets(html, size, printer.print)).pdf
  if (texts.length > mostOnOneSheet)
    return (await fitSheets(html, size, async tried => printer.print(await carry(tried)))).pdf
  const fitted = await fitSheets(html, size, printer.print)
  const carrying = fitted.sheets < fewestSheets ? fitted.html : await carry(fitted.html, fitted.pdf)
  return carrying === fitted.html ? fitted.pdf : await printer.print(carrying)
}

/** Text in the page can't look like this, because its quotes are escaped. */
const mark = / data-carried="([^"]*)"/g

/** On two sheets, a sum at the fold helps nobody, and printing twice would double the time of every other receipt. */
const fewestSheets = 3

/** More lines than the densest look gets on a sheet: such a receipt is laid out first and printed once. */
const mostOnOneSheet = 150

/** The package's templates mark header cells. Undefined if others are marked, too. */
function linesOf(html: string, found: CellSheets | undefined): CellSheets | undefined {
  const cells = html.match(/<th\b[^>]*>/g) ?? []
  if (found?.sheetOf.length !== cells.length) return undefined
  const sheetOf = found.sheetOf.filter((_, at) => cells[at]!.includes(' data-carried="'))
  return sheetOf.length === Array.from(html.matchAll(mark)).length ? { sheetOf, sheets: found.sheets } : undefined
}

/** The page with every marked line as the destination of a link, invisible. */
function findable(html: string): string {
  let lines = 0
  const named = html.replace(mark, () => ` id="carried${lines++}"`)
  const links = Array.from({ length: lines }, (_, at) => `<a href="#carried${at}"></a>`).join('')
  return named
    .replace('</head>', '<style>*{visibility:hidden!important}</style></head>')
    .replace('</body>', `<p style="display:none">${links}</p></body>`)
}

/** The places of a findable page's lines (ISO 32000-1, 12.3.2.3). */
function linkedLines(pdf: Uint8Array): CellSheets {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const pages = Array.from(text.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Page\n/g), ([, number]) => Number(number))
  pages.sort((one, other) => one - other)
  const sheetOf: number[] = []
  for (const [, line, page] of text.matchAll(/\/carried(\d+) \[(\d+) 0 R \/XYZ /g))
    sheetOf[Number(line)] = pages.indexOf(Number(page))
  return { sheetOf, sheets: pages.length }
}

/** What each sheet but the first begins with; empty if no list goes on there. */
function carriedForward(texts: readonly string[], { sheetOf, sheets }: CellSheets): string[] {
  if (sheets < fewestSheets) return []
  return Array.from({ length: sheets - 1 }, (_, at) => texts[sheetOf.findIndex(sheet => sheet > at)] ?? '')
}

function withSums(html: string, sums: readonly string[]): string {
  if (sums.every(sum => sum === '')) return html
  const symbols = sums.map(cssString).join(' ')
  return html.replace(
    '</head>',
    () => `<style>@counter-style carried{system:fixed 2;symbols:${symbols}}</style></head>`,
  )
}

/** An attribute's text as a string in a stylesheet (CSS Syntax 3, 4.3.5 and 4.3.7). */
function cssString(attribute: string): string {
  const text = attribute.replace(/&(?:#x(\w+)|(\w+));/g, (_, code?: string, name = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : signs[name]!,
  )
  return `"${text.replace(/[\p{Cc}"\\<>&]/gu, sign => `\\${sign.codePointAt(0)!.toString(16)} `)}"`
}

/** The references by name that templates write (document/language/run.ts). */
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
