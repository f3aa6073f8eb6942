import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { normalized } from '../../src/standards/normal-form.ts'

/** The words of a page that a reader of it sees, in its order: between blanks, lines and blocks. In capitals, as some styles write them. */
export function wordsOfPage(html: string): string[] {
  return wordsIn(shownText(parse(html)))
}

/** The words of a text, without what shows nothing, written as `wordsOfPage` writes them. */
export function wordsIn(text: string): string[] {
  const seen = text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  return normalized(seen, 'NFKC').toUpperCase().split(/\s+/).filter(Boolean)
}

function shownText(node: Tree.Node): string {
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  const isElement = 'tagName' in node
  if (isElement && (unseen.has(node.tagName) || node.attrs.some(({ name }) => name === 'aria-hidden'))) return ''
  const text = node.childNodes.map(shownText).join('')
  return isElement && !inlines.has(node.tagName) ? ` ${text} ` : text
}

const unseen = new Set(['head', 'style', 'title', 'svg'])
const inlines = new Set(['span', 'b', 'strong', 'i', 'em', 'small', 'u', 'wbr', 'sup', 'sub'])
