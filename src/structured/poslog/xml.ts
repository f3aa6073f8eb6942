/** An element of an XML document. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string | undefined>>
  content: string | readonly XmlElement[]
}

type Content = string | number | undefined | readonly (XmlElement | undefined)[]

/** An element; undefined if it would have neither content nor attributes. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlElement | undefined {
  const children = Array.isArray(content) ? content.filter(child => child !== undefined) : undefined
  const text = children || content === undefined ? '' : String(content)
  const isEmpty = children ? children.length === 0 : content === undefined
  if (isEmpty && Object.values(attributes).every(value => value === undefined)) return undefined
  return { name, attributes, content: children ?? text }
}

/** A document in UTF-8, an element a line (XML 1.0). */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`
}

function write({ name, attributes, content }: XmlElement, indent: string): string {
  const all = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(value)}"`,
  )
  const start = `${indent}<${name}${all.join('')}`
  if (content.length === 0) return `${start}/>\n`
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>\n`
  return `${start}>\n${content.map(child => write(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** Line breaks and tabs stay also in attributes (3.3.3); what isn't a character of XML (2.2) becomes U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, sign => `&#${sign.charCodeAt(0)};`)
}
