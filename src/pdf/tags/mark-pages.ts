import type { ObjectTexts } from '../file/object-texts.ts'
import { inflated, type PdfObject } from '../file/plain-pdf.ts'
import { drawsMissing, type Widths, widthsOn } from '../file/text-runs.ts'
import { DrawOrderMatcher, type Matched } from './draw-order.ts'
import { type GlyphLetters, glyphLettersOn } from './letters.ts'
import { type MarkedPage, markPage } from './mark-page.ts'
import type { Leaf } from './page-elements.ts'

/** A page with the number of its object, and of its content's. */
export interface NumberedPage extends MarkedPage {
  number: number
  contents: number
}

/** All pages with their marks, and which element each belongs to. */
export interface MarkedPages extends Matched {
  pages: readonly NumberedPage[]
}

/**
 * Marks what is drawn on a document's pages, and joins the glyphs of its lines.
 *
 * @param texts changed
 * @returns undefined if that isn't what the leaves say, in their order, or if a font hasn't a character
 */
export function markPages(
  objects: readonly PdfObject[],
  texts: ObjectTexts,
  leaves: readonly Leaf[],
): MarkedPages | undefined {
  const streams = new Map(objects.flatMap(each => (each.isStream ? [[each.number, each.content] as const] : [])))
  const follower = new DrawOrderMatcher(leaves)
  const known = new Map<number, GlyphLetters>()
  const widths = new Map<number, Widths>()
  const pages: NumberedPage[] = []
  for (const number of texts.beginning('<</Type /Page\n')) {
    const page = texts.get(number)
    const contents = Number(/\/Contents (\d+) 0 R/.exec(page)?.[1])
    const content = inflated(streams.get(contents))
    const letters = glyphLettersOn(page, texts, streams, known)
    if (content === undefined || !letters || drawsMissing(content)) return undefined
    const drawn = { content, letters, widths: widthsOn(page, texts, widths) }
    const marked = markPage(drawn, pages.length, follower)
    if (!marked) return undefined
    pages.push({ ...marked, number, contents })
  }
  return follower.isAtEnd ? { pages, marks: follower.marks, spots: follower.spots } : undefined
}
