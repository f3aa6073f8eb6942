import { objectsOfType, type PdfObjects } from './objects.ts'

/** An element of the structure tree, with its children in order. */
export interface Element {
  number: number
  role: string
  text: string
  kids: Element[]
}

/** The tree below the root, as references lead; a kid whose parent is another element is a problem. */
export function readTree(objects: PdfObjects): { root: Element; problems: string[] } {
  const problems: string[] = []
  const rootText = objects.follow(objects.follow(objects.trailer, 'Root'), 'StructTreeRoot')
  const read = (number: number): Element => {
    const text = objects.texts.get(number) ?? ''
    const kids = (/\n\/K (.*)>>$/s.exec(text)?.[1] ?? '').replace(/<<.*?>>/gs, '')
    const numbers = Array.from(kids.matchAll(/(\d+) 0 R/g), ([, kid]) => Number(kid))
    for (const kid of numbers)
      if (!objects.texts.get(kid)?.includes(`/P ${number} 0 R`))
        problems.push(`${kid} has another parent than ${number}`)
    return { number, role: /\/S \/(\w+)/.exec(text)?.[1] ?? '', text, kids: numbers.map(read) }
  }
  return { root: read(Number(/\/K (\d+) 0 R/.exec(rootText)?.[1])), problems }
}

/** The role that groups without meaning anything, so that what it holds counts as its parent's (ISO 32000-1, table 333). */
const transparent = new Set(['NonStruct'])
/** Grouping elements hold elements only (14.8.4.2). */
const groups = new Set(['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Caption', 'NonStruct'])

/** ISO 32000-1, tables 336 and 337: what may be in what. */
const contents: Record<string, readonly string[]> = {
  L: ['LI', 'L', 'Caption'],
  LI: ['Lbl', 'LBody'],
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  Ruby: ['RB', 'RT', 'RP'],
}
const parents: Record<string, readonly string[]> = {
  LI: ['L'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  RB: ['Ruby'],
  RT: ['Ruby'],
}

const standard =
  /^(Document|Part|Art|Sect|Div|BlockQuote|Caption|TOC|TOCI|Index|NonStruct|P|H|H[1-6]|L|LI|Lbl|LBody|Table|TR|TH|TD|THead|TBody|TFoot|Span|Quote|Note|Reference|BibEntry|Code|Link|Annot|Ruby|RB|RT|RP|Warichu|WT|WP|Figure|Formula|Form)$/

/** Matterhorn 1.1, checkpoints 02, 09, 13 to 16: roles, nesting, pictures, headings, tables, lists. */
export function structureProblems(objects: PdfObjects): string[] {
  const { root, problems } = readTree(objects)
  const all: { element: Element; parent: string }[] = []
  const walk = (element: Element, parent: string) => {
    all.push({ element, parent })
    for (const kid of element.kids) walk(kid, transparent.has(element.role) ? parent : element.role)
  }
  walk(root, '')
  for (const { element, parent } of all) {
    const { role, text } = element
    if (!standard.test(role)) problems.push(`02-001 ${role} is no standard role`)
    if (parents[role] && !parents[role].includes(parent)) problems.push(`09-004 ${role} in ${parent || 'the root'}`)
    if (contents[parent] && !transparent.has(role) && !contents[parent].includes(role))
      problems.push(`09-005 ${parent} with ${role}`)
    if ((contents[role] || groups.has(role)) && hasContent(text))
      problems.push(`09-006 ${role} with content of its own`)
    if (/^H[1-6]$/.test(role) && !says(element)) problems.push('14-001 an empty heading')
    if (role === 'Link' && !says(element)) problems.push('28-011 a link without content')
    if (role === 'Link' && !leads(element)) problems.push('28-011 a Link without a link')
    if (role === 'Figure' && !/\/Alt [(<](?![)>])/.test(text))
      problems.push('13-004 a picture without alternative text')
    if (role === 'TH' && !/\/Scope \/(Row|Column|Both)/.test(text)) problems.push('15-003 a header cell without scope')
    if (role === 'Table') problems.push(...tableProblems(element))
  }
  return [...problems, ...headingProblems(all.map(({ element }) => element.role)), ...unreached(objects, all.length)]
}

/** What is in an element but elements: numbers, and references to content (14.7.4). */
function hasContent(text: string): boolean {
  const kids = /\n\/K (.*)>>$/s.exec(text)?.[1] ?? ''
  if (/\/Type \/MCR/.test(kids)) return true
  return /(?:^|[[\s])\d+(?=[\]\s]|$)/.test(kids.replace(/<<.*?>>/gs, ' ').replace(/\d+ 0 R/g, ' '))
}

function says(element: Element): boolean {
  return hasContent(element.text) || /\/(?:Alt|ActualText) [(<](?![)>])/.test(element.text) || element.kids.some(says)
}

function leads({ text, kids }: Element): boolean {
  return /\/Type \/OBJR/.test(text) || kids.some(leads)
}

/** Every row has as many columns as the first, counting spans, and cells that come down from rows above. */
function tableProblems(table: Element): string[] {
  const rows = table.kids.flatMap(kid => (kid.role === 'TR' ? [kid] : kid.kids.filter(({ role }) => role === 'TR')))
  const problems = new Set<string>()
  const span = (cell: Element, name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(cell.text)?.[1] ?? 1)
  /** Which places are taken, as `row column`. */
  const taken = new Set<string>()
  const widths = rows.map(() => 0)
  for (const [at, row] of rows.entries())
    for (const cell of row.kids) {
      let column = 0
      while (taken.has(`${at} ${column}`)) column++
      for (let down = at; down < at + span(cell, 'RowSpan'); down++)
        for (let across = column; across < column + span(cell, 'ColSpan'); across++) {
          if (down >= rows.length) problems.add('15-005 a cell that spans more rows than there are')
          else widths[down]! += 1
          if (taken.has(`${down} ${across}`)) problems.add('15-005 a place with two cells')
          taken.add(`${down} ${across}`)
        }
    }
  const different = new Set(widths)
  if (different.size > 1) problems.add(`15-005 rows of ${[...different].join(' and ')} columns`)
  return [...problems]
}

function headingProblems(roles: readonly string[]): string[] {
  let level = 0
  return roles.flatMap(role => {
    if (role === 'H') return ['14-007 a heading without level']
    const next = Number(/^H([1-6])$/.exec(role)?.[1] ?? 0)
    if (next === 0) return []
    const skips = next > level + 1
    level = next
    return skips ? [`14-003 a heading of level ${next} skips one`] : []
  })
}

function unreached(objects: PdfObjects, reached: number): string[] {
  const elements = objectsOfType(objects, 'StructElem').length
  return elements === reached ? [] : [`01-006 ${elements - reached} elements are not in the tree`]
}
