import { pageSections } from '../../../../src/document/page-sections.ts'
import { orderSections, type SectionOrder } from '../../../../src/document/section-order.ts'
import { pages } from '../../../../src/document/template-files.ts'
import {
  allPages,
  arranged,
  isOn,
  leaderBefore,
  namesOf,
  type OrderedTemplates,
  type PageOrder,
  pairsOf,
  usualPage,
  wrongPairs,
} from './page-orders.ts'

/**
 * The order of the sections as the mail has it with a `sections` of `brand.json`: all names, those left out with a hyphen where they
 * usually stand.
 */
export function fullOrder(given: SectionOrder, templates: OrderedTemplates): string[] {
  const out = given.flatMap(entry => (entry.startsWith('-') ? [entry.slice(1)] : []))
  const named = given.filter(entry => !entry.startsWith('-'))
  const page = usualPage(templates)
  // What is left out leads nothing: what follows it stands behind the one before.
  const shown = arranged({ ...page, leaders: page.leaders.filter(name => !out.includes(name)) }, named)
  return arranged(page, shown).map(name => (out.includes(name) ? `-${name}` : name))
}

/** The package's order, with the folder's own sections still behind those they stand behind. */
export function usualOrder(given: SectionOrder, templates: OrderedTemplates): string[] {
  const now = fullOrder(given, templates).map(entry => entry.replace(/^-/, ''))
  const usual = namesOf(templates)
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
  const usual = namesOf(templates)
  const needed = mail ? namesFor(mail, names) : names
  const costOf = (list: readonly string[]) => wrongPairs(others, list, { usual, wanted: names }).length
  const list = improved(needed, names, costOf)
  const isRight =
    mail && String(mailOrder([...list, ...out], templates)) === String(names.filter(name => isOn(mail, name)))
  const whole = [...(isRight || !mail ? list : names), ...out]
  return whole.length > 0 ? whole : undefined
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
  const usual = namesOf(templates)
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
  const withNames = (list: readonly string[], added: readonly string[]) =>
    wanted.filter(name => list.includes(name) || added.includes(name))
  let list = [...needed]
  for (let cost = costOf(list); cost > 0; cost = costOf(list)) {
    const free = wanted.filter(name => !list.includes(name))
    const better =
      cheapest(
        free.map(name => withNames(list, [name])),
        costOf,
        cost,
      ) ??
      cheapest(
        pairsOf(free).map(pair => withNames(list, pair)),
        costOf,
        cost,
      )
    if (!better) break
    list = better
  }
  for (const name of list.filter(each => !needed.includes(each))) {
    const shorter = list.filter(each => each !== name)
    if (costOf(shorter) <= costOf(list)) list = shorter
  }
  return list
}

function cheapest(
  lists: readonly string[][],
  costOf: (list: readonly string[]) => number,
  below: number,
): string[] | undefined {
  let best: string[] | undefined
  let least = below
  for (const list of lists) {
    const cost = costOf(list)
    if (cost < least) [best, least] = [list, cost]
  }
  return best
}
