import { pdfText } from '../file/syntax.ts'

/** A part's bookmark, and those in it. */
export interface Bookmark {
  number: number
  title: string
  /** Object numbers of the first page and of the element that holds all of the part. */
  page: number
  element: number
  /** The page's upper edge in points. */
  top: string
  /** The part's own bookmarks: the first, the last, and how many are seen once this is open. */
  kids: { first: number; last: number; count: number } | undefined
}

/** The outline (ISO 32000-1, 12.3.3), and a closed bookmark for each part, which goes to its first page. */
export function writeBookmarks(outline: number, bookmarks: readonly Bookmark[]): { number: number; content: string }[] {
  const [first, last] = [bookmarks[0], bookmarks.at(-1)]
  const content = `<</Type /Outlines\n/First ${first?.number} 0 R\n/Last ${last?.number} 0 R\n/Count ${bookmarks.length}>>`
  const all = bookmarks.map(({ number, title, page, element, top, kids }, at) => {
    const [before, after] = [bookmarks[at - 1], bookmarks[at + 1]]
    const entries = [
      `<</Title ${pdfText(title)}`,
      `/Dest [${page} 0 R /XYZ 0 ${top} 0]`,
      `/SE ${element} 0 R`,
      `/Parent ${outline} 0 R`,
      before && `/Prev ${before.number} 0 R`,
      after && `/Next ${after.number} 0 R`,
      kids && `/First ${kids.first} 0 R\n/Last ${kids.last} 0 R\n/Count -${kids.count}`,
    ]
    return { number, content: `${entries.filter(Boolean).join('\n')}>>` }
  })
  return [{ number: outline, content }, ...all]
}
