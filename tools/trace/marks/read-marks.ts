import { escapeHtml } from '../../../src/document/language/run.ts'
import { piecesOf, withoutMarks } from './marks.ts'

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
    html += told(markup, paths, pictures)
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

function told(markup: string, paths: readonly string[], pictures: PicturePlaces): string {
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
