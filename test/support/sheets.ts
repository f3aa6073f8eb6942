import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Picture } from '../../tools/goldens/pictures/picture.ts'

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

/** How much of a sheet's area between its margins is blank, 0 to 1. */
export interface Blank {
  /** Below what is printed and beside it. */
  whole: number
  /** Beside what is printed, of the height that it takes. */
  beside: number
}

/** What is blank on each sheet: of each line, what is left of its first ink and right of its last. Between two lines it is as beside the wider. */
export async function blankOn(bytes: Uint8Array, paper: Paper): Promise<Blank[]> {
  const { margins, height } = paperSize(paper)
  // A dot is a millimeter.
  return await readPages(bytes, async page => {
    const picture = await page.draw(25.4)
    const width = picture.width - margins.left - margins.right
    const area = height - margins.top - margins.bottom
    const inked: number[] = []
    for (let y = Math.round(margins.top); y < Math.round(height - margins.bottom); y++)
      inked.push(inkedWidth(picture, y, margins.left, picture.width - margins.right))
    const last = inked.findLastIndex(ink => ink > 0)
    let [covered, above] = [0, 0]
    for (let y = 0; y <= last; y++) {
      const below = inked.slice(y).find(ink => ink > 0) ?? 0
      covered += inked[y] || Math.max(above, below)
      above = inked[y] || above
    }
    return { whole: 1 - covered / (width * area), beside: 1 - covered / (width * (last + 1)) }
  })
}

/** From the first to the last dot of a row that has ink. */
function inkedWidth({ width, rgba }: Picture, y: number, from: number, to: number): number {
  const row = new Uint32Array(rgba.buffer, rgba.byteOffset + 4 * y * width, width).subarray(
    Math.round(from),
    Math.round(to),
  )
  const first = row.findIndex(isInk)
  return first < 0 ? 0 : row.findLastIndex(isInk) - first + 1
}

function isInk(pixel: number): boolean {
  return pixel !== 0xffffffff
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
