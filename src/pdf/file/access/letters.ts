import type { ObjectTexts } from '../object-texts.ts'
import { inflated, type PdfObject } from '../plain-pdf.ts'
import { compressedStream } from '../streams.ts'

/**
 * Gives every glyph a letter that a document may name (ISO 14289-1, 7.21.7): Chromium maps the parts of joined letters, which
 * stand for nothing alone, to U+0000. Their text is in marked content around them; they become word joiners, which show nothing.
 *
 * @returns the changed mappings, by object number
 */
export function nameLetters(objects: readonly PdfObject[], texts: ObjectTexts): Map<number, PdfObject> {
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
