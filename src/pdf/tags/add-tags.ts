import { titleIn, universalAccess } from '../file/access/metadata.ts'
import { readObjectTexts } from '../file/object-texts.ts'
import { compressedStream, type PdfObject, plainStream } from '../file/plain-pdf.ts'
import { markPages } from './mark-pages.ts'
import { writeOutline } from './outline.ts'
import type { PageElements } from './page-elements.ts'
import { writeStructure } from './structure.ts'

export type { PageElements }

/** A page's structure; undefined if it has to be found by the browser. */
export async function readElements(html: string): Promise<PageElements | undefined> {
  // The parser is loaded with the first PDF: a process that only sends email shouldn't wait for it.
  const { readPage } = await import('./read-page.ts')
  return readPage(html)
}

/**
 * Gives an untagged PDF from Chromium the tags, bookmarks and metadata of PDF/UA-1 (ISO 14289-1).
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @param page the structure of the page that was printed
 * @returns the objects, changed or added; undefined if what is drawn isn't what the page says, in its order
 */
export function addTags(
  objects: readonly PdfObject[],
  trailer: string,
  page: PageElements,
): readonly PdfObject[] | undefined {
  const texts = readObjectTexts(objects)
  const title = titleIn(texts.get(Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])))
  const marked = markPages(objects, texts, page.leaves)
  if (!title || !marked) return undefined
  const metadata = objects.reduce((most, { number }) => Math.max(most, number), 0) + 1
  const structure = writeStructure(page, marked, texts, metadata + 1)
  if (!structure) return undefined
  const outline = writeOutline(page.root, marked, structure)
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const entries =
    `/Metadata ${metadata} 0 R\n/Lang (${page.lang})\n/MarkInfo <</Type /MarkInfo\n/Marked true>>\n` +
    `/StructTreeRoot ${structure.root} 0 R${outline[0] ? `\n/Outlines ${outline[0].number} 0 R` : ''}`
  texts.set(root, texts.get(root).replace('/Type /Catalog', `/Type /Catalog\n${entries}`))
  const contents = new Map(marked.pages.map(({ contents, content }) => [contents, content]))
  return [
    ...objects.map(each => {
      const content = contents.get(each.number)
      return content === undefined ? texts.edited(each) : compressedStream(each.number, '', content)
    }),
    plainStream(metadata, '/Type /Metadata\n/Subtype /XML\n', universalAccess({ title, lang: page.lang })),
    ...structure.objects,
    ...outline,
  ]
}
