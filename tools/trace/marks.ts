import { escapeHtml } from '../../src/document/language/run.ts'
import { signDrawn } from '../../src/document/text/columns.ts'
import { unpacked } from '../../src/pdf/file/packed-pdf.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { isCode, pathBelow, pictureOf, visiblePart } from './visible-texts.ts'

/** A view in which every shown text carries its path. */
interface MarkedView {
  view: ReceiptView
  /** The path for each mark's number: `items.groups[0].items[0].name`. */
  paths: readonly string[]
}

/**
 * Marks the texts of a view with invisible characters: U+E0001 (language tag) and the path's number in tag digits before a
 * text, U+E0001 and a cancel tag after it. These are format characters (Cf): they take no columns, and words do not break
 * before them. Flags also use tags, but U+E0001 is deprecated: a text that contains it is not marked.
 *
 * Leading and trailing spaces stay outside the marks, and blank text and lines drawn across are not marked, so that code that trims, wraps or tests
 * text behaves as without marks. Image keys, codes and fields that are never printed are not marked.
 */
export function markView(view: ReceiptView): MarkedView {
  const paths: string[] = []
  return { view: { ...view, ...(marked(visiblePart(view), '', '') as Partial<ReceiptView>) }, paths }

  function marked(value: unknown, path: string, name: string | number): unknown {
    if (typeof value === 'string') return pictureOf(view, name, value) || isCode(path) ? value : markedText(value, path)
    if (Array.isArray(value)) return value.map((each, at) => marked(each, pathBelow(path, at), at))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, marked(each, pathBelow(path, key), key)]),
    )
  }

  function markedText(text: string, path: string): string {
    const words = text.trim()
    if (words === '' || signDrawn(words) !== undefined || text.includes(begin)) return text
    const start = text.indexOf(words)
    return text.slice(0, start) + before(paths.push(path) - 1) + words + behind + text.slice(start + words.length)
  }
}

/** Splits a text at its marks; each piece has the path of the marked text it belongs to, if any. */
function piecesOf(marked: string, paths: readonly string[], within?: string): MarkedText[] {
  const pieces: MarkedText[] = []
  let path = within
  let from = 0
  for (const { 0: mark, 1: number, index } of marked.matchAll(everyMark)) {
    pieces.push({ text: marked.slice(from, index), path })
    path = number === undefined ? undefined : paths[numberOf(number)]
    from = index + mark.length
  }
  return [...pieces, { text: marked.slice(from), path }]
}

interface MarkedText {
  text: string
  path: string | undefined
}

/** The same text without marks. */
export function withoutMarks(marked: string): string {
  return marked.replace(everyMark, '')
}

const begin = '\u{e0001}'
const zero = 0xe0030
const behind = `${begin}\u{e007f}`
const everyMark = /\u{e0001}(?:([\u{e0030}-\u{e0039}]+)|\u{e007f})/gu

function before(number: number): string {
  return begin + Array.from(String(number), digit => String.fromCodePoint(zero + Number(digit))).join('')
}

function numberOf(tagDigits: string): number {
  return Number(Array.from(tagDigits, digit => (digit.codePointAt(0) ?? zero) - zero).join(''))
}

/** Where a view text is in a plain text, in UTF-16 units, end exclusive. */
export interface TextPlace {
  path: string
  start: number
  end: number
}

/**
 * Removes the marks from a plain text and returns the place of each marked text. A text of several lines has a place on each,
 * without surrounding spaces.
 */
export function readTextMarks(marked: string, paths: readonly string[]): { text: string; places: TextPlace[] } {
  let text = ''
  const places: TextPlace[] = []
  for (const piece of piecesOf(marked, paths)) {
    if (piece.path !== undefined)
      for (const { 0: line, index } of piece.text.matchAll(/\S(?:.*\S)?/g)) {
        const start = text.length + index
        places.push({ path: piece.path, start, end: start + line.length })
      }
    text += piece.text
  }
  return { text, places }
}

/** Images in HTML, by `src`, to the paths of the fields with their keys. */
export type PicturePlaces = ReadonlyMap<string, readonly string[]>

/**
 * Replaces the marks in HTML by places: text in an element gets `<span data-view="PATH">` around it; an element that shows a
 * text in its `href`, `src` or `alt`, or that is one of the images, gets `data-view-attributes="PATH PATH"`. In titles,
 * styles and comments, marks are only removed.
 */
export function readHtmlMarks(marked: string, paths: readonly string[], pictures: PicturePlaces = new Map()): string {
  let html = ''
  let from = 0
  let within: string | undefined
  for (const { 0: markup, index } of marked.matchAll(noText)) {
    readText(marked.slice(from, index))
    html += tagWithPaths(markup, paths, pictures)
    from = index + markup.length
  }
  readText(marked.slice(from))
  return html

  /** A text that contains markup continues after each tag. */
  function readText(source: string): void {
    for (const { text, path } of piecesOf(source, paths, within)) {
      html += path === undefined || text.trim() === '' ? text : `<span data-view="${escapeHtml(path)}">${text}</span>`
      within = path
    }
  }
}

/** What isn't page text: whole comments, drawings, titles and styles, and every other tag. */
const noText = /<!--[\s\S]*?-->|<(svg|title|style|script)\b[\s\S]*?<\/\1>|<[a-z!/](?:[^>"']|"[^"]*"|'[^']*')*>/gi
const shownAttribute = /\s(?:href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const imageSource = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i

function tagWithPaths(markup: string, paths: readonly string[], pictures: PicturePlaces): string {
  const clean = withoutMarks(markup)
  if (!/^<[a-z]/i.test(clean) || /^<(title|style|script)\b/i.test(clean)) return clean
  const values = Array.from(markup.matchAll(shownAttribute), ([, double, single]) => double ?? single ?? '')
  const named = values
    .flatMap(value => piecesOf(value, paths))
    .flatMap(({ path }) => (path === undefined ? [] : [path]))
  const [, double, single = ''] = imageSource.exec(clean) ?? []
  const picture = pictures.get(double ?? single) ?? []
  return withPaths(clean, [...named, ...ofOneView(picture, named)])
}

/** If several fields show the same image, those in the same object as one of the element's texts. */
function ofOneView(pictures: readonly string[], named: readonly string[]): readonly string[] {
  const beside = pictures.filter(picture => named.some(text => parentOf(text) === parentOf(picture)))
  return beside.length > 0 ? beside : pictures
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

function withPaths(element: string, paths: readonly string[]): string {
  if (paths.length === 0) return element
  const attribute = ` data-view-attributes="${escapeHtml([...new Set(paths)].join(' '))}"`
  return element.replace(/^<[a-z]+/i, tag => tag + attribute)
}

/** Where a view text is on paper: fractions of the page's width and height, from its top left corner. */
export interface PaperPlace {
  /** Path in the view. */
  path: string
  /** From 0. */
  page: number
  left: number
  top: number
  width: number
  height: number
}

/** A reserved name (RFC 2606). */
const address = 'https://place.invalid/'

/**
 * Turns each place of a page into a link that identifies it, so that the printed PDF has the position of each. Links take no
 * space. Text within the receipt's links is left alone, because links cannot be nested.
 *
 * @param html a page with the places of `readHtmlMarks`
 * @param paths the places by link number
 */
export function withPlaceLinks(html: string, paths: readonly string[]): string {
  const numbers = new Map(paths.map((path, number) => [path, number]))
  return html.replace(toldPlace, (whole, path?: string, text?: string) =>
    path === undefined
      ? whole
      : `<a href="${address}${numbers.get(path)}" style="color:inherit;text-decoration:none">${text}</a>`,
  )
}

/** One of the receipt's links, or a place in the text. */
const toldPlace = /<a\b[^>]*>.*?<\/a>|<span data-view="([^"]*)">([^<]*)<\/span>/gs

/** The places in a PDF printed from `withPlaceLinks`: one for each line of a text. */
export function readPaperPlaces(pdf: Uint8Array, paths: readonly string[]): PaperPlace[] {
  const file = unpacked(pdf)
  const links = new Map(Array.from(file.matchAll(linkObject), ([, id, rect = '', number]) => [id, { rect, number }]))
  return Array.from(file.matchAll(pageObject)).flatMap(([, box = '', ids = ''], page) => {
    const [, , wide = 1, high = 1] = box.trim().split(/\s+/).map(Number)
    return Array.from(ids.matchAll(/(\d+) 0 R/g)).flatMap(([, id]) => {
      const link = links.get(id)
      const path = paths[Number(link?.number)]
      if (!link || path === undefined) return []
      const [left = 0, bottom = 0, right = 0, top = 0] = link.rect.trim().split(/\s+/).map(Number)
      return [
        {
          path,
          page,
          left: left / wide,
          top: 1 - top / high,
          width: (right - left) / wide,
          height: (top - bottom) / high,
        },
      ]
    })
  })
}

/** A link annotation (ISO 32000-1, 12.5.6.5) to one of our places, as Chromium writes it. */
const linkObject =
  /(\d+) 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n(?:(?!endobj).)*?\/Rect \[([^\]]+)\](?:(?!endobj).)*?\/URI \(https:\/\/place\.invalid\/(\d+)\)/gs
/** Pages are in order. */
const pageObject = /\n<<\/Type \/Page\n(?:(?!endobj).)*?\/MediaBox \[([^\]]+)\]\n(?:\/Annots \[([^\]]*)\])?/gs
