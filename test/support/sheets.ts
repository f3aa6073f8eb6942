import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'

/** How many sheets a PDF has, and how many lines of text the last one holds between its margins. */
export async function linesOnLastSheet(bytes: Uint8Array, paper: Paper): Promise<{ sheets: number; lines: number }> {
  const sheets = await baselinesOf(bytes, paper)
  return { sheets: sheets.length, lines: sheets.at(-1)!.size }
}

/** The share of each sheet's height that is blank below its last line, 0 to 1. */
export async function blankBelow(bytes: Uint8Array, paper: Paper): Promise<number[]> {
  const { height, margins } = paperSize(paper)
  const area = height - margins.top - margins.bottom
  return (await baselinesOf(bytes, paper)).map(baselines => (height - margins.bottom - Math.max(...baselines)) / area)
}

/** The baselines of each sheet's text between its margins, in whole mm from the top. */
async function baselinesOf(bytes: Uint8Array, paper: Paper): Promise<Set<number>[]> {
  const { height, margins } = paperSize(paper)
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
  const pdf = await task.promise
  const sheets: Set<number>[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const baselines = new Set<number>()
    for (const item of items) {
      if (!('str' in item) || !item.str.trim()) continue
      const fromTop = height - (item.transform[5] / 72) * 25.4
      if (fromTop > margins.top && fromTop < height - margins.bottom) baselines.add(Math.round(fromTop))
    }
    sheets.push(baselines)
  }
  await task.destroy()
  return sheets
}
