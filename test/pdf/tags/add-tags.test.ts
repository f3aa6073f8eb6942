import { describe, expect, test } from 'vitest'
import { makeAccessible } from '../../../src/pdf/file/access/make-accessible.ts'
import { packPdf } from '../../../src/pdf/file/pack.ts'
import type { PdfObject } from '../../../src/pdf/file/plain-pdf.ts'
import { type PaperName, papers } from '../../../src/pdf/paper.ts'
import { addTags } from '../../../src/pdf/tags/add-tags.ts'
import { readPage } from '../../../src/pdf/tags/read-page.ts'
import { type Look, looks } from '../../../src/view/variant.ts'
import { type Fixture, fixtures, isRightToLeft } from '../../support/fixtures.ts'
import { greatestShift } from '../../support/pdf-glyphs.ts'
import { accessProblems } from '../../support/pdf-ua/check.ts'
import { type PdfObjects, readObjects } from '../../support/pdf-ua/objects.ts'
import { spoken } from '../../support/pdf-ua/spoken.ts'
import { type Element, readTree } from '../../support/pdf-ua/structure.ts'
import { openPage, pageOf } from '../../support/print-page.ts'
import { isExhaustive, isSampled } from '../../support/scope.ts'

const print = openPage()
/** What has Hebrew or Arabic letters, or an offer with lists, is left to the browser. */
const left = ['hostile', 'kitchen-studio']
const understood = fixtures.filter(({ name }) => !isRightToLeft(name) && !left.includes(name))
/** To read the tags of the longest takes a second a print. */
const short = understood.filter(({ name }) => name !== 'bulk-300' && (isExhaustive || name !== 'fasteners-300'))

describe.each<{ look: Look; on: PaperName[]; of: Fixture[] }>([
  { look: 'modern', on: ['a4'], of: understood },
  { look: 'modern', on: ['roll58'], of: short },
  { look: 'classic', on: ['letter'], of: short },
  { look: 'compact', on: ['roll80'], of: short },
])('in the look $look on $on', ({ look, on, of }) => {
  const places = [looks.indexOf(look), papers.indexOf(on[0]!)]
  test.each(of.filter(each => isTaken(fixtures.indexOf(each), places)))(
    '$name is tagged as the browser tags it',
    async fixture => {
      for (const paper of on) {
        const html = await pageOf(fixture, paper, look)
        const { own, printed } = await taggedHere(html, paper)
        const browsers = packPdf(await print(withTableRows(html), paper), makeAccessible)
        expect(await accessProblems(own), paper).toEqual([])
        // In a hundredth of a millimeter.
        expect(await greatestShift(printed, own)).toBeLessThan(0.035)
        expect(bookmarks(own), paper).toEqual(bookmarks(browsers))
        // To the browser, a row whose amount stands below its label is none of a table, and cells in others lose their `colspan`.
        if (/<body class="[^"]*\bwide\b/.test(html)) continue
        const said = await saidBy(own)
        expect(said, paper).toEqual(saidOnce(await saidBy(browsers), said))
        expect(said.join('\n').match(new RegExp(titleRow, 'g')) ?? [], paper).toHaveLength(titledTables(html))
        expect(cells(own, browsers), paper).toEqual([])
      }
    },
  )
})

/** Of each look and paper a third, of these every other. */
function isTaken(at: number, places: number[]): boolean {
  return isSampled(at, ...places) && (isExhaustive || Math.floor(at / 3) % 2 === 0)
}

/** To the browser, rows of a roll's sums, which are as wide as each needs, are none of a table. */
function withTableRows(html: string): string {
  return html.replace('</head>', '<style>.roll:not(.wide) .sums tr { display: table-row !important }</style></head>')
}

async function taggedHere(html: string, paper: PaperName) {
  const elements = readPage(html)
  const printed = await print(html, paper, elements)
  let tagged: readonly PdfObject[] | undefined
  const own = packPdf(printed, (objects, trailer) => {
    tagged = elements && addTags(objects, trailer, elements)
    return tagged ?? objects
  })
  expect(tagged, paper).toBeDefined()
  return { own, printed }
}

/** For the browser, a paragraph within a line is none; and a text in two columns is in one piece or two. */
async function saidBy(pdf: Uint8Array): Promise<string[]> {
  const said = await spoken(pdf, ['LBody', 'P'])
  return said
    .join('\n')
    .replace(/(?<=\n[^<\n]+)\n(?!<)/g, '')
    .split('\n')
}

/**
 * What the browser's tags say, but for what it says again. It tags column titles on each sheet on which it repeats them, where PDF/UA wants
 * artifacts; and the first rows of a table that goes to the next sheet also at the end of this one, with nothing in them.
 */
function saidOnce(theirs: readonly string[], ours: readonly string[]): string[] {
  const own = sheetsOf(ours)
  const sheets = sheetsOf(theirs).map((sheet, at) => {
    const silent = sheet.replace(firstTitles, row => row.replace(/(?<=<TH> )\n.*/g, ''))
    const isRepeated =
      at > 0 && firstTitles.test(sheet) && own[at]?.startsWith(silent.slice(0, silent.indexOf('</TR>')))
    return (isRepeated ? silent : sheet).replace(emptyTable, '')
  })
  return sheets.join('').split('\n')
}

/** How many tables of a page have column titles. */
function titledTables(html: string): number {
  return html.match(/<tr[^>]*>(?:<th[^>]* scope="col"[^>]*>[^<]*<\/th>){2,}/g)?.length ?? 0
}

function sheetsOf(said: readonly string[]): string[] {
  return said.join('\n').split(/(?=<Root> )/)
}

const titleRow = /<TR> \n(?:<TH> \n[^<\n]+\n<\/TH>\n){2,}<\/TR>/
/** Of the table that a sheet begins with. */
const firstTitles = new RegExp(`(?<=^<Root> \n<Document> \n<Table> \n)${titleRow.source}`)
const emptyTable = /<Table> \n(?:<TR> \n(?:<T[HD]> \n<\/T[HD]>\n)+<\/TR>\n)+<\/Table>\n(?=<\/Document>)/

/** Titles without spaces, because the browser loses some between lines, each with those below it. */
function bookmarks(pdf: Uint8Array): unknown[] {
  const objects = readObjects(pdf)
  const { follow, trailer } = objects
  return bookmarksFrom(objects, follow(follow(follow(trailer, 'Root'), 'Outlines'), 'First'))
}

function bookmarksFrom(objects: PdfObjects, bookmark: string): unknown[] {
  if (!bookmark) return []
  const [, literal, hex] = /\/Title (?:\(((?:[^()\\]|\\.)*)\)|<FEFF([0-9A-F]*)>)/.exec(bookmark) ?? []
  const title = hex === undefined ? literal! : Buffer.from(hex, 'hex').swap16().toString('utf16le')
  expect(bookmark).toMatch(/\/Dest \[\d+ 0 R \/XYZ [\d.]+ [\d.]+ 0\]/)
  return [
    [title.replace(/\s/g, ''), bookmarksFrom(objects, objects.follow(bookmark, 'First'))],
    ...bookmarksFrom(objects, objects.follow(bookmark, 'Next')),
  ]
}

/** Cells that differ. The browser lists titles below a cell, too, and those that another took the place of: those are left out. */
function cells(own: Uint8Array, browsers: Uint8Array): string[] {
  const [ours, theirs] = [cellsOf(own), cellsOf(browsers)]
  return ours.flatMap((cell, at) => {
    const other = theirs[at]
    const isSame =
      other?.what === cell.what &&
      cell.headers.every(header => other.headers.includes(header)) &&
      other.headers.filter(header => header < at).length - cell.headers.length <= 1
    return isSame && ours.length === theirs.length ? [] : [JSON.stringify([cell, other])]
  })
}

/** Each cell's role and attributes, and the indexes of its headers. */
function cellsOf(pdf: Uint8Array): { what: string; headers: number[] }[] {
  const all = allBelow(readTree(readObjects(pdf)).root).filter(({ role }) => role === 'TH' || role === 'TD')
  const ids = all.map(({ text }) => /\/ID (\(\w+\))/.exec(text)?.[1])
  return all.map(({ role, text }) => ({
    what: `${role} ${/\/Scope \/\w+/.exec(text)?.[0]} ${/\/ColSpan (?!1>)\d+/.exec(text)?.[0]}`,
    headers: Array.from((/\/Headers \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/\(\w+\)/g), ([id]) =>
      ids.indexOf(id),
    ),
  }))
}

function allBelow(element: Element): Element[] {
  return [element, ...element.kids.flatMap(allBelow)]
}
