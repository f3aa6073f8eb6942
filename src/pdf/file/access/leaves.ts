import type { ObjectTexts } from '../object-texts.ts'
import { element } from './structure.ts'

/**
 * Leaves out tags that say nothing: Chromium gives each piece of text an element of its own, without meaning (`NonStruct`,
 * ISO 32000-1, table 338), whose content the element around it can hold, and each cell attributes that are the default
 * (table 349). They made two fifths of a receipt's tags.
 *
 * @returns the numbers of objects that aren't needed anymore
 */
export function foldLeaves(texts: ObjectTexts): ReadonlySet<number> {
  const leaves = new Map<number, Leaf>()
  const parents = new Set<number>()
  for (const number of texts.beginning(`${element}NonStruct\n`)) {
    const leaf = readLeaf(texts.get(number))
    if (!leaf || !hasKids(texts.get(leaf.parent))) continue
    leaves.set(number, leaf)
    parents.add(leaf.parent)
  }
  for (const parent of parents) texts.set(parent, withContent(texts.get(parent), leaves))
  for (const role of ['TH', 'TD'])
    for (const cell of texts.beginning(`${element}${role}\n`)) texts.set(cell, texts.get(cell).replace(spansOfOne, ''))
  for (const list of parentLists(texts))
    texts.set(
      list,
      texts.get(list).replace(/(\d+) 0 R/g, (kept, number) => {
        const leaf = leaves.get(Number(number))
        return leaf ? `${leaf.parent} 0 R` : kept
      }),
    )
  return new Set(leaves.keys())
}

/** An element with one marked content and nothing else. */
interface Leaf {
  parent: number
  page: number
  /** The content's number on its page (MCID). */
  id: number
}

function readLeaf(text: string): Leaf | undefined {
  const [, parent, page, id] = /\/NonStruct\n\/P (\d+) 0 R\n\/Pg (\d+) 0 R\n\/K (\d+)>>$/.exec(text) ?? []
  return id === undefined ? undefined : { parent: Number(parent), page: Number(page), id: Number(id) }
}

/** Elements that were added have no text here. */
function hasKids(text: string): boolean {
  return text.startsWith(element) && text.includes('\n/K ')
}

/** An element with its leaves' content in their place: a number on the element's page, or a reference with its own page. */
function withContent(text: string, leaves: ReadonlyMap<number, Leaf>): string {
  const at = text.indexOf('\n/K ')
  const end = text.indexOf('[', at) === at + 4 ? text.indexOf(']', at) : text.indexOf(' R', at) + 2
  const kids = text.slice(at + 4, end)
  const known = /\n\/Pg (\d+) 0 R$/.exec(text.slice(0, at))?.[1]
  let page = known === undefined ? undefined : Number(known)
  const content = kids.replace(/(\d+) 0 R/g, (kept, number) => {
    const leaf = leaves.get(Number(number))
    if (!leaf) return kept
    page ??= leaf.page
    return leaf.page === page ? String(leaf.id) : `<</Type /MCR\n/Pg ${leaf.page} 0 R\n/MCID ${leaf.id}>>`
  })
  const own = known === undefined && page !== undefined ? `\n/Pg ${page} 0 R` : ''
  return `${text.slice(0, at)}${own}\n/K ${content}${text.slice(end)}`
}

const spansOfOne = / <<\/O \/Table\n\/RowSpan 1>> <<\/O \/Table\n\/ColSpan 1>>/

/** The lists of which element each page's marked content belongs to (ISO 32000-1, 14.7.4.4). */
function parentLists(texts: ObjectTexts): number[] {
  const [tree = 0] = texts.beginning('<</Type /ParentTree')
  return Array.from(texts.get(tree).matchAll(/\d+ (\d+) 0 R/g), ([, list]) => Number(list))
}
