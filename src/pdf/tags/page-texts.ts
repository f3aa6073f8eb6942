import { Parser } from '../../document/styles/html-parser.ts'
import { inOneLine, type PageTexts } from './page-elements.ts'
import { PageWords } from './page-words.ts'

/** The texts of a page's headings and links, and its words. */
export function pageTexts(html: string): PageTexts {
  const words = new PageWords()
  const headings: string[] = []
  const links: { href: string; text: string }[] = []
  let heading: string | undefined
  let isInLink = false
  const addToLink = (text: string) => {
    const link = links.at(-1)
    if (isInLink && link) link.text += text
  }
  const parser = new Parser({
    onopentag(name, { href, alt = '' }) {
      if (name === 'img') addToLink(alt)
      words.tag(name)
      if (name === 'a' && href !== undefined) {
        links.push({ href, text: '' })
        isInLink = true
      }
      if (heading !== undefined || !/^h[1-6]$/.test(name)) return
      heading = name
      headings.push('')
    },
    ontext(text) {
      if (heading !== undefined) headings[headings.length - 1] += text
      addToLink(text)
      words.add(text)
    },
    onclosetag(name) {
      if (name !== 'br') words.tag(name)
      if (name === heading) heading = undefined
      if (name === 'a') isInLink = false
    },
  })
  parser.end(html.slice(Math.max(0, html.indexOf('<body'))))
  return { headings: headings.map(inOneLine), links: textsOfLinks(links), words }
}

function textsOfLinks(links: readonly { href: string; text: string }[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { href, text } of links) {
    const address = URL.parse(href)?.href ?? href
    const said = inOneLine(text)
    const known = texts.get(address)
    texts.set(address, known === undefined || known === said ? said : '')
  }
  return texts
}
