import type { ObjectTexts } from '../object-texts.ts'
import type { PdfObject } from '../plain-pdf.ts'

/** How a structure element begins; its role follows. */
export const element = '<</Type /StructElem\n/S /'

/** Whether there are tags, pictures have alternative text, and headings begin with 1 and skip no level. */
export function isWellStructured(texts: ObjectTexts): boolean {
  const figures = texts.beginning(`${element}Figure`).map(texts.get)
  const headings = texts.beginning(`${element}H`).sort((one, other) => one - other)
  let level = 0
  for (const heading of headings) {
    const next = Number(/\/S \/H([1-6])\n/.exec(texts.get(heading))?.[1])
    if (next > level + 1) return false
    level = next || level
  }
  return texts.beginning(element).length > 0 && figures.every(text => /\/Alt [(<](?![)>])/.test(text))
}

/** Marked content that is an artifact now: its numbers (MCIDs), by page object. */
export type Released = ReadonlyMap<number, readonly number[]>

/** Takes artifacts out of their structure elements and of the parent tree (ISO 32000-1, 14.7.4.4). */
export function releaseContent(texts: ObjectTexts, released: Released): void {
  const [tree = 0] = texts.beginning('<</Type /ParentTree')
  const lists = new Map(
    Array.from(texts.get(tree).matchAll(/(\d+) (\d+) 0 R/g), ([, key, list]) => [Number(key), Number(list)]),
  )
  // An element may hold content of many pages: a long table its rules on each. So its text is changed once.
  const gone = new Map<number, Set<string>>()
  for (const [page, ids] of released) {
    const list = lists.get(Number(/\/StructParents (\d+)/.exec(texts.get(page))?.[1]))
    if (list === undefined || ids.length === 0) continue
    const parents = texts.get(list).match(/\d+ 0 R|null/g) ?? []
    for (const id of ids) {
      const parent = Number.parseInt(parents[id] ?? '', 10)
      if (parent) gone.set(parent, (gone.get(parent) ?? new Set()).add(`${page} ${id}`))
      parents[id] = 'null'
    }
    texts.set(list, `[${parents.join(' ')}]`)
  }
  for (const [parent, contents] of gone) texts.set(parent, withoutContent(texts.get(parent), contents))
}

/**
 * An element without some of its marked contents: numbers on the element's page, or references with their own page.
 *
 * @param gone the page object and the number of each
 */
function withoutContent(text: string, gone: ReadonlySet<string>): string {
  const at = text.lastIndexOf('\n/K ')
  const ownPage = /\/Pg (\d+) 0 R$/.exec(text.slice(0, at))?.[1]
  const kids = text.slice(at).replace(/<<.*?>>|\d+ 0 R|\b\d+\b/gs, kid => {
    const [, page = ownPage, id = kid] = /^<<\/Type \/MCR\n\/Pg (\d+) 0 R\n\/MCID (\d+)>>$/.exec(kid) ?? []
    return gone.has(`${page} ${id}`) ? '' : kid
  })
  return text.slice(0, at) + (/\w/.test(kids.slice(4)) ? kids : '>>')
}

/**
 * What a list item holds is its body (ISO 32000-1, table 336); Chromium leaves that out.
 *
 * @param first number of the first new object
 */
export function addListBodies(texts: ObjectTexts, first: number): PdfObject[] {
  return texts.beginning(`${element}LI\n`).flatMap((item, at) => {
    const text = texts.get(item)
    const kids = /\n\/K (\d+ 0 R|\[[^\]]*\])>>$/.exec(text)?.[1]
    if (kids === undefined) return []
    const body = first + at
    texts.set(item, text.replace(`\n/K ${kids}`, `\n/K ${body} 0 R`))
    for (const [, kid] of kids.matchAll(/(\d+) 0 R/g))
      texts.set(Number(kid), texts.get(Number(kid)).replace(`/P ${item} 0 R`, `/P ${body} 0 R`))
    const content = `${element}LBody\n/P ${item} 0 R\n/K ${kids}>>`
    return [{ number: body, isStream: false, content }]
  })
}
