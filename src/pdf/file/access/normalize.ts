import { headingLevels } from '../heading-levels.ts'
import { groups, headings } from '../roles.ts'
import { languageTag } from '../syntax.ts'
import { asDictionary, asList, type PdfValue, shortText } from '../values.ts'
import { attributeOf, isSaid } from './elements.ts'
import { isElement, type StructureTree, saysMore, type TreeElement, type TreeKid } from './structure.ts'

/**
 * Brings Chromium's tags into the forms that PDF 1.7 has (ISO 32000-1, 14.8.4), so that what a page says, and a document mustn't, doesn't
 * cost the claim: new tags get a name of old; lists, tables and their parts are in each other as the standard says; text is in
 * paragraphs; headings skip no level. Elements without meaning are left out, which made two fifths of a receipt's tags.
 */
export function normalize(tree: StructureTree): void {
  new Normalizer(tree.make).visit(tree.root, '')
  levelHeadings(tree.root)
}

/** Tags of PDF 2.0 (ISO 32000-2, 14.8.4), and what PDF 1.7 has for them. */
const known: Readonly<Record<string, string>> = { Em: 'Span', Strong: 'Span', Sub: 'Span', Aside: 'Div', Title: 'P' }

/** What these hold is of a kind. */
const strict = new Set(['L', 'LI', 'Table', 'TR'])
/** Tables 338 and 339: parts of a paragraph. */
const inlines = new Set(['Span', 'Link', 'Code', 'Quote', 'Ruby', 'RB', 'RT'])
/** As good in a line as by themselves. */
const pictures = new Set(['Figure', 'Form'])
const lines = new Set(['P', ...headings, ...inlines, ...pictures])
/** The one role that holds these. */
const holders: Readonly<Record<string, string>> = { LI: 'L', TD: 'TR', TH: 'TR', TR: 'Table' }
const words = new Set(['Lbl', 'RT'])

class Normalizer {
  readonly #make: StructureTree['make']

  constructor(make: StructureTree['make']) {
    this.#make = make
  }

  /** An element, as it may be in a parent of that role; of one without meaning, what it holds. */
  visit(element: TreeElement, parent: string): TreeKid[] {
    const isLeaf = !element.kids.some(isElement)
    element.role = known[element.role] ?? element.role
    tidyKeys(element)
    const around = element.role === 'NonStruct' && lines.has(parent) ? parent : element.role
    const kids = element.kids.flatMap(kid => (isElement(kid) ? this.visit(kid, around) : [kid]))
    if (isLeaf && element.role === 'NonStruct' && !element.keys.has('Lang') && !saysMore(element)) return kids
    // Its dot is drawn, which is an artifact.
    if (element.role === 'Lbl' && kids.length === 0) return []
    element.role = roleWith(element, kids, parent, isLeaf)
    if (isNeedless(element, parent)) return this.#released(element, kids)
    element.kids = this.#fit(element.role, kids)
    return [element]
  }

  /** What an element holds in its place, in the element's language. */
  #released({ keys }: TreeElement, kids: TreeKid[]): TreeKid[] {
    const lang = keys.get('Lang')
    if (lang === undefined) return kids
    const elements = kids.map(kid => (isElement(kid) ? kid : this.#make('Span', [kid])))
    for (const element of elements) if (!element.keys.has('Lang')) element.keys.set('Lang', lang)
    return elements
  }

  #fit(role: string, kids: readonly TreeKid[]): TreeKid[] {
    if (role === 'L')
      return this.#wrapAll(captioned(kids), ['LI', 'L', 'Caption'], run => this.#make('LI', this.#fit('LI', run)))
    if (role === 'LI') return this.#item(kids)
    if (role === 'Ruby') return this.#wrapAll(kids, ['RB', 'RT'], run => this.#make('RB', run))
    if (role === 'TR') return this.#wrapAll(kids, ['TH', 'TD'], run => this.#make('TD', this.#fit('TD', run)))
    if (role === 'Table') {
      const rows = this.#held(captioned(kids), 'TR')
      return this.#wrapAll(rows, ['TR', 'Caption'], run => this.#make('TR', this.#fit('TR', run)))
    }
    const fitting = this.#held(this.#held(kids.map(asWord), 'L'), 'TR')
    return groups.has(role) ? this.#paragraphs(this.#held(fitting, 'Table')) : this.#held(fitting, 'Table')
  }

  /** A list item has a mark, and a body that holds all else. */
  #item(kids: readonly TreeKid[]): TreeKid[] {
    const marks = kids.filter(kid => isElement(kid) && kid.role === 'Lbl')
    const rest = kids.filter(kid => !marks.includes(kid))
    const [only] = rest
    if (rest.length === 0 || (rest.length === 1 && only && isElement(only) && only.role === 'LBody')) return [...kids]
    return [...marks, this.#make('LBody', this.#fit('LBody', rest))]
  }

  /** Puts what only that role holds in one. */
  #held(kids: readonly TreeKid[], role: string): TreeKid[] {
    const belongs = (kid: TreeKid) => isElement(kid) && holders[kid.role] === role
    return runs(kids, kid => !belongs(kid)).flatMap(run => {
      const [first] = run
      return first && belongs(first) ? [this.#make(role, this.#fit(role, run))] : run
    })
  }

  /** Wraps what is of no role of these, each run in one. */
  #wrapAll(kids: readonly TreeKid[], roles: readonly string[], wrap: (run: TreeKid[]) => TreeElement): TreeKid[] {
    const fits = (kid: TreeKid) => isElement(kid) && roles.includes(kid.role)
    return runs(kids, fits).flatMap(run => (run[0] && fits(run[0]) ? run : [wrap(run)]))
  }

  /**
   * Puts text in paragraphs: each of its own, because Chromium leaves out the blocks that they were in, but for what is beside a link or
   * a stressed word.
   */
  #paragraphs(kids: readonly TreeKid[]): TreeKid[] {
    const made: TreeKid[] = []
    let run: TreeKid[] = []
    const end = () => {
      if (run.some(kid => !isElement(kid) || !pictures.has(kid.role))) made.push(this.#make('P', run))
      else made.push(...run)
      run = []
    }
    for (const kid of kids) {
      const last = run.at(-1)
      if (!isInLine(kid)) end()
      else if (last && !isElement(last) && !isElement(kid)) end()
      if (isInLine(kid)) run.push(kid)
      else made.push(kid)
    }
    end()
    return made
  }
}

/** What an element is called with what it holds. @param isLeaf whether it held text only */
function roleWith({ role, keys }: TreeElement, kids: readonly TreeKid[], parent: string, isLeaf: boolean): string {
  const holdsBlocks = !kids.every(isInLine)
  // The frame around a picture and its caption.
  if (role === 'Figure' && !isLeaf && !isSaid(keys.get('Alt'))) return 'Div'
  if (role === 'P' && holdsBlocks) return 'Div'
  if (role === 'Link' && !kids.some(isPlace)) return holdsBlocks ? 'Div' : 'Span'
  if (headings.has(role) && !kids.some(says)) return 'NonStruct'
  if (role !== 'NonStruct' || holdsBlocks || kids.length === 0 || strict.has(parent)) return role
  if (!lines.has(parent)) return 'P'
  // Words of another language.
  return keys.has('Lang') ? 'Span' : role
}

/** Whether what it holds can be in its place: in text, what is no part of it; in a list or a table, groups in the way of their parts. */
function isNeedless(element: TreeElement, parent: string): boolean {
  const { role, keys } = element
  if (saysMore(element)) return false
  if (strict.has(parent)) return ['NonStruct', 'Div', 'Span'].includes(role)
  return !keys.has('Lang') && lines.has(parent) && (role === 'NonStruct' || (role === 'P' && parent !== 'Link'))
}

/** Systems write `de_DE` for a language; spans of one row and one column are the default (table 349). */
function tidyKeys({ role, keys }: TreeElement): void {
  const tag = shortText(keys.get('Lang'))?.replaceAll('_', '-') ?? ''
  if (languageTag.test(tag)) keys.set('Lang', `(${tag})`)
  if (role !== 'TH' && role !== 'TD') return
  const attributes = asList(keys.get('A')).filter(attribute => {
    const said = asDictionary(attribute)
    return said?.size !== 2 || !defaults.some(([key, usual]) => isSame(said.get(key), usual))
  })
  if (role === 'TH' && !attributeOf(new Map([['A', attributes]]), 'Scope'))
    attributes.push(
      new Map([
        ['O', '/Table'],
        ['Scope', '/Column'],
      ]),
    )
  if (attributes.length > 0) keys.set('A', attributes)
  else keys.delete('A')
}

const defaults = [
  ['RowSpan', '1'],
  ['ColSpan', '1'],
  ['Headers', []],
] as const

function isSame(value: PdfValue | undefined, usual: string | readonly never[]): boolean {
  return typeof usual === 'string' ? value === usual : Array.isArray(value) && value.length === 0
}

/** Whether anything in it is seen, or read in place of it; the dot of a list item is neither. */
function says(kid: TreeKid): boolean {
  return isElement(kid) ? isSaid(kid.keys.get('Alt')) || kid.kids.some(says) : kid.id !== undefined
}

/** Whether a link's annotation is in it; one to a place that isn't there has none. */
function isPlace(kid: TreeKid): boolean {
  return isElement(kid) ? kid.kids.some(isPlace) : kid.id === undefined
}

/** Whether it is text, or a part of a paragraph. */
function isInLine(kid: TreeKid): boolean {
  return !isElement(kid) || (inlines.has(kid.role) && kid.kids.every(isInLine)) || pictures.has(kid.role)
}

/** A mark outside of a list item, or a reading outside of a ruby, is a word as any. */
function asWord(kid: TreeKid): TreeKid {
  return isElement(kid) && words.has(kid.role) ? { ...kid, role: 'Span' } : kid
}

/** With one caption, which comes first. */
function captioned(kids: readonly TreeKid[]): TreeKid[] {
  const isCaption = (kid: TreeKid) => isElement(kid) && kid.role === 'Caption'
  const first = kids.find(isCaption)
  if (!first) return [...kids]
  const rest = kids.filter(kid => kid !== first).map(kid => (isCaption(kid) ? { ...kid, role: 'Div' } : kid))
  return [first, ...rest]
}

/** Neighbors of which all are, or all aren't, that. */
function runs(kids: readonly TreeKid[], isThat: (kid: TreeKid) => boolean): TreeKid[][] {
  const found: TreeKid[][] = []
  let last: boolean | undefined
  for (const kid of kids) {
    const is = isThat(kid)
    if (is === last) found.at(-1)?.push(kid)
    else found.push([kid])
    last = is
  }
  return found
}

/** Gives each heading the level of its depth below others (ISO 14289-1, 7.4.2): those that skip none keep theirs. */
function levelHeadings(root: TreeElement): void {
  const levelOf = headingLevels()
  const visit = (element: TreeElement) => {
    // Deeper than 6 has no number.
    if (headings.has(element.role)) element.role = `H${levelOf(Number(element.role.slice(1)) || 7)}`
    for (const kid of element.kids) if (isElement(kid)) visit(kid)
  }
  visit(root)
}
