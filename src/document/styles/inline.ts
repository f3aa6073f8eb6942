import { type CheerioAPI, load } from 'cheerio/slim'
import juice from 'juice'
import type { Direction } from '../../view/receipt-view.ts'
import { asAttribute, isMarked } from '../language/mask.ts'
import { physicalCss, sideOf } from './direction.ts'
import { minifyDeclarations } from './minify.ts'
import { sayOnce } from './say-once.ts'
import { classesIn } from './stylesheet.ts'

/**
 * Prepares a page for mail clients: inlines the rules of `css`, turns `start` and `end` into left and right, and removes
 * classes that no rule in the page's `<style>` names (a mail of 300 lines must stay small).
 *
 * @param html the whole page; may contain marks of a mask (language/mask.ts)
 * @param css plain rules; a value may be a mark
 */
export function inlineStyles(html: string, css: string, dir: Direction): string {
  const page = load(html, { xml: { decodeEntities: false, xmlMode: false } })
  juice.inlineDocument(page, physicalCss(css, dir, 'stylesheet'), {
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

/** Writes the page's `<style>` for a direction; returns the classes it names. */
function keepStyles(page: CheerioAPI, dir: Direction): Set<string> {
  const classes = new Set<string>()
  page('style').each((_, element) => {
    for (const text of element.children) {
      if (text.type !== 'text') continue
      text.data = physicalCss(text.data, dir, 'stylesheet')
      for (const name of classesIn(text.data)) classes.add(name)
    }
  })
  return classes
}

function pruneClass(attribs: Record<string, string>, kept: ReadonlySet<string>): void {
  const stay = attribs.class!.split(/\s+/).filter(name => kept.has(name))
  if (stay.length > 0) attribs.class = stay.join(' ')
  else delete attribs.class
}
