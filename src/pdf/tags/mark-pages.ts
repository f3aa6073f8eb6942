import { type Widths, widthsOn } from '../file/glyph-widths.ts'
import type { ObjectTexts } from '../file/object-texts.ts'
import { inflated, type PdfObject } from '../file/plain-pdf.ts'
import { type Followed, Follower } from './follow-leaves.ts'
import { type GlyphLetters, glyphLettersOn } from './letters.ts'
import { type DrawnPage, type MarkedPage, markPage } from './mark-page.ts'
import type { Leaf } from './page/page-elements.ts'

/** A page with the number of its object, and of its content's. */
export interface NumberedPage extends MarkedPage, Omit<DrawnPage, 'content'> {
  number: number
  contents: number
}

export interface MarkedPages extends Followed {
  pages: readonly NumberedPage[]
}

/**
 * Marks what is drawn on a document's pages, and joins the glyphs of its lines.
 *
 * @param texts changed
 * @returns undefined if that isn't what the leaves say, in their order
 */
export function markPages(
  objects: readonly PdfObject[],
  texts: ObjectTexts,
  leaves: readonly Leaf[],
): MarkedPages | undefined {
  const streams = new Map(objects.flatMap(each => (each.isStream ? [[each.number, each.content] as const] : [])))
  const follower = new Follower(leaves)
  const known = new Map<number, GlyphLetters>()
  const widths = new Map<number, Widths>()
  const pages: NumberedPage[] = []
  for (const number of texts.beginning('<</Type /Page\n')) {
    const page = texts.get(number)
    const contents = Number(/\/Contents (\d+) 0 R/.exec(page)?.[1])
    const drawn = inflated(streams.get(contents))
    const letters = glyphLettersOn(page, texts, streams, known)
    if (drawn === undefined || !letters) return undefined
    const fonts = { letters, widths: widthsOn(page, texts, widths) }
    const marked = markPage({ content: drawn, ...fonts }, pages.length, follower)
    if (!marked) return undefined
    pages.push({ ...marked, ...fonts, number, contents })
  }
  return follower.isAtEnd ? { pages, marks: follower.marks, spots: follower.spots } : undefined
}
