import { type CheerioAPI, load } from 'cheerio/slim'
import juice from 'juice'
import type { Direction } from '../../view/receipt-view.ts'
import { asAttribute, isMarked } from '../language/mask.ts'
import { classesIn, declarationsOf, minifyDeclarations } from './stylesheet.ts'

/**
 * Prepares a page for mail clients: inlines the rules of `css`, turns `start` and `end` into left and right, and removes
 * classes that no rule in the page's `<style>` names (a mail of 300 lines must stay small).
 *
 * @param html the whole page; may contain marks of a mask (language/mask.ts)
 * @param css plain rules; a value may be a mark
 */
export function inlineStyles(html: string, css: string, dir: Direction): string {
  const page = load(html, { xml: { decodeEntities: false, xmlMode: false } })
  juice.inlineDocument(quickFinder(page), physicalCss(css, dir, 'stylesheet'), {
    applyWidthAttributes: false,
    applyHeightAttributes: false,
    applyAttributesTableElements: false,
    inlinePseudoElements: false,
    preserveImportant: true,
  })
  const kept = keepStyles(page, dir)
  page('*').each((_, found) => {
    const element = found as Extract<typeof found, { attribs: object }>
    const { attribs } = element
    if (attribs.align !== undefined) attribs.align = sideOf(attribs.align, dir)
    if (attribs.style !== undefined)
      attribs.style = minifyDeclarations(physicalCss(attribs.style, dir, 'declarationList'))
    if (element.name === 'td' || element.name === 'th') sayOnce(element)
    if (attribs.class !== undefined && !isMarked(attribs.class)) pruneClass(attribs, kept)
    if (Object.keys(attribs).some(isMarked))
      element.attribs = Object.fromEntries(Object.entries(attribs).map(([name, value]) => [asAttribute(name), value]))
  })
  return page.html()
}

/** The page, trying a plain selector only at elements with its last class or name: trying each at all took half of the inlining. */
function quickFinder(page: CheerioAPI): CheerioAPI {
  const elements = new Map<string, Element[]>()
  const note = (key: string, element: Element) => elements.get(key)?.push(element) ?? elements.set(key, [element])
  page('*').each((_, found) => {
    const element = found as Element
    note(element.name, element)
    for (const name of new Set(element.attribs.class?.split(/\s+/))) note(`.${name}`, element)
  })
  const find = (sought: string) => {
    const last = /^[\w\s.>-]+$/.test(sought) ? sought.split(/[\s>]/).at(-1) : undefined
    const [element = '', ...classes] = last?.split('.') ?? []
    const key = classes.length > 0 ? `.${classes.at(-1)}` : element.toLowerCase()
    return key === '' ? page(sought) : page(elements.get(key) ?? []).filter(sought)
  }
  const quick = (sought: string | Element) => (typeof sought === 'string' ? find(sought) : page(sought))
  return Object.assign(quick, page)
}

type Element = Extract<AnyNode, { attribs: object }>
type AnyNode = Exclude<Parameters<CheerioAPI>[0], string | readonly unknown[] | undefined>

/** Writes the page's `<style>` for a direction; returns the classes it names. */
function keepStyles(page: CheerioAPI, dir: Direction): Set<string> {
  const classes = new Set<string>()
  page('style').each((_, element) => {
    for (const text of element.children) {
      if (text.type !== 'text') continue
      text.data = onScreen(physicalCss(text.data, dir, 'stylesheet'))
      for (const name of classesIn(text.data)) classes.add(name)
    }
  })
  return classes
}

/** Clients and browsers print what is for the dark, if their reader prefers it: black paper. */
function onScreen(css: string): string {
  return css.replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, '@media screen and (prefers-color-scheme:dark)')
}

function pruneClass(attribs: Record<string, string>, kept: ReadonlySet<string>): void {
  const stay = attribs.class?.split(/\s+/).filter(name => kept.has(name))
  if (stay?.length) attribs.class = stay.join(' ')
  else delete attribs.class
}

/** What of an element of a page is needed here. */
interface StyledNode {
  name?: string
  /** With sides as left and right, and minified styles. */
  attribs?: Record<string, string>
  parent: StyledNode | null
}

/**
 * Takes out of the style of a table cell what its attributes say, or what it inherits; `white-space:nowrap` becomes `nowrap`.
 * A receipt has many cells, and every mail client knows these attributes. Elements around the cell come before it.
 */
function sayOnce(cell: StyledNode): void {
  const { attribs } = cell
  if (attribs?.style === undefined) return
  const attributes = [`text-align:${attribs.align}`, `vertical-align:${valignAround(cell)}`]
  const inherited = cell.name === 'td' ? [`text-align:${alignAround(cell)}`, `font-weight:${weightAround(cell)}`] : []
  const needed = [...attributes, ...inherited].reduce(without, attribs.style)
  const wrapping = without(needed, 'white-space:nowrap')
  if (wrapping !== needed) attribs.nowrap = ''
  if (wrapping === '') delete attribs.style
  else attribs.style = wrapping
}

/** A minified style without a declaration. References contain semicolons too, so it isn't split. */
function without(style: string, declaration: string): string {
  if (style === declaration) return ''
  if (style.startsWith(`${declaration};`)) return style.slice(declaration.length + 1)
  if (style.endsWith(`;${declaration}`)) return style.slice(0, -declaration.length - 1)
  return style.replace(`;${declaration};`, ';')
}

function valignAround(cell: StyledNode): string | undefined {
  return firstAround(cell, ({ name, attribs }) => attribs?.valign ?? (name === 'table' ? '' : undefined))
}

function alignAround(cell: StyledNode): string | undefined {
  // Cells don't pass their attribute on to the tables in them, and a table's own is about the table.
  return firstAround(cell, ({ name, attribs }) => {
    const attribute = name === 'table' ? undefined : attribs?.align
    return valueIn('text-align', attribs?.style) ?? (attribute && 'unknown')
  })
}

function weightAround(cell: StyledNode): string {
  const bold = (name: string | undefined) => (name && /^(th|b|strong|h[1-6])$/.test(name) ? 'bold' : undefined)
  const weight = firstAround(cell, ({ name, attribs }) => valueIn('font-weight', attribs?.style) ?? bold(name))
  return weight ?? '400'
}

/** What the nearest element around a cell that answers says. */
function firstAround(cell: StyledNode, ask: (around: StyledNode) => string | undefined): string | undefined {
  for (let around = cell.parent; around; around = around.parent) {
    const answer = ask(around)
    if (answer !== undefined) return answer
  }
  return undefined
}

function valueIn(property: string, style: string | undefined): string | undefined {
  return style && new RegExp(`(?:^|;)${property}:([^;]+)`).exec(style)?.[1]
}

/** The side that `start` or `end` is. */
function sideOf(logical: string, dir: Direction): string {
  if (logical !== 'start' && logical !== 'end') return logical
  return (logical === 'start') === (dir === 'ltr') ? 'left' : 'right'
}

/**
 * Mail clients don't support logical properties, so mail CSS is written for each direction: `text-align: end` becomes
 * `right` or `left`, `padding-inline-start` becomes `padding-left` or `padding-right`.
 *
 * @param context what `css` is: a stylesheet, or the value of a `style` attribute
 */
export function physicalCss(css: string, dir: Direction, context: 'stylesheet' | 'declarationList'): string {
  if (!/\b(start|end)\b/.test(css)) return css
  const edits = declarationsOf(css, context).flatMap(({ property, start, words }) => {
    const name = property.replace(
      /^(padding|margin|border)-inline-(start|end)\b/,
      (_, of: string, logical: string) => `${of}-${sideOf(logical, dir)}`,
    )
    const sides = property === 'text-align' || property === 'float' ? words : []
    return [
      { start, end: start + property.length, text: name },
      ...sides.map(({ word, start, end }) => ({ start, end, text: sideOf(word, dir) })),
    ]
  })
  let physical = ''
  let at = 0
  for (const { start, end, text } of edits) {
    physical += css.slice(at, start) + text
    at = end
  }
  return physical + css.slice(at)
}
