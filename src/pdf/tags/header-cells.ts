import { readObjectTexts } from '../file/object-texts.ts'
import { readObjects, readPlain } from '../file/plain-pdf.ts'
import { type MarkedPages, markPages } from './mark-pages.ts'
import { isLeaf, type PageElement, type PageElements } from './page/page-elements.ts'

/** The sheet of each header cell (`<th>`), from 0, in the page's order, and the number of sheets. */
export interface CellSheets {
  sheetOf: readonly number[]
  sheets: number
}

/**
 * Finds the header cells in a print without tags.
 *
 * @returns undefined if what is drawn isn't what the page says, or a cell is empty
 */
export function sheetsOfHeaderCells(pdf: Uint8Array, page: PageElements): CellSheets | undefined {
  const plain = readPlain(pdf)
  const objects = plain && readObjects(plain)
  const marked = objects && markPages(objects, readObjectTexts(objects), page.leaves)
  if (!marked) return undefined
  const sheetOf = page.headerCells.flatMap(cell => sheetOfElement(cell, marked) ?? [])
  return sheetOf.length === page.headerCells.length ? { sheetOf, sheets: marked.pages.length } : undefined
}

/** The sheet of the first thing that an element holds. */
function sheetOfElement({ kids }: PageElement, marked: MarkedPages): number | undefined {
  for (const kid of kids) {
    const sheet = isLeaf(kid) ? marked.marks.get(kid)?.[0]?.page : sheetOfElement(kid, marked)
    if (sheet !== undefined) return sheet
  }
  return undefined
}
