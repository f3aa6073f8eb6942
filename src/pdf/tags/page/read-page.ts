import { Parser } from 'htmlparser2'
import { ElementReader } from './element-reader.ts'
import type { PageElements } from './page-elements.ts'

/**
 * Reads a page's structure from its HTML.
 *
 * @returns undefined if it has anything whose meaning isn't known here, letters that run from right to left, or something that makes it
 *   less than accessible: for such a page the browser's own tags are better
 */
export function readPage(html: string): PageElements | undefined {
  const body = html.indexOf('<body')
  const lang = /<html\b[^>]*? lang="([\w-]+)"/.exec(html)?.[1]
  if (body < 0 || !lang || !/<title>\s*[^<\s]/.test(html) || backward.test(html)) return undefined
  const reader = new ElementReader()
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: text => reader.text(text),
    onclosetag: (name, isImplied) => reader.close(name, isImplied),
  })
  parser.end(html.slice(body))
  return reader.isUnderstood
    ? { lang, root: reader.root, leaves: reader.leaves, lines: reader.tables.lines }
    : undefined
}

/** Hebrew, Arabic and other letters of such scripts, and their presentation forms. */
const backward = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
