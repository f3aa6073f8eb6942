import { OptionError } from '../errors.ts'
import { nearest } from '../options/nearest.ts'
import type { Look } from '../view/variant.ts'
import { type PagePart, pageSections } from './page-sections.ts'
import { type PageName, pages, readTemplateFiles, sectionFile, type TemplateFiles } from './template-files.ts'

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
  for (const page of Object.keys(pages) as PageName[]) {
    const { file } = pages[page]
    const source = files.get(file)
    const found = source === undefined ? undefined : pageSections(source, file)
    if (source === undefined || !found) continue
    const extra = (name: string) => !shipped.includes(name) && sectionFile(files, page, name) !== undefined
    const leftOut = leftOutOf(order)
    const [roll, sheet] = [found.roll, found.sheet].map(parts =>
      arrange(parts, order, extra)
        .map(({ name, part }) => (part ? without(leftOut, part) : `{{> ${name}}}`))
        .join('\n'),
    )
    const body = roll === sheet ? roll : `{{#if paper.roll}}\n${roll}\n{{else}}\n${sheet}\n{{/if}}`
    ordered.set(file, `${source.slice(0, found.start)}\n${body}\n${source.slice(found.end)}`)
    leaveOutOfFoot(ordered, page, order)
  }
  return ordered
}

/** A slot may stand in the foot, where it cannot be moved, but left out. */
function leaveOutOfFoot(files: Map<string, string>, page: PageName, order: SectionOrder): void {
  const foot = sectionFile(files, page, 'footer')
  const text = foot && files.get(foot)
  if (foot && text) files.set(foot, without(leftOutOf(order), { text, sections: [] }))
}

function leftOutOf(order: SectionOrder): string[] {
  return order.flatMap(entry => (entry.startsWith('-') ? [entry.slice(1)] : []))
}

/** The names of the sections that pages have of themselves, in the order of the mail, then of the other pages. */
export function shippedSections(files: TemplateFiles): string[] {
  const names = (Object.keys(pages) as PageName[]).flatMap(page => {
    const { file } = pages[page]
    const found = pageSections(files.get(file) ?? '', file)
    return [...(found?.roll ?? []), ...(found?.sheet ?? [])].flatMap(part => part.sections)
  })
  return [...new Set(names)]
}

/** The entries that name no section, one that cannot be moved, or one a second time. */
export function orderProblems(files: TemplateFiles, order: SectionOrder, shipped: readonly string[]): OrderProblem[] {
  const own = (name: string) => (Object.keys(pages) as PageName[]).some(page => sectionFile(files, page, name))
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
export const aboveTear: ReadonlySet<string> = new Set([
  'items',
  'returns',
  'orders',
  'totals',
  'tenders',
  'orders-after',
])

function without(leftOut: readonly string[], { text }: PagePart): string {
  return text.replace(/\{\{~?>\s*([\w-]+)\s*~?\}\}/g, (section, name) => (leftOut.includes(name) ? '' : section))
}
