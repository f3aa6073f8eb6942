import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'

/** How many sheets a PDF has, and how many lines of text the last one holds between its margins. */
export async function linesOnLastSheet(bytes: Uint8Array, paper: Paper): Promise<{ sheets: number; lines: number }> {
  const { height, margins } = paperSize(paper)
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false })
  const pdf = await task.promise
  const { items } = await (await pdf.getPage(pdf.numPages)).getTextContent()
  const baselines = new Set<number>()
  for (const item of items) {
    if (!('str' in item) || !item.str.trim()) continue
    const fromTop = height - (item.transform[5] / 72) * 25.4
    if (fromTop > margins.top && fromTop < height - margins.bottom) baselines.add(Math.round(fromTop))
  }
  const sheets = pdf.numPages
  await task.destroy()
  return { sheets, lines: baselines.size }
}
