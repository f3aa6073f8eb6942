import { pageSections } from '../../../../src/document/page-sections.ts'
import { aboveTear, shippedSections } from '../../../../src/document/section-order.ts'
import type { TemplateFiles } from '../../../../src/document/template-files.ts'
import { type PageName, pages, sectionFile } from '../../../../src/document/template-files.ts'

/** A folder's templates over a look's. */
export interface OrderedTemplates {
  files: TemplateFiles
  /** The names that the package's pages have. */
  shipped: readonly string[]
}

/** A page as `orderSections` sees it: of each part that is moved as a whole, the name that a list places it by. */
export interface PageOrder {
  leaders: readonly string[]
  /** Whether it has a file for a section of the folder's. */
  isExtra: (name: string) => boolean
}

/** The mail, and the others: paper as roll and sheet, and text. A page without marks keeps its order. */
export function allPages(
  { files, shipped }: OrderedTemplates,
  hidden: ReadonlySet<string>,
): { mail: PageOrder | undefined; others: PageOrder[] } {
  const pageOf = (page: PageName) => {
    const { file } = pages[page]
    const found = pageSections(files.get(file) ?? '', file)
    const isExtra = (name: string) => !shipped.includes(name) && sectionFile(files, page, name) !== undefined
    return (found ? [found.roll, found.sheet] : []).map(parts => ({
      leaders: parts.flatMap(({ sections }) => sections.find(name => !hidden.has(name)) ?? []),
      isExtra,
    }))
  }
  return { mail: pageOf('email')[0], others: [...pageOf('print'), ...pageOf('text').slice(0, 1)] }
}

/** All pages as one: the sections of the mail, then those that only others have. */
export function usualPage(templates: OrderedTemplates): PageOrder {
  const { mail, others } = allPages(templates, new Set())
  const isExtra = (name: string) => [...(mail ? [mail] : []), ...others].some(page => page.isExtra(name))
  return { leaders: namesOf(templates), isExtra }
}

/** The names of all sections but the folder's own, in the order of the mail. */
export function namesOf({ files }: OrderedTemplates): string[] {
  return shippedSections(files)
}

/** Whether a page has a section. */
export function isOn({ leaders, isExtra }: PageOrder, name: string): boolean {
  return leaders.includes(name) || isExtra(name)
}

/** The names of a page as `orderSections` arranges them. */
export function arranged({ leaders, isExtra }: PageOrder, list: readonly string[]): string[] {
  const placed = list.filter(name => leaders.includes(name) || isExtra(name))
  for (const [index, name] of leaders.entries()) {
    if (placed.includes(name)) continue
    const before = leaderBefore(name, placed, leaders.slice(0, index))
    let at = before === undefined ? 0 : placed.indexOf(before) + 1
    while (at > 0 && at < placed.length && !leaders.includes(placed[at] ?? '')) at++
    placed.splice(at, 0, name)
  }
  return placed
}

/**
 * The section that one stands behind if a list doesn't name it: what it usually follows, and for the tear line whatever stands lowest
 * of what, how much and how paid.
 *
 * @param placed the sections that have their place
 * @param usual those that it usually follows
 */
export function leaderBefore(name: string, placed: readonly string[], usual: readonly string[]): string | undefined {
  return name === 'tear' ? placed.findLast(each => aboveTear.has(each)) : usual.findLast(each => placed.includes(each))
}

/**
 * The pairs of sections that a list puts in another order than they should have, on any of these pages: their page's usual order,
 * unless they were swapped in the mail.
 *
 * @param orders.usual the mail's usual order
 * @param orders.wanted the mail's order with the list
 */
export function wrongPairs(
  others: readonly PageOrder[],
  list: readonly string[],
  { usual, wanted }: { usual: readonly string[]; wanted: readonly string[] },
): [string, string][] {
  const place = new Map(wanted.map((name, at) => [name, at]))
  const usually = new Map(usual.map((name, at) => [name, at]))
  const isBefore = (ranks: ReadonlyMap<string, number>, one: string, other: string) =>
    (ranks.get(one) ?? 0) < (ranks.get(other) ?? 0)
  const pairs: [string, string][] = []
  for (const page of others) {
    const onPage = new Map(page.leaders.map((name, at) => [name, at]))
    for (const [one, other] of pairsOf(arranged(page, list))) {
      const isKept =
        onPage.has(one) && onPage.has(other) && isBefore(usually, one, other) === isBefore(place, one, other)
      if (!isBefore(isKept ? onPage : place, one, other)) pairs.push([one, other])
    }
  }
  return pairs
}

/** Each name with each that stands behind it. */
export function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]))
}
