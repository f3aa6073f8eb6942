import { addressOf } from '../file/link-address.ts'
import type { ObjectTexts } from '../file/object-texts.ts'
import type { MarkedPages } from './mark-pages.ts'
import type { PageElement } from './page/page-elements.ts'

/** Where a link can be clicked; one in two lines has two such places. */
export interface LinkPlace {
  /** Object numbers of the annotation and of its page. */
  annotation: number
  page: number
  element: PageElement
}

/**
 * Finds the element of each link's annotation (ISO 32000-1, 12.5.6.5): the one that has text in it.
 *
 * @returns undefined if an annotation has no element, or an element no annotation
 */
export function linkPlaces({ pages, spots }: MarkedPages, texts: ObjectTexts): LinkPlace[] | undefined {
  const links = [...spots].flatMap(([element, list]) =>
    element.role === 'Link' ? list.map(spot => ({ element, ...spot })) : [],
  )
  const places: LinkPlace[] = []
  for (const [index, { number: page }] of pages.entries()) {
    const onPage = links.filter(link => link.page === index)
    const annotations = /\/Annots \[([^\]]*)\]/.exec(texts.get(page))?.[1] ?? ''
    for (const [, annotation] of annotations.matchAll(/(\d+) 0 R/g)) {
      const found = nearestIn(texts.get(Number(annotation)), onPage)
      if (!found) return undefined
      places.push({ annotation: Number(annotation), page, element: found.element })
    }
  }
  return links.every(({ element }) => places.some(place => place.element === element)) ? places : undefined
}

/** Points, for rounding. */
const near = 0.5

/**
 * What begins in an annotation with an address. Where lines are closer than their letters are high, several do; the one meant begins at
 * the left, on a baseline a quarter above the bottom.
 */
function nearestIn<Point extends { x: number; y: number }>(
  annotation: string,
  points: readonly Point[],
): Point | undefined {
  const corners = /\/Rect \[([^\]]*)\]/.exec(annotation)?.[1]?.split(' ').map(Number)
  if (!corners || !addressOf(annotation)) return undefined
  const [left, bottom, right, top] = corners as [number, number, number, number]
  const baseline = bottom + (top - bottom) / 4
  const distance = ({ x, y }: Point) => Math.abs(x - left) + Math.abs(y - baseline)
  return points
    .filter(({ x, y }) => x > left - near && x < right + near && y > bottom - near && y < top + near)
    .sort((one, other) => distance(one) - distance(other))[0]
}
