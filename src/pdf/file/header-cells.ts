import { readObjects, readPlain } from './plain-pdf.ts'

/**
 * The sheet of each header cell (`<th>`), from 0, in the document's order, as its tags tell (ISO 32000-1, 14.7.2 and 14.8.4.3).
 *
 * @returns them and the number of sheets; undefined for a PDF that Chromium didn't write, or if a cell's sheet can't be told
 */
export function sheetsOfHeaderCells(pdf: Uint8Array): { sheetOf: number[]; sheets: number } | undefined {
  const plain = readPlain(pdf)
  const objects = plain && readObjects(plain)
  if (!objects) return undefined
  const texts = new Map<number, string>()
  for (const { number, isStream, content } of objects) if (!isStream) texts.set(number, content)
  const numbers = [...texts.keys()].sort((one, other) => one - other)
  const pages = numbers.filter(number => texts.get(number)!.startsWith('<</Type /Page\n'))
  const cells = numbers.filter(number => texts.get(number)!.startsWith('<</Type /StructElem\n/S /TH\n'))
  const sheetOf = cells.map(number => pages.indexOf(pageOf(number, texts)))
  return sheetOf.includes(-1) ? undefined : { sheetOf, sheets: pages.length }
}

/** The page on which an element's first content is; 0 if it has none. */
function pageOf(element: number, texts: ReadonlyMap<number, string>): number {
  const text = texts.get(element) ?? ''
  const page = /\/Pg (\d+) 0 R/.exec(text)?.[1]
  if (page) return Number(page)
  const kid = /\/K \[?(\d+) 0 R/.exec(text)?.[1]
  return kid ? pageOf(Number(kid), texts) : 0
}
