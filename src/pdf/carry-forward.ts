import { fitSheets } from './fit-sheets.ts'
import type { PaperSize } from './paper.ts'
import { carriedForward, fewestSheets, samplesOf } from './tags/carried-sums.ts'

/** Two ways to print a complete page on sheets. */
export interface SheetPrinter {
  /** Prints it as it is meant. */
  print(html: string): Promise<Uint8Array<ArrayBuffer>>
  /** Lays it out only, with the destinations of its links, in less than half the time. */
  layOut(html: string): Promise<Uint8Array<ArrayBuffer>>
  /** Whether sums are written into the margins afterward, in place of samples (`addTags`). */
  isCompleted(): Promise<boolean>
}

/**
 * Prints on sheets. In a long receipt, each begins with what the lines on earlier sheets come to, if a list of goods goes on there.
 *
 * A line says in `data-carried` what is carried forward to a sheet that it begins; the first of a list says nothing. The sums
 * become symbols of the counter style `carried`, which the stylesheet prints in a margin (`counter(page, carried)`), so they
 * move nothing. Who completes the print knows where the lines are, and gets samples of them. For others, the page is laid out
 * first.
 *
 * @returns the bytes of the PDF
 */
export async function printSheets(
  html: string,
  size: PaperSize,
  printer: SheetPrinter,
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = Array.from(html.matchAll(mark), ([, attribute]) => textIn(attribute!))
  if (!texts.some(Boolean)) return (await fitSheets(html, size, printer.print)).pdf
  const carry = async (tried: string) => {
    if (await printer.isCompleted()) return withSymbols(tried, 'cyclic', samplesOf(texts))
    const places = linkedLines(await printer.layOut(findable(tried)))
    return withSums(tried, carriedForward(texts, places))
  }
  const { length } = texts
  if (length > mostOnOneSheet || (length > likelyOnTwoSheets && (await printer.isCompleted())))
    return (await fitSheets(html, size, async tried => printer.print(await carry(tried)))).pdf
  const fitted = await fitSheets(html, size, printer.print)
  const carrying = fitted.sheets < fewestSheets ? fitted.html : await carry(fitted.html)
  return carrying === fitted.html ? fitted.pdf : await printer.print(carrying)
}

/** Text in the page can't look like this, because its quotes are escaped. */
const mark = / data-carried="([^"]*)"/g

/** More lines than the densest look gets on a sheet: such a receipt is laid out first and printed once. */
const mostOnOneSheet = 150

/** More lines than usually fit on two sheets: such a receipt gets samples at once, which are taken away again if they do. */
const likelyOnTwoSheets = 50

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
function linkedLines(pdf: Uint8Array): { sheetOf: number[]; sheets: number } {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const pages = Array.from(text.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Page\n/g), ([, number]) => Number(number))
  pages.sort((one, other) => one - other)
  const sheetOf: number[] = []
  for (const [, line, page] of text.matchAll(/\/carried(\d+) \[(\d+) 0 R \/XYZ /g))
    sheetOf[Number(line)] = pages.indexOf(Number(page))
  return { sheetOf, sheets: pages.length }
}

function withSums(html: string, sums: readonly string[]): string {
  return sums.every(sum => sum === '') ? html : withSymbols(html, 'fixed 2', sums)
}

function withSymbols(html: string, system: string, texts: readonly string[]): string {
  const symbols = texts.map(cssString).join(' ')
  return html.replace(
    '</head>',
    () => `<style>@counter-style carried{system:${system};symbols:${symbols}}</style></head>`,
  )
}

/** The text of an attribute in the page. */
function textIn(attribute: string): string {
  return attribute.replace(/&(?:#x(\w+)|(\w+));/g, (_, code?: string, name = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : signs[name]!,
  )
}

/** The references by name that templates write (document/language/run.ts). */
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** A text as a string in a stylesheet (CSS Syntax 3, 4.3.5 and 4.3.7). */
function cssString(text: string): string {
  return `"${text.replace(/[\p{Cc}"\\<>&]/gu, sign => `\\${sign.codePointAt(0)!.toString(16)} `)}"`
}
