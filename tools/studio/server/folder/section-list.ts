import {
  aboveTear,
  arrange,
  orderSections,
  pageSections,
  type SectionOrder,
  shippedSections,
} from '../../../../src/document/section-order.ts'
import { type PageName, pages, sectionFile, type TemplateFiles } from '../../../../src/document/template-files.ts'

/** A folder's templates over a look's. */
export interface OrderedTemplates {
  files: TemplateFiles
  /** The names that the package's pages have. */
  shipped: readonly string[]
}

/**
 * The order of the sections as the mail has it with a `sections` of `brand.json`: all names, those left out with a hyphen where they
 * usually stand.
 */
export function fullOrder(given: SectionOrder, templates: OrderedTemplates): string[] {
  const out = given.flatMap(entry => (entry.startsWith('-') ? [entry.slice(1)] : []))
  const named = given.filter(entry => !entry.startsWith('-'))
  const page = usualPage(templates)
  // What is left out leads nothing: what follows it stands behind the one before.
  const visible = arranged({ ...page, leaders: page.leaders.filter(name => !out.includes(name)) }, named)
  return arranged(page, visible).map(name => (out.includes(name) ? `-${name}` : name))
}

/** The package's order, with the folder's own sections still behind those they stand behind. */
export function usualOrder(given: SectionOrder, templates: OrderedTemplates): string[] {
  const now = fullOrder(given, templates).map(entry => entry.replace(/^-/, ''))
  const usual = shippedSections(templates.files)
  return now
    .filter(name => !usual.includes(name))
    .reduce((order, name) => order.toSpliced(order.indexOf(now[now.indexOf(name) - 1] ?? '') + 1, 0, name), usual)
}

/**
 * The shortest `sections` that gives the mail this order, so that a new section of the package has a place of its own. Of the lists
 * that do, it is one with which the other pages change least: there, two sections stand as they usually do, unless they were
 * swapped in the mail.
 *
 * @param wanted all names, as `fullOrder` gives them
 * @returns `undefined` for the usual order
 */
export function shortestList(wanted: SectionOrder, templates: OrderedTemplates): string[] | undefined {
  const out = wanted.filter(entry => entry.startsWith('-'))
  const names = wanted.filter(entry => !entry.startsWith('-'))
  const hidden = new Set(out.map(entry => entry.slice(1)))
  const { mail, others } = allPages(templates, hidden)
  const usual = shippedSections(templates.files)
  const needed = mail ? namesFor(mail, names) : names
  const costOf = (list: readonly string[]) => wrongPairs(others, list, { usual, wanted: names }).length
  const list = improved(needed, names, costOf)
  const isRight =
    mail && String(mailOrder([...list, ...out], templates)) === String(names.filter(name => isOn(mail, name)))
  const whole = [...(isRight || !mail ? completed(list, { names, out }, templates) : names), ...out]
  return whole.length > 0 ? whole : undefined
}

/** Adds what keeps sections in their place that the mail doesn't have, or has where they can't be moved. */
function completed(
  list: readonly string[],
  { names, out }: { names: readonly string[]; out: readonly string[] },
  templates: OrderedTemplates,
): readonly string[] {
  const found = fullOrder([...list, ...out], templates).filter(entry => !entry.startsWith('-'))
  const at = names.findIndex((name, index) => found[index] !== name)
  if (at < 0) return list
  const missing = names.slice(Math.max(0, at - 1), at + 1).filter(name => !list.includes(name))
  if (missing.length === 0) return names
  const longer = names.filter(name => list.includes(name) || missing.includes(name))
  return completed(longer, { names, out }, templates)
}

/**
 * The sections that a list moves on paper or in text though nobody moved them in the mail, because one list orders all pages: the
 * fewest names that explain what is out of place.
 */
export function sideEffects(given: SectionOrder, templates: OrderedTemplates): string[] {
  const hidden = new Set(given.filter(entry => entry.startsWith('-')).map(entry => entry.slice(1)))
  const { mail, others } = allPages(templates, hidden)
  const wanted = fullOrder(given, templates).filter(entry => !entry.startsWith('-'))
  const list = given.filter(entry => !entry.startsWith('-'))
  if (!mail) return []
  const usual = shippedSections(templates.files)
  const moved = fewest(pairsOf(wanted).filter(([one, other]) => usual.indexOf(one) > usual.indexOf(other)))
  return fewest(wrongPairs(others, list, { usual, wanted }).filter(pair => !pair.some(name => moved.includes(name))))
}

/** The fewest names, or nearly, of which each of these pairs has one. */
function fewest(pairs: readonly [string, string][]): string[] {
  if (pairs.length === 0) return []
  const counts = Map.groupBy(pairs.flat(), name => name)
  const [most] = [...counts].reduce((one, other) => (other[1].length > one[1].length ? other : one))
  return [most, ...fewest(pairs.filter(pair => !pair.includes(most)))]
}

/** The sections of the mail in the order that the engine gives them. */
function mailOrder(list: SectionOrder, { files, shipped }: OrderedTemplates): string[] {
  const { file } = pages.email
  const source = orderSections(files, list, shipped).get(file) ?? ''
  return pageSections(source, file)?.roll.flatMap(({ sections }) => sections) ?? []
}

/**
 * What a list must name for the mail: sections that don't stand behind the one they usually follow; the folder's own, and each that
 * one of those stands behind.
 */
function namesFor(mail: PageOrder, wanted: readonly string[]): string[] {
  const here = wanted.filter(name => isOn(mail, name))
  const isOwn = (name: string | undefined) => name !== undefined && !mail.leaders.includes(name)
  const needed = new Set(wanted.filter(name => mail.isExtra(name)))
  for (const [at, name] of here.entries()) {
    const before = here.slice(0, at).findLast(each => !isOwn(each))
    const usually = leaderBefore(name, here, mail.leaders.slice(0, mail.leaders.indexOf(name)))
    if (isOwn(name)) needed.add(before ?? here.find(each => !isOwn(each)) ?? name)
    else if (before !== usually) needed.add(name)
  }
  return wanted.filter(name => needed.has(name))
}

/** Adds names to a list, one or two at once, while that saves swaps; then takes out those without which there are no more. */
function improved(
  needed: readonly string[],
  wanted: readonly string[],
  costOf: (list: readonly string[]) => number,
): string[] {
  let list = [...needed]
  let cost = costOf(list)
  /** The best of the lists with one of these groups of names, if it costs less. */
  const better = (groups: readonly (readonly string[])[]) => {
    const before = cost
    const base = list
    for (const added of groups) {
      const longer = wanted.filter(name => base.includes(name) || added.includes(name))
      const less = costOf(longer)
      if (less < cost) [list, cost] = [longer, less]
    }
    return cost < before
  }
  for (let isBetter = true; isBetter && cost > 0; ) {
    const free = wanted.filter(name => !list.includes(name))
    isBetter = better(free.map(name => [name])) || better(pairsOf(free))
  }
  for (const name of list.filter(each => !needed.includes(each))) {
    const shorter = list.filter(each => each !== name)
    if (costOf(shorter) <= cost) [list, cost] = [shorter, costOf(shorter)]
  }
  return list
}

/** A page as `orderSections` sees it: of each part that is moved as a whole, the name that a list places it by. */
interface PageOrder {
  leaders: readonly string[]
  /** Whether it has a file for a section of the folder's. */
  isExtra: (name: string) => boolean
}

/** The mail, and the others: paper as roll and sheet, and text. A page without marks keeps its order. */
function allPages(
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
function usualPage(templates: OrderedTemplates): PageOrder {
  const { mail, others } = allPages(templates, new Set())
  const isExtra = (name: string) => [...(mail ? [mail] : []), ...others].some(page => page.isExtra(name))
  return { leaders: shippedSections(templates.files), isExtra }
}

/** Whether a page has a section. */
function isOn({ leaders, isExtra }: PageOrder, name: string): boolean {
  return leaders.includes(name) || isExtra(name)
}

/** The names of a page as `orderSections` arranges them. */
function arranged({ leaders, isExtra }: PageOrder, list: readonly string[]): string[] {
  const parts = leaders.map(name => ({ sections: [name] }))
  return arrange(parts, list, isExtra).map(({ name }) => name)
}

/**
 * The section that one stands behind if a list doesn't name it: what it usually follows, and for the tear line whatever stands lowest
 * of what, how much and how paid.
 *
 * @param placed the sections that have their place
 * @param usual those that it usually follows
 */
function leaderBefore(name: string, placed: readonly string[], usual: readonly string[]): string | undefined {
  return name === 'tear' ? placed.findLast(each => aboveTear.has(each)) : usual.findLast(each => placed.includes(each))
}

/**
 * The pairs of sections that a list puts in another order than they should have, on any of these pages: their page's usual order,
 * unless they were swapped in the mail.
 *
 * @param orders.usual the mail's usual order
 * @param orders.wanted the mail's order with the list
 */
function wrongPairs(
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
function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]))
}
