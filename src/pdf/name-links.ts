/**
 * Gives each link of a page something that says what it is, because a document has none that says nothing (ISO 14289-1, 7.18.5): a link
 * around a decoration says its label or its address, and one that is hidden from screen readers is not.
 *
 * @param html a complete page
 * @returns the same page if there is no such link, as in those of the package
 */
export function nameLinks(html: string): string {
  let named = ''
  let copied = 0
  const insert = (at: number, attributes: string) => {
    named += html.slice(copied, at) + attributes
    copied = at
  }
  for (const { start, tag, content } of linksIn(html)) {
    if (hidden.test(tag)) insert(start + '<a'.length, shown)
    const picture = saysSomething(content) ? null : /<(img|svg)(?=[\s/>])/i.exec(content)
    if (!picture) continue
    const name = attribute(tag, 'aria-label') || attribute(tag, 'title') || attribute(tag, 'href')
    const end = start + tag.length + picture.index + picture[0].length
    const quoted = `"${name.replaceAll('"', '&quot;')}"`
    insert(
      end,
      picture[1]?.toLowerCase() === 'img' ? ` alt=${quoted}${shown}` : ` role="img" aria-label=${quoted}${shown}`,
    )
  }
  return named + html.slice(copied)
}

/** Of attributes with one name, the first counts. */
const shown = ' aria-hidden="false"'
const hidden = /\saria-hidden\s*=\s*["']?true/i

interface Link {
  /** Where it begins, and its tag. */
  start: number
  tag: string
  content: string
}

function linksIn(html: string): Link[] {
  const tags = Array.from(html.matchAll(/<a\s[^<>]*>/gi))
  return tags.flatMap(({ 0: tag, index: start }, place) => {
    if (attribute(tag, 'href') === '') return []
    // A link ends where the next begins.
    const [content = ''] = html.slice(start + tag.length, tags[place + 1]?.index).split(/<\/a(?=[\s>])/i, 1)
    return { start, tag, content }
  })
}

/** Whether a link has text, or a picture with some. */
function saysSomething(content: string): boolean {
  const seen = content.replace(/<([a-z][a-z0-9]*)(?=\s)[^<>]*\saria-hidden\s*=\s*["']?true[^<>]*>[^<]*<\/\1/gi, '')
  const text = seen.replace(/<[^>]*>/g, '').replace(/&nbsp;|&#160;|&#xa0;/gi, '')
  if (text.trim() !== '') return true
  return Array.from(seen.matchAll(/<(?:img|svg)\s[^>]*>/gi)).some(
    ([tag]) => !hidden.test(tag) && (attribute(tag, 'alt') || attribute(tag, 'aria-label')).trim() !== '',
  )
}

/** The value of a tag's attribute, as it is written; empty if there is none. */
function attribute(tag: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return double ?? single ?? bare ?? ''
}
