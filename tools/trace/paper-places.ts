import { unpacked } from '../../src/pdf/file/unpacked.ts'

/** Where on paper a text of the view stands: shares of the page's width and height, from its upper left corner. */
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

/** A name that is nobody's (RFC 2606). */
const address = 'https://place.invalid/'

/**
 * A page for paper in which each place is a link that says which it is: printed, the file tells of each link where it stands.
 * Links take no room. A text within a link of the receipt's own is left as it is, for links do not stand in links.
 *
 * @param html a page whose places `readHtmlMarks` told
 * @param paths the places that links are numbered after
 */
export function withPlaceLinks(html: string, paths: readonly string[]): string {
  const numbers = new Map(paths.map((path, number) => [path, number]))
  return html.replace(toldPlace, (whole, path?: string, text?: string) =>
    path === undefined
      ? whole
      : `<a href="${address}${numbers.get(path)}" style="color:inherit;text-decoration:none">${text}</a>`,
  )
}

/** A link of the receipt's own, or a place in the text. */
const toldPlace = /<a\b[^>]*>.*?<\/a>|<span data-view="([^"]*)">([^<]*)<\/span>/gs

/** Where the places stand in a PDF that was printed of `withPlaceLinks`: one for each line that a text goes over. */
export function readPaperPlaces(pdf: Uint8Array, paths: readonly string[]): PaperPlace[] {
  const file = unpacked(pdf)
  const links = new Map(Array.from(file.matchAll(linkObject), ([, id, rect, number]) => [id, { rect, number }]))
  return Array.from(file.matchAll(pageObject)).flatMap(([, box = '', ids = ''], page) => {
    const [, , wide = 1, high = 1] = box.trim().split(/\s+/).map(Number)
    return Array.from(ids.matchAll(/(\d+) 0 R/g)).flatMap(([, id]) => {
      const link = links.get(id)
      const path = paths[Number(link?.number)]
      if (!link || path === undefined) return []
      const [left = 0, bottom = 0, right = 0, top = 0] = link.rect!.trim().split(/\s+/).map(Number)
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
/** The pages come in their order. */
const pageObject = /\n<<\/Type \/Page\n(?:(?!endobj).)*?\/MediaBox \[([^\]]+)\]\n(?:\/Annots \[([^\]]*)\])?/gs
