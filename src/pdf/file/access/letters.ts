import { deflateSync } from 'node:zlib'
import { inflated, type PdfObject } from '../plain-pdf.ts'
import { type ObjectTexts, streamObject } from './texts.ts'

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
  for (const object of objects) {
    const letters = mappings.has(object.number) ? inflated(object.content) : undefined
    if (!letters?.includes('> <0000>')) continue
    const data = deflateSync(Buffer.from(letters.replaceAll('> <0000>', '> <2060>'), 'latin1'), { level: 5 })
    named.set(object.number, streamObject(object.number, '/Filter /FlateDecode', data))
  }
  return named
}
