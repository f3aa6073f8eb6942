import type { ObjectValues, ReadDictionary } from '../object-values.ts'
import { languageTag } from '../syntax.ts'
import { asDictionary, asList, asReference, shortText } from '../values.ts'
import { attributeOf, isSaid, kidsOf, roleOf } from './elements.ts'

/**
 * What keeps a document's tags from being PDF/UA-1's (ISO 14289-1, 7; ISO 32000-1, 14.8.4): each problem once, in words that complete
 * "has …". Chromium tags what a page says, and a page may say what a document mustn't.
 *
 * @param root object number of the structure tree's root
 */
export function structureProblems(values: ObjectValues, root: number | undefined): string[] {
  const walk = new TagWalk(values)
  for (const kid of kidsOf(values.get(root))) walk.visit(asReference(kid), { number: root, role: '', depth: 0 })
  if (walk.reached.size === 0) walk.problems.add('no tags')
  for (const page of values.beginning('<</Type /Page\n'))
    for (const link of asList(values.get(page).get('Annots')))
      if (!walk.links.has(asReference(link))) walk.problems.add('a link without a tag')
  return [...walk.problems]
}

/** Deeper than any page that a browser lays out. */
const maxDepth = 1000

/** The element that another is in. */
interface Parent {
  number: number | undefined
  /** Of the first around it that means something. */
  role: string
  depth: number
}

class TagWalk {
  readonly problems = new Set<string>()
  readonly reached = new Set<number>()
  /** Annotations in a Link. */
  readonly links = new Set<number | undefined>()
  readonly #values: ObjectValues
  /** Level of the last heading. */
  #level = 0

  constructor(values: ObjectValues) {
    this.#values = values
  }

  visit(number: number | undefined, parent: Parent): void {
    const element = this.#values.get(number)
    const role = roleOf(element)
    const isInPlace = role && asReference(element.get('P')) === parent.number && parent.depth < maxDepth
    if (number === undefined || !isInPlace || this.reached.has(number)) {
      this.problems.add('a tag that is damaged')
      return
    }
    this.reached.add(number)
    this.#place(role, parent.role)
    this.#attributes(element, role)
    const holder = transparent.has(role) ? parent.role : role
    for (const kid of kidsOf(element)) {
      const content = asDictionary(kid)
      if (asReference(kid) !== undefined)
        this.visit(asReference(kid), { number, role: holder, depth: parent.depth + 1 })
      else if (content?.get('Type') !== '/OBJR') this.#content(holder)
      else if (holder === 'Link') this.links.add(asReference(content.get('Obj')))
    }
  }

  #place(role: string, parent: string): void {
    if (!standard.has(role)) this.problems.add(`the tag ${role}, which isn’t one of PDF 1.7`)
    if (parents[role]?.includes(parent) === false) this.problems.add(`${nameOf(role)} outside of ${wholes[role]}`)
    if (!transparent.has(role) && contents[parent]?.includes(role) === false)
      this.problems.add(`${nameOf(role)} directly in ${nameOf(parent)}`)
  }

  #content(holder: string): void {
    if (contents[holder]) this.problems.add(`text directly in ${nameOf(holder)}`)
  }

  #attributes(element: ReadDictionary, role: string): void {
    const lang = element.get('Lang')
    if (lang !== undefined && lang !== '()' && !languageTag.test(shortText(lang) ?? ''))
      this.problems.add('a language that is no BCP 47 tag')
    if (role === 'Figure' && !isSaid(element.get('Alt')) && !isSaid(element.get('ActualText')))
      this.problems.add('a picture without alternative text')
    if (role === 'TH' && !attributeOf(element, 'Scope')) this.problems.add('a header cell without scope')
    if (role === 'Form' && !attributeOf(element, 'Role')) this.problems.add('a form')
    if (role === 'H') this.problems.add('a heading whose level isn\u2019t 1 to 6')
    const level = role.length === 2 && role.startsWith('H') ? Number(role[1]) : 0
    if (level > this.#level + 1)
      this.problems.add(
        this.#level === 0
          ? `a first heading of level ${level}`
          : `a heading of level ${level} after one of ${this.#level}`,
      )
    this.#level = level || this.#level
  }
}

/** Roles that group without meaning anything, so that what they hold counts as their parent's. */
const transparent = new Set(['NonStruct', 'Div', 'Span'])

/** ISO 32000-1, tables 336 and 337: what may be in what. */
const contents: Readonly<Record<string, readonly string[]>> = {
  L: ['LI', 'L', 'Caption'],
  LI: ['Lbl', 'LBody'],
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
}
const parents: Readonly<Record<string, readonly string[]>> = {
  LI: ['L'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
}
const wholes: Readonly<Record<string, string>> = {
  LI: 'a list',
  LBody: 'a list item',
  TR: 'a table',
  THead: 'a table',
  TBody: 'a table',
  TFoot: 'a table',
  TH: 'a row',
  TD: 'a row',
}

/** What a role is called. */
function nameOf(role: string): string {
  return names[role] ?? `a ${role}`
}

const names: Readonly<Record<string, string>> = {
  ...{ L: 'a list', LI: 'a list item', Lbl: 'a mark', LBody: 'the body of a list item', Link: 'a link' },
  ...{ Table: 'a table', THead: 'a table\u2019s head', TBody: 'a table\u2019s body', TFoot: 'a table\u2019s foot' },
  ...{ TR: 'a row', TH: 'a header cell', TD: 'a cell', P: 'a paragraph', Figure: 'a picture' },
}

const standard = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead ' +
    'TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'
  ).split(' '),
)
