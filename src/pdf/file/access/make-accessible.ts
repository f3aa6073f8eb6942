import { archiveProblems, unclaimed, writeClaim } from '../claim.ts'
import { addressOf, openObjectValues, titleIn } from '../object-values.ts'
import type { PdfObject } from '../plain-pdf.ts'
import { languageTag } from '../syntax.ts'
import { asReference, type Dictionary, pdfText, textOf } from '../values.ts'
import { markPages, nameGlyphs } from './mark-pages.ts'
import { normalize } from './normalize.ts'
import { readStructure } from './structure.ts'
import { structureProblems } from './structure-problems.ts'
import { squareTables } from './tables.ts'

/**
 * Makes a tagged PDF from Chromium one for everybody (PDF/UA-1, ISO 14289-1): what isn't content becomes an artifact, list items
 * get bodies, tables equal rows, links a description, and metadata says so, and that it can be kept (PDF/A-3a). The tags are checked as
 * they are written, before anything is claimed.
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @param tell is told why something isn't claimed
 * @param texts what links say, by their addresses
 * @returns the objects, changed or added; as given if what is drawn isn't understood
 */
export function makeAccessible(
  objects: readonly PdfObject[],
  trailer: Dictionary,
  tell: (reasons: readonly string[]) => unknown = () => {},
  texts: ReadonlyMap<string, string> = new Map(),
): readonly PdfObject[] {
  const values = openObjectValues(objects)
  const glyphs = nameGlyphs(objects, values)
  const pages = markPages(objects, values, glyphs)
  if (!pages) {
    tell(unclaimed(['something drawn in a way that isn’t understood'], []))
    return objects
  }
  const catalog = values.edit(asReference(trailer.get('Root')) ?? 0)
  const tree = readStructure(objects, values, asReference(catalog.get('StructTreeRoot')), pages.released)
  if (tree) {
    normalize(tree)
    squareTables(tree)
  }
  const needless = tree?.write()
  for (const number of values.beginning('<</Type /Annot\n/Subtype /Link')) {
    const link = values.edit(number)
    const address = addressOf(link)
    const text = texts.get(textOf(address) ?? '')
    if (address) link.set('Contents', text ? pdfText(text) : address)
  }
  const title = titleIn(values.get(asReference(trailer.get('Info'))))
  const lang = textOf(catalog.get('Lang'))
  const access = [
    ...(title ? [] : ['no title']),
    ...(lang && languageTag.test(lang) ? [] : ['no language that is a BCP 47 tag']),
    ...(pages.drawsMissing ? ['a character that no font has'] : []),
    ...structureProblems(values, asReference(catalog.get('StructTreeRoot')), pages.tagged),
  ]
  const archive = [...(pages.drawsPrivate ? ['letters of private use'] : []), ...archiveProblems(objects, values)]
  tell(unclaimed(access, archive))
  const about = { title: title ?? '', lang: lang ?? '', isArchivable: archive.length === 0 }
  const claim = access.length === 0 ? writeClaim(values.free, about) : undefined
  for (const [key, entry] of claim?.entries ?? []) catalog.set(key, entry)
  return [
    ...values
      .written()
      .flatMap(object =>
        needless?.has(object.number)
          ? []
          : (pages.contents.get(object.number) ?? glyphs.renamed.get(object.number) ?? object),
      ),
    ...(claim?.objects ?? []),
  ]
}
