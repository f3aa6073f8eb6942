import { writeClaim } from '../archive/claim.ts'
import { addressOf, type ObjectTexts, readObjectTexts } from '../object-texts.ts'
import { compressedStream, inflated, type PdfObject } from '../plain-pdf.ts'
import { titleIn } from '../text-string.ts'
import { markPages } from './artifacts.ts'
import { addListBodies, foldLeaves, isWellStructured, releaseContent } from './structure.ts'

/**
 * Makes a tagged PDF from Chromium one for everybody (PDF/UA-1, ISO 14289-1): what isn't content becomes an artifact, list items
 * get bodies, links a description, and metadata says so. Nothing is claimed for a document without title or language, with a
 * picture without alternative text, or with headings that skip a level.
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @returns the objects, changed or added; as given if nothing can be claimed
 */
export function makeAccessible(objects: readonly PdfObject[], trailer: string): readonly PdfObject[] {
  const texts = readObjectTexts(objects)
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const title = titleIn(texts.get(Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])))
  const lang = /\/Lang \(([^)]+)\)/.exec(texts.get(root))?.[1]
  if (!title || !lang || !isWellStructured(texts)) return objects
  const pages = markPages(objects, texts)
  if (!pages) return objects
  const next = objects.reduce((most, { number }) => Math.max(most, number), 0) + 1
  const claim = writeClaim(next, { title, lang, isArchivable: true })
  texts.set(root, texts.get(root).replace('/Type /Catalog', `/Type /Catalog\n${claim.entries}`))
  releaseContent(texts, pages.released)
  const bodies = addListBodies(texts, next + claim.objects.length)
  const folded = foldLeaves(texts)
  for (const link of texts.beginning('<</Type /Annot\n/Subtype /Link')) texts.set(link, describedLink(texts.get(link)))
  const letters = pages.isSpelled ? nameLetters(objects, texts) : undefined
  return [
    ...objects.flatMap(object =>
      folded.has(object.number)
        ? []
        : (pages.contents.get(object.number) ?? letters?.get(object.number) ?? texts.edited(object)),
    ),
    ...claim.objects,
    ...bodies,
  ]
}

/** What a link says to those who don't see where it stands: its address. */
function describedLink(text: string): string {
  const address = addressOf(text)
  return address ? text.replace('/Subtype /Link', () => `/Subtype /Link\n/Contents ${address}`) : text
}

/**
 * Gives every glyph a letter that a document may name (ISO 14289-1, 7.21.7): Chromium maps the parts of joined letters, which
 * stand for nothing alone, to U+0000. Their text is in marked content around them; they become word joiners, which show nothing.
 *
 * @returns the changed mappings, by object number
 */
function nameLetters(objects: readonly PdfObject[], texts: ObjectTexts): Map<number, PdfObject> {
  const fonts = texts.beginning('<</Type /Font\n/Subtype /Type0').map(texts.get)
  const mappings = new Set(fonts.map(font => Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1])))
  const named = new Map<number, PdfObject>()
  for (const { number, isStream, content } of objects) {
    const letters = isStream && mappings.has(number) ? inflated(content) : undefined
    if (!letters?.includes('> <0000>')) continue
    const renamed = letters.replaceAll('> <0000>', '> <2060>')
    named.set(number, compressedStream(number, '', renamed))
  }
  return named
}
