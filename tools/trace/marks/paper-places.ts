import { unpacked } from '../../../src/pdf/file/packed-pdf.ts'

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
