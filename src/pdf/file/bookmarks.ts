import { openObjectValues } from './object-values.ts'
import type { PdfObject } from './plain-pdf.ts'
import { asReference, type Dictionary, pdfText } from './values.ts'

/**
 * Gives bookmarks the words of the page's headings: the browser takes its own from what is drawn, with Hebrew and Arabic words in the
 * order of the eye and without the blanks at line ends.
 *
 * @param headings of the page, in its order; empty ones have no bookmark
 * @returns the objects as given if there are other bookmarks than headings
 */
export function nameBookmarks(
  objects: readonly PdfObject[],
  trailer: Dictionary,
  headings: readonly string[],
): readonly PdfObject[] {
  const values = openObjectValues(objects)
  const root = values.get(asReference(trailer.get('Root')))
  const found: number[] = []
  const open = [asReference(values.get(asReference(root.get('Outlines'))).get('First'))]
  while (open.length > 0 && found.length <= headings.length) {
    const number = open.pop()
    if (number === undefined) continue
    found.push(number)
    // The one below it comes first.
    open.push(asReference(values.get(number).get('Next')), asReference(values.get(number).get('First')))
  }
  const titles = headings.filter(heading => heading !== '')
  if (found.length !== titles.length) return objects
  for (const [at, number] of found.entries()) values.edit(number).set('Title', pdfText(titles[at] ?? ''))
  const written = new Map(values.written().map(object => [object.number, object]))
  return objects.map(object => (object.isStream ? object : (written.get(object.number) ?? object)))
}
