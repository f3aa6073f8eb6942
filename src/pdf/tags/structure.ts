import { addressOf, type ObjectValues, type ReadDictionary } from '../file/object-values.ts'
import type { PdfObject } from '../file/plain-pdf.ts'
import { type Held, TagRules } from '../file/tag-rules.ts'
import { asList, asNumber, pdfText, referencesIn } from '../file/values.ts'
import type { MarkedPages } from './mark-pages.ts'
import { isLeaf, type PageElement, type PageElements, roleName, textOfElement } from './page-elements.ts'

/** A structure tree (ISO 32000-1, 14.7). */
export interface Structure {
  objects: readonly PdfObject[]
  /** Object number of the tree's root. */
  root: number
  numberOf(element: PageElement): number
  /** The first object number that is still free. */
  next: number
}

/**
 * Writes the structure tree, and refers to it from pages and links.
 *
 * @param values the document's objects; pages and links are changed
 * @param first the first free object number
 * @returns undefined if the document's links aren't the page's, or what is drawn makes tags that can't be claimed
 */
export function writeStructure(
  page: PageElements,
  marked: MarkedPages,
  values: ObjectValues,
  first: number,
): Structure | undefined {
  const links = linkPlaces(marked, values)
  if (!links) return undefined
  for (const [key, { number }] of marked.pages.entries()) values.edit(number).set('StructParents', String(key))
  for (const [at, { annotation, element }] of links.entries()) {
    const link = values.edit(annotation)
    const text = textOfElement(element)
    link
      .set('StructParent', String(marked.pages.length + at))
      .set('Contents', text ? pdfText(text) : (addressOf(link) ?? '()'))
  }
  const writer = new Writer(marked, links, first)
  const root = writer.write(page)
  if (writer.rules.problems.size > 0 || !links.every(({ element }) => writer.isNeeded(element))) return undefined
  return { objects: writer.objects, root, numberOf: writer.numberOf, next: writer.next }
}

class Writer {
  readonly objects: PdfObject[] = []
  readonly rules = new TagRules()
  next: number
  readonly #marked: MarkedPages
  readonly #links: readonly LinkPlace[]
  readonly #numbers = new Map<PageElement, number>()
  /** Names of header cells that others refer to. */
  readonly #ids = new Map<PageElement, string>()

  constructor(marked: MarkedPages, links: readonly LinkPlace[], first: number) {
    this.#marked = marked
    this.#links = links
    this.next = first
  }

  readonly numberOf = (element: PageElement): number => {
    const known = this.#numbers.get(element)
    if (known !== undefined) return known
    this.#numbers.set(element, this.next)
    return this.next++
  }

  /** Returns the number of the tree's root. */
  write({ root, lang }: PageElements): number {
    const tree = this.next++
    this.#element(root, tree, '', `\n/Lang (${lang})`)
    // Which element marked content and links belong to (14.7.4.4).
    const lists = this.#marked.pages.map(
      ({ owners }) => `[${owners.map(owner => `${this.numberOf(owner)} 0 R`).join(' ')}]`,
    )
    const owners = [
      ...lists.map(list => `${this.#add(list)} 0 R`),
      ...this.#links.map(({ element }) => `${this.numberOf(element)} 0 R`),
    ]
    const parents = this.#add(
      `<</Type /ParentTree\n/Nums [${owners.map((owner, key) => `${key} ${owner}`).join(' ')}]>>`,
    )
    const kids = `\n/K ${this.numberOf(root)} 0 R\n/ParentTreeNextKey ${owners.length}\n/ParentTree ${parents} 0 R`
    this.#add(`<</Type /StructTreeRoot${kids}${this.#idTree()}>>`, tree)
    return tree
  }

  /** @param parentRole as it is written; empty for the root */
  #element(element: PageElement, parent: number, parentRole: string, more = ''): Held {
    const number = this.numberOf(element)
    const role = roleName(element)
    const isDescribed = Boolean(element.alt?.trim())
    const held = { says: isDescribed, leads: false }
    this.rules.begin(role, parentRole)
    const content: string[] = []
    let page: number | undefined
    for (const kid of element.kids) {
      if (!isLeaf(kid)) {
        if (!this.isNeeded(kid)) continue
        const { says, leads } = this.#element(kid, number, role)
        held.says ||= says
        held.leads ||= leads
        content.push(`${this.numberOf(kid)} 0 R`)
      } else
        for (const mark of this.#marked.marks.get(kid) ?? []) {
          page ??= mark.page
          held.says = true
          this.rules.text(role)
          content.push(mark.page === page ? String(mark.id) : this.#elsewhere(mark.page, mark.id))
        }
    }
    for (const link of element.role === 'Link' ? this.#links : [])
      if (link.element === element) {
        held.leads = true
        content.push(`<</Type /OBJR\n/Obj ${link.annotation} 0 R\n/Pg ${link.page} 0 R>>`)
      }
    this.rules.end(role, held, isDescribed)
    const alt = element.alt === undefined ? '' : `\n/Alt ${pdfText(element.alt)}`
    const place = page === undefined ? '' : `\n/Pg ${this.#marked.pages[page]?.number} 0 R`
    const kids = content.length === 0 ? '' : `\n/K ${content.length === 1 ? content[0] : `[${content.join(' ')}]`}`
    const lang = element.lang === undefined ? '' : `\n/Lang (${element.lang})`
    const start = `<</Type /StructElem\n/S /${role}${more}${lang}${alt}\n/P ${parent} 0 R`
    this.#add(`${start}${place}${kids}${this.#cell(element)}>>`, number)
    return held
  }

  /** Whether anything of an element is drawn; an empty cell counts. */
  isNeeded({ cell, kids }: PageElement): boolean {
    const { marks } = this.#marked
    return cell !== undefined || kids.some(kid => (isLeaf(kid) ? marks.has(kid) : this.isNeeded(kid)))
  }

  /** Marked content on another page than the element's first. */
  #elsewhere(page: number, id: number): string {
    return `<</Type /MCR\n/Pg ${this.#marked.pages[page]?.number} 0 R\n/MCID ${id}>>`
  }

  /** Attributes of a cell that aren't the default (ISO 32000-1, table 349), and its name. */
  #cell({ cell }: PageElement): string {
    if (!cell) return ''
    const { scope, span, headers, isNamed, element } = cell
    const attributes = [
      scope && `/Scope /${scope}`,
      span > 1 && `/ColSpan ${span}`,
      headers.length > 0 && `/Headers [${headers.map(header => this.#idOf(header)).join(' ')}]`,
    ].flatMap(attribute => (attribute ? `<</O /Table\n${attribute}>>` : []))
    const list = attributes.length > 0 ? `\n/A [${attributes.join(' ')}]` : ''
    return isNamed ? `${list}\n/ID ${this.#idOf(element)}` : list
  }

  #idOf(header: PageElement): string {
    const known = this.#ids.get(header)
    if (known) return known
    const id = `(th${String(this.#ids.size + 1).padStart(6, '0')})`
    this.#ids.set(header, id)
    return id
  }

  /** The names of header cells, sorted as they were given. */
  #idTree(): string {
    const ids = [...this.#ids.values()]
    if (ids.length === 0) return ''
    const names = Array.from(this.#ids, ([header, id]) => `${id} ${this.numberOf(header)} 0 R`)
    const leaf = this.#add(`<</Limits [${ids[0]} ${ids.at(-1)}]\n/Names [${names.join(' ')}]>>`)
    return `\n/IDTree ${this.#add(`<</Kids [${leaf} 0 R]>>`)} 0 R`
  }

  #add(content: string, number = this.next++): number {
    this.objects.push({ number, isStream: false, content })
    return number
  }
}

/** Where a link can be clicked; one in two lines has two such places. */
interface LinkPlace {
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
export function linkPlaces({ pages, spots }: MarkedPages, values: ObjectValues): LinkPlace[] | undefined {
  const links = [...spots].flatMap(([element, list]) =>
    element.role === 'Link' ? list.map(spot => ({ element, ...spot })) : [],
  )
  const places: LinkPlace[] = []
  for (const [index, { number: page }] of pages.entries()) {
    const onPage = links.filter(link => link.page === index)
    for (const annotation of referencesIn(values.get(page).get('Annots'))) {
      const found = nearestIn(values.get(annotation), onPage)
      if (!found) return undefined
      places.push({ annotation, page, element: found.element })
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
  annotation: ReadDictionary,
  points: readonly Point[],
): Point | undefined {
  const [left = Number.NaN, bottom = 0, right = 0, top = 0] = asList(annotation.get('Rect')).map(asNumber)
  if (!addressOf(annotation)) return undefined
  const baseline = bottom + (top - bottom) / 4
  const distance = ({ x, y }: Point) => Math.abs(x - left) + Math.abs(y - baseline)
  return points
    .filter(({ x, y }) => x > left - near && x < right + near && y > bottom - near && y < top + near)
    .sort((one, other) => distance(one) - distance(other))[0]
}
