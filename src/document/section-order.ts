import { OptionError } from '../errors.ts'
import { nearest } from '../options/nearest.ts'
import type { Look } from '../view/variant.ts'
import { parseTemplate } from './language/parse.ts'
import { sectionsIn } from './language/splice.ts'
import { allPages, pages, readTemplateFiles, sectionFile, type TemplateFiles } from './template-files.ts'

/**
 * The sections of all pages in order, as in `brand.json`: the package's names, and those of section files in the template
 * folder. `-name` leaves a section out.
 */
export type SectionOrder = readonly string[]

/** An entry of a `SectionOrder` that can't be followed. */
export interface OrderProblem {
  /** Its index in the list. */
  at: number
  message: string
  /** What to do about it. */
  advice: string
}

/**
 * Reads the templates of a look (see `readTemplateFiles`), with the sections of all pages in an order.
 *
 * @throws TemplateError if a template that is read for this is not valid Handlebars; OptionError for the first wrong entry
 */
export function readOrderedFiles(
  folder: string,
  look: Look,
  overlay: string | TemplateFiles | undefined,
  order: SectionOrder = [],
): TemplateFiles {
  const files = readTemplateFiles(folder, look, overlay)
  if (order.length === 0) return files
  const shipped = shippedSections(readTemplateFiles(folder, look))
  const [problem] = orderProblems(files, order, shipped)
  if (problem) throw new OptionError(`brand.json: sections: ${problem.message}; ${problem.advice}`)
  return orderSections(files, order, shipped)
}

/**
 * Puts the sections of every page into an order. A section that the list doesn't name stays behind the one it usually
 * follows, so that no receipt loses a part. Sections that stand side by side on a sheet stay together, where the
 * list has the one that comes first on the page. A page without marks stays as it is.
 *
 * @param shipped the names that the package's pages have; a page that has not all of them prints them elsewhere
 * @returns the files, with the text of the pages changed
 * @throws TemplateError if a page is not valid Handlebars
 */
export function orderSections(files: TemplateFiles, order: SectionOrder, shipped: readonly string[]): TemplateFiles {
  const ordered = new Map(files)
  for (const page of allPages) {
    const { file } = pages[page]
    const source = files.get(file)
    const found = source === undefined ? undefined : pageSections(source, file)
    if (source === undefined || !found) continue
    const extra = (name: string) => !shipped.includes(name) && sectionFile(files, page, name) !== undefined
    const leftOut = leftOutOf(order)
    const [roll, sheet] = [found.roll, found.sheet].map(parts =>
      arrange(parts, order, extra)
        .map(({ name, part }) => (part ? without(leftOut, part.text) : `{{> ${name}}}`))
        .join('\n'),
    )
    const body = roll === sheet ? roll : `{{#if paper.roll}}\n${roll}\n{{else}}\n${sheet}\n{{/if}}`
    ordered.set(file, `${source.slice(0, found.start)}\n${body}\n${source.slice(found.end)}`)
    // A slot may stand in the foot, where it cannot be moved, but left out.
    const foot = sectionFile(ordered, page, 'footer')
    if (foot) ordered.set(foot, without(leftOutOf(order), ordered.get(foot) ?? ''))
  }
  return ordered
}

function leftOutOf(order: SectionOrder): string[] {
  return order.flatMap(entry => (entry.startsWith('-') ? [entry.slice(1)] : []))
}

/** The names of the sections that pages have of themselves, in the order of the mail, then of the other pages. */
export function shippedSections(files: TemplateFiles): string[] {
  const names = allPages.flatMap(page => {
    const { file } = pages[page]
    const found = pageSections(files.get(file) ?? '', file)
    return [...(found?.roll ?? []), ...(found?.sheet ?? [])].flatMap(part => part.sections)
  })
  return [...new Set(names)]
}

/** The entries that name no section, one that cannot be moved, or one a second time. */
export function orderProblems(files: TemplateFiles, order: SectionOrder, shipped: readonly string[]): OrderProblem[] {
  const own = (name: string) => allPages.some(page => sectionFile(files, page, name))
  return order.flatMap((entry, at) => {
    const name = entry.replace(/^-/, '')
    const before = order.slice(0, at).findIndex(other => other.replace(/^-/, '') === name)
    if (fixed.includes(name))
      return [{ at, message: `the section "${name}" cannot be moved`, advice: 'take it out of the list' }]
    if (before >= 0)
      return [{ at, message: `the section "${name}" is in the list twice`, advice: 'take one of them out' }]
    if (shipped.includes(name) || (own(name) && !entry.startsWith('-'))) return []
    const meant = nearest(name, shipped)
    const write = `write sections/${name}.html.hbs and sections/${name}.txt.hbs`
    return [
      {
        at,
        message: `there is no section "${name}"`,
        advice: meant ? `did you mean "${meant}"? If not, ${write}` : write,
      },
    ]
  })
}

/** What pages begin and end with. */
const fixed: readonly string[] = ['heading', 'hero', 'footer']

/** What is moved as a whole: sections that stand side by side, or one. */
type Movable = Pick<PagePart, 'sections'>

/** A part, by the name that a list places it by; a section of the folder's is none of the page's. */
interface Placed<Part> {
  name: string
  part?: Part
}

/** The parts of a page in an order, without those that are left out, and with the folder's own sections that the order names. */
export function arrange<Part extends Movable>(
  parts: readonly Part[],
  order: SectionOrder,
  isExtra: (name: string) => boolean,
): Placed<Part>[] {
  const leftOut = leftOutOf(order)
  const leaderOf = ({ sections }: Movable) => sections.find(name => !leftOut.includes(name))
  const placed: Placed<Part>[] = []
  const isPlaced = (part: Part) => placed.some(each => each.part === part)
  for (const name of order) {
    const part = parts.find(each => leaderOf(each) === name)
    if (part) placed.push({ name, part })
    else if (isExtra(name)) placed.push({ name })
  }
  for (const [index, part] of parts.entries()) {
    const name = leaderOf(part)
    if (name === undefined || isPlaced(part)) continue
    const before = isTearLine(part) ? lastAbove(placed) : parts.slice(0, index).findLast(isPlaced)
    // Behind the merchant's own sections too, which the list has right there.
    let at = placed.findIndex(each => before !== undefined && each.part === before) + 1
    while (at > 0 && placed[at] && !placed[at]?.part) at++
    placed.splice(at, 0, { name, part })
  }
  return placed
}

function isTearLine({ sections }: Movable): boolean {
  return sections[0] === 'tear'
}

/** The lowest of the sections that stand above the tear line: what, how much, how paid. Lists made before there was one have it there. */
function lastAbove<Part extends Movable>(placed: readonly Placed<Part>[]): Part | undefined {
  return placed.findLast(({ part }) => part?.sections.some(name => aboveTear.has(name)))?.part
}

/** What stands above the tear line: what, how much, how paid. */
export const aboveTear: ReadonlySet<string> = new Set('items returns orders totals tenders orders-after'.split(' '))

function without(leftOut: readonly string[], text: string): string {
  return text.replace(/\{\{~?>\s*([\w-]+)\s*~?\}\}/g, (section, name) => (leftOut.includes(name) ? '' : section))
}

/** Part of a page that is moved as a whole: one section, or those that stand side by side. */
interface PagePart {
  /** The sections in it, in order. */
  sections: string[]
  /** The template text. */
  text: string
}

/** A page's sections between `{{!-- sections --}}` and `{{!-- /sections --}}`. */
interface PageSections {
  /** Offsets in the page's text, without the two marks. */
  start: number
  end: number
  /** On a roll, in mail and in text. */
  roll: PagePart[]
  /** On a sheet: the other branches of `{{#if paper.roll}}`. */
  sheet: PagePart[]
}

/**
 * Finds the sections of a page that `brand.json` can reorder.
 *
 * @returns undefined if the page has no marks
 * @throws TemplateError if it is not valid Handlebars
 */
export function pageSections(source: string, file: string): PageSections | undefined {
  const { body } = parseTemplate(source, file)
  const first = body.findIndex(node => isMark(node, 'sections'))
  const last = body.findIndex(node => isMark(node, '/sections'))
  const [opening, closing] = [body[first], body[last]]
  if (!opening || !closing || last < first) return undefined
  const between = body.slice(first + 1, last)
  const offsetOf = offsets(source)
  return {
    start: offsetOf(opening.loc.end),
    end: offsetOf(closing.loc.start),
    roll: partsOf(between, true, source, offsetOf),
    sheet: partsOf(between, false, source, offsetOf),
  }
}

type OffsetOf = (place: { line: number; column: number }) => number

function isMark(node: hbs.AST.Statement, mark: string): boolean {
  return node.type === 'CommentStatement' && (node as hbs.AST.CommentStatement).value.trim() === mark
}

function offsets(source: string): OffsetOf {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  return ({ line, column }) => (starts[line - 1] ?? 0) + column
}

/** A part ends where all its elements are closed. What has no section of its own belongs to the part before. */
function partsOf(body: readonly hbs.AST.Statement[], isRoll: boolean, source: string, offsetOf: OffsetOf): PagePart[] {
  const parts: PagePart[] = []
  let open: PagePart = { sections: [], text: '' }
  let depth = 0
  const close = () => {
    const before = parts.at(-1)
    if (open.sections.length === 0 && before) before.text += open.text
    else if (open.text) parts.push(open)
    open = { sections: [], text: '' }
  }
  for (const node of body) {
    const branch = depth === 0 ? paperBranch(node, isRoll) : undefined
    const text = source.slice(offsetOf(node.loc.start), offsetOf(node.loc.end))
    if (branch) parts.push(...partsOf(branch.body, isRoll, source, offsetOf))
    else if (node.type === 'ContentStatement') {
      for (const piece of text.split(/(?<=>)|(?=<)/)) {
        depth += depthOf(piece)
        open.text += depth === 0 && !open.text ? piece.trim() : piece
        if (depth === 0) close()
      }
    } else if (node.type !== 'CommentStatement') {
      open.text += text
      open.sections.push(...sectionsIn([node]))
      if (depth === 0) close()
    }
  }
  close()
  return parts
}

/** The branch of `{{#if paper.roll}}` or `{{#unless paper.roll}}`; undefined for other statements. */
function paperBranch(node: hbs.AST.Statement, isRoll: boolean): { body: hbs.AST.Statement[] } | undefined {
  if (node.type !== 'BlockStatement') return undefined
  const { path, params, program, inverse } = node as hbs.AST.BlockStatement
  if ((params[0] as hbs.AST.PathExpression | undefined)?.original !== 'paper.roll') return undefined
  return ((path.original === 'if') === isRoll ? program : inverse) ?? { body: [] }
}

/** By how much a piece of HTML changes the number of open elements. */
function depthOf(piece: string): number {
  const [, slash, name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(piece) ?? []
  if (!name || /\/>$/.test(piece) || /^(img|br|hr)$/i.test(name)) return 0
  return slash ? -1 : 1
}
