import type { ReadDictionary, ReadValues } from '../object-values.ts'
import { languageTag } from '../syntax.ts'
import { type Held, TagRules } from '../tag-rules.ts'
import { asDictionary, asNumber, asReference, shortText } from '../values.ts'
import { contentProblems, type DrawnContent, type TaggedContent } from './content-problems.ts'
import { attributeOf, isSaid, kidsOf, roleOf } from './elements.ts'
import { tableProblems } from './table-problems.ts'

/**
 * What keeps a document's tags from being PDF/UA-1's (ISO 14289-1, 7; ISO 32000-1, 14.7 and 14.8): each problem once, in words that
 * complete "has …". Chromium tags what a page says, and a page may say what a document mustn't.
 *
 * @param root object number of the structure tree's root
 * @param drawn what is drawn with a tag; left out, it isn't compared with the tags
 */
export function structureProblems(values: ReadValues, root: number | undefined, drawn?: DrawnContent): string[] {
  const walk = new TagWalk(values)
  for (const kid of kidsOf(values.get(root))) walk.visit(asReference(kid), { number: root, role: '', depth: 0 })
  if (walk.reached.size === 0) walk.problems.add('no tags')
  if (values.get(root).has('RoleMap')) walk.problems.add('tags with other names than PDF 1.7 has')
  if (walk.reached.size > 0)
    for (const problem of contentProblems(values, root, walk, drawn)) walk.problems.add(problem)
  for (const header of walk.headers) if (!walk.names.has(header)) walk.problems.add('a cell whose header there isn’t')
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
  readonly reached = new Set<number>()
  /** Marked content, with its element. */
  readonly contents: TaggedContent[] = []
  /** By annotation, the Link that it is in. */
  readonly links = new Map<number, number>()
  /** Names of cells, and those that are referred to as headers. */
  readonly names = new Set<string>()
  readonly headers = new Set<string>()
  readonly #values: ReadValues
  readonly #rules = new TagRules()

  constructor(values: ReadValues) {
    this.#values = values
  }

  get problems(): Set<string> {
    return this.#rules.problems
  }

  visit(number: number | undefined, parent: Parent): Held {
    const element = this.#values.get(number)
    const role = roleOf(element)
    const isInPlace = role && asReference(element.get('P')) === parent.number && parent.depth < maxDepth
    if (number === undefined || !isInPlace || this.reached.has(number)) {
      this.problems.add('a tag that is damaged')
      return { says: false, leads: false }
    }
    this.reached.add(number)
    this.#rules.begin(role, parent.role)
    this.#attributes(element, role)
    const holder = role === 'NonStruct' ? parent.role || role : role
    const isDescribed = isSaid(element.get('Alt')) || isSaid(element.get('ActualText'))
    const held = { says: isDescribed, leads: false }
    for (const kid of kidsOf(element)) {
      const below = asReference(kid)
      const reference = asDictionary(kid)
      if (below !== undefined) {
        const inside = this.visit(below, { number, role: holder, depth: parent.depth + 1 })
        held.says ||= inside.says
        held.leads ||= inside.leads
      } else if (reference?.get('Type') === '/OBJR') {
        held.leads = true
        if (role === 'Link') this.links.set(asReference(reference.get('Obj')) ?? 0, number)
      } else {
        held.says = true
        this.#rules.text(role)
        const id = asNumber(reference ? reference.get('MCID') : kid) ?? -1
        const page = asReference(reference?.get('Pg')) ?? asReference(element.get('Pg'))
        this.contents.push({ page, id, stream: asReference(reference?.get('Stm')), owner: number })
      }
    }
    this.#rules.end(role, held, isDescribed)
    if (role === 'Table') for (const problem of tableProblems(this.#values, number)) this.problems.add(problem)
    return held
  }

  #attributes(element: ReadDictionary, role: string): void {
    const lang = element.get('Lang')
    if (lang !== undefined && lang !== '()' && !languageTag.test(shortText(lang) ?? ''))
      this.problems.add('a language that is no BCP 47 tag')
    if (role === 'Form' && !attributeOf(element, 'Role')) this.problems.add('a form')
    if (role === 'Note' && !isSaid(element.get('ID'))) this.problems.add('a note without a name')
    this.#names(element)
  }

  #names(element: ReadDictionary): void {
    const id = element.get('ID')
    if (typeof id === 'string') {
      if (this.names.has(id)) this.problems.add('two tags with one name')
      this.names.add(id)
    }
    const headers = attributeOf(element, 'Headers')?.get('Headers')
    for (const header of Array.isArray(headers) ? headers : []) if (typeof header === 'string') this.headers.add(header)
  }
}
