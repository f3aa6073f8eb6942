import type { DataFile } from '../../structured/structured.ts'
import { openObjectValues } from './object-values.ts'
import { compressedStream, type PdfObject } from './plain-pdf.ts'
import { asReference, type Dictionary, referenceTo } from './values.ts'

/**
 * Attaches a receipt's data as a file of the document (ISO 19005-3, 6.8; ISO 32000-1, 7.11): what the page shows, for programs.
 *
 * @param objects all of the document
 * @param trailer its trailer dictionary
 * @param file the data
 * @param date a date of the PDF (7.9.4), the receipt's
 */
export function attachData(
  objects: readonly PdfObject[],
  trailer: Dictionary,
  { text, mediaType, ending }: DataFile,
  date: string,
): readonly PdfObject[] {
  const values = openObjectValues(objects)
  const [file, tree, data] = [values.free(), values.free(), values.free()]
  const bytes = Buffer.from(text)
  const keys = `/Type /EmbeddedFile\n/Subtype /${mediaType.replace('/', '#2F')}\n/Params <</ModDate (${date})\n/Size ${bytes.length}>>\n`
  values
    .edit(asReference(trailer.get('Root')) ?? 0)
    .set('AF', [referenceTo(file)])
    .set('Names', new Map([['EmbeddedFiles', referenceTo(tree)]]))
  return [
    ...values.written(),
    {
      number: file,
      isStream: false,
      content:
        `<</Type /Filespec\n/F (${attachedName(ending)})\n/UF (${attachedName(ending)})\n/Desc (Receipt data)\n/AFRelationship /Data\n` +
        `/EF <</F ${data} 0 R\n/UF ${data} 0 R>>>>`,
    },
    { number: tree, isStream: false, content: `<</Names [(${attachedName(ending)}) ${file} 0 R]>>` },
    compressedStream(data, keys, bytes),
  ]
}

/** What the data is called in a document of one receipt, or with its place in one of several. */
export function attachedName(ending: string, place?: number): string {
  return `receipt${place === undefined ? '' : `-${String(place).padStart(6, '0')}`}.${ending}`
}

/** A name tree (ISO 32000-1, 7.9.6) of files with places, from 1 on. @param files their object numbers, and how their names end */
export function namesOf(files: readonly { number: number; ending: string }[]): string {
  const names = files.map(({ number, ending }, at) => `(${attachedName(ending, at + 1)}) ${number} 0 R`)
  return `<</Names [${names.join(' ')}]>>`
}
