import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** An element of a page, its attributes, and the text in it. */
export interface FoundElement {
  tag: string
  attributes: Record<string, string>
  /** All text inside, entities decoded. */
  text: string
  /** The elements it is in, nearest first. */
  within: readonly string[]
  /** Every element inside it, in order. */
  inside: FoundElement[]
}

/** All elements of a page in document order, as a browser sees them. */
export function elementsOf(html: string): FoundElement[] {
  const [root] = childrenOf(parse(html), [])
  return root ? [root, ...root.inside] : []
}

/** The text a page shows: entities decoded, tags gone, styles and title not in it. */
export function textOf(html: string): string {
  return shownText(parse(html))
}

/** What a page is made of, without what it says: tags and names of attributes in order, `</tag>` where an element ends. */
export function skeletonOf(html: string): string[] {
  return skeleton(parse(html))
}

/** Every text of a page in order: text nodes, and values of attributes as `name=value`. */
export function textsOf(html: string): string[] {
  return texts(parse(html))
}

function childrenOf(node: Tree.ParentNode, within: readonly string[]): FoundElement[] {
  return node.childNodes.filter(isElement).map(element => {
    const children = childrenOf(element, [element.tagName, ...within])
    return {
      tag: element.tagName,
      attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
      text: allText(element),
      within,
      inside: children.flatMap(child => [child, ...child.inside]),
    }
  })
}

function shownText(node: Tree.Node): string {
  if (isText(node)) return node.value
  if (isElement(node) && ['head', 'style', 'title'].includes(node.tagName)) return ''
  const text = 'childNodes' in node ? node.childNodes.map(shownText).join('') : ''
  return isElement(node) && blocks.has(node.tagName) ? `${text}\n` : text
}

const blocks = new Set(['br', 'div', 'p', 'h1', 'h2', 'h3', 'td', 'th', 'tr', 'table', 'pre', 'li'])

function skeleton(node: Tree.Node): string[] {
  if (node.nodeName === '#comment') return ['<!-->']
  const inside = 'childNodes' in node ? node.childNodes.flatMap(skeleton) : []
  if (!isElement(node)) return inside
  return [[`<${node.tagName}`, ...node.attrs.map(({ name }) => name)].join(' '), ...inside, `</${node.tagName}>`]
}

function texts(node: Tree.Node): string[] {
  if (isText(node)) return [node.value]
  const inside = 'childNodes' in node ? node.childNodes.flatMap(texts) : []
  return isElement(node) ? [...node.attrs.map(({ name, value }) => `${name}=${value}`), ...inside] : inside
}

function allText(node: Tree.Node): string {
  if (isText(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map(allText).join('') : ''
}

function isElement(node: Tree.Node): node is Tree.Element {
  return 'tagName' in node
}

function isText(node: Tree.Node): node is Tree.TextNode {
  return node.nodeName === '#text'
}
