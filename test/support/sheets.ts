import { inflateSync } from 'node:zlib'
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

/** Chromium places what it prints in dots, 300 an inch; CSS has 96 px an inch. */
const dotsPerPixel = 300 / 96

/** How much each page between its margins is shrunk. */
export function scalesIn(pdf: Uint8Array, paper: Paper): number[] {
  const text = Buffer.from(pdf).toString('latin1')
  const width = (paperSize(paper).printableWidth / 25.4) * 300
  const scales: number[] = []
  for (const { 0: head, 1: length, index } of text.matchAll(/<<\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/g)) {
    const start = index + head.length
    const content = inflateSync(Buffer.from(text.slice(start, start + Number(length)), 'latin1')).toString('latin1')
    const placed = Array.from(content.matchAll(/ (\S+) \S+ re\nW\*? n\nq\n(\S+) 0 0 \2 \S+ \S+ cm\n/g))
    // Pictures are clipped too.
    const scale = placed.find(([, clip]) => Number(clip) > 0.9 * width)?.[2]
    if (scale !== undefined) scales.push(Number(scale) / dotsPerPixel)
  }
  return scales
}
