import { isArchivable, writeClaim } from '../archive/claim.ts'
import { addressOf, type ObjectTexts, readObjectTexts, referencesIn } from '../object-texts.ts'
import type { PdfObject } from '../plain-pdf.ts'
import { languageTag, titleIn } from '../syntax.ts'
import { nameGlyphs } from './glyph-names.ts'
import { markPages } from './mark-pages.ts'
import { addListBodies, element, foldLeaves, isWellStructured, kidsIn, releaseContent } from './structure.ts'

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
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const title = titleIn(texts.get(Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])))
  const lang = /\/Lang \(([^)]+)\)/.exec(texts.get(root))?.[1]
  if (!title || !lang || !hasLanguages(texts, lang) || !isWellStructured(texts)) return objects
  const glyphs = nameGlyphs(objects, texts)
  const pages = markPages(objects, texts, glyphs)
  if (!pages) return objects
  const next = objects.reduce((most, { number }) => Math.max(most, number), 0) + 1
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

/**
 * Gives all rows of a table equally many columns (ISO 14289-1, 7.5): Chromium leaves out cells without content, and a page may have
 * fewer in a row than in another. What is missing becomes an empty cell at the row's end.
 *
 * @param texts changed
 * @param first number of the first new object
 */
function squareTables(texts: ObjectTexts, first: number): PdfObject[] {
  const cells: PdfObject[] = []
  for (const table of texts.beginning(`${element}Table\n`)) {
    const rows = rowsIn(table, texts)
    const widths = widthsOf(rows, texts)
    const width = Math.max(...widths)
    for (const [at, row] of rows.entries()) {
      const missing = width - (widths[at] ?? 0)
      if (missing === 0) continue
      const number = first + cells.length
      const span = missing > 1 ? `\n/A [<</O /Table\n/ColSpan ${missing}>>]` : ''
      cells.push({ number, isStream: false, content: `${element}TD\n/P ${row} 0 R${span}>>` })
      texts.set(row, withKid(texts.get(row), number))
    }
  }
  return cells
}

/** Object numbers of a table's rows, of its head and body too. */
function rowsIn(parent: number, texts: ObjectTexts): number[] {
  return referencesIn(kidsIn(texts.get(parent))).flatMap(kid => {
    const role = roleOf(texts.get(kid))
    return role === 'TR' ? [kid] : groups.has(role) ? rowsIn(kid, texts) : []
  })
}

const groups = new Set(['THead', 'TBody', 'TFoot'])

/** How many columns each row has, with cells that come down from rows above. Spans below the last row are cut. */
function widthsOf(rows: readonly number[], texts: ObjectTexts): number[] {
  /** By column, how many rows are still taken by a cell above. */
  let taken: number[] = []
  return rows.map((row, at) => {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    let width = taken.findLastIndex(left => left > 0) + 1
    for (const kid of referencesIn(kidsIn(texts.get(row)))) {
      const cell = texts.get(kid)
      const down = Math.min(spanOf(cell, 'RowSpan'), rows.length - at)
      if (down < spanOf(cell, 'RowSpan')) texts.set(kid, cell.replace(/\/RowSpan \d+/, `/RowSpan ${down}`))
      while ((taken[column] ?? 0) > 0) column++
      for (let across = spanOf(cell, 'ColSpan'); across > 0; across--) next[column++] = down - 1
      width = Math.max(width, column)
    }
    taken = Array.from(next, left => left ?? 0)
    return width
  })
}

function spanOf(cell: string, name: 'RowSpan' | 'ColSpan'): number {
  return Number(new RegExp(`/O /Table\\n/${name} (\\d+)`).exec(cell)?.[1] ?? 1)
}

function roleOf(text: string): string {
  return text.startsWith(element) ? text.slice(element.length, text.indexOf('\n', element.length)) : ''
}

function withKid(row: string, kid: number): string {
  const kids = kidsIn(row)
  if (kids === undefined) return row.replace(/\n\/P \d+ 0 R/, `$&\n/K ${kid} 0 R`)
  return row.replace(`\n/K ${kids}`, `\n/K [${kids.replace(/[[\]]/g, '')} ${kid} 0 R]`)
}
