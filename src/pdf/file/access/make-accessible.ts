import { isArchivable, writeClaim } from '../claim.ts'
import { addressOf, freeNumber, type ObjectTexts, type PdfObject, readObjectTexts, referenceIn } from '../plain-pdf.ts'
import { languageTag, titleIn } from '../syntax.ts'
import { markPages, nameGlyphs } from './mark-pages.ts'
import { addListBodies, element, foldLeaves, isWellStructured, releaseContent, squareTables } from './structure.ts'

/**
 * Makes a tagged PDF from Chromium one for everybody (PDF/UA-1, ISO 14289-1): what isn't content becomes an artifact, list items
 * get bodies, tables equal rows, links a description, and metadata says so, and that it can be kept (PDF/A-3a). Nothing is claimed for a
 * document without title or language, with a picture without alternative text, with headings that skip a level, or with a
 * character that no font has.
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @returns the objects, changed or added; as given if nothing can be claimed
 */
export function makeAccessible(objects: readonly PdfObject[], trailer: string): readonly PdfObject[] {
  const texts = readObjectTexts(objects)
  const root = referenceIn(trailer, 'Root') ?? 0
  const title = titleIn(texts.get(referenceIn(trailer, 'Info') ?? 0))
  const lang = /\/Lang \(([^)]+)\)/.exec(texts.get(root))?.[1]
  if (!title || !lang || !hasLanguages(texts, lang) || !isWellStructured(texts)) return objects
  const glyphs = nameGlyphs(objects, texts)
  const pages = markPages(objects, texts, glyphs)
  if (!pages) return objects
  const next = freeNumber(objects)
  const claim = pages.drawsMissing
    ? { entries: '', objects: [] }
    : writeClaim(next, { title, lang, isArchivable: !pages.drawsPrivate && isArchivable(objects) })
  texts.set(root, texts.get(root).replace('/Type /Catalog\n', `/Type /Catalog\n${claim.entries}`))
  releaseContent(texts, pages.released)
  const bodies = addListBodies(texts, next + claim.objects.length)
  const folded = foldLeaves(texts)
  const cells = squareTables(texts, next + claim.objects.length + bodies.length)
  for (const link of texts.beginning('<</Type /Annot\n/Subtype /Link')) texts.set(link, describedLink(texts.get(link)))
  return [
    ...objects.flatMap(object =>
      folded.has(object.number)
        ? []
        : (pages.contents.get(object.number) ?? glyphs.renamed.get(object.number) ?? texts.edited(object)),
    ),
    ...claim.objects,
    ...bodies,
    ...cells,
  ]
}

/** Whether all languages are tags (BCP 47): for a page without one, Chromium writes `en-US@posix`. */
function hasLanguages(texts: ObjectTexts, lang: string): boolean {
  const languages = texts
    .beginning(element)
    .flatMap(number => /\n\/Lang \(([^)]*)\)/.exec(texts.get(number))?.[1] ?? [])
  return [lang, ...languages].every(each => languageTag.test(each))
}

/** Describes a link to screen readers by its address. */
function describedLink(text: string): string {
  const address = addressOf(text)
  return address ? text.replace('/Subtype /Link', () => `/Subtype /Link\n/Contents ${address}`) : text
}
