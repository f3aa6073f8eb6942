import { Parser } from '../../document/styles/html-parser.ts'
import { lettersOf } from './letters.ts'
import { inOneLine } from './page-elements.ts'

/** What a page's headings and links say, and its words, as it is read: without marks of direction and soft breaks. */
export interface PageTexts {
  /** In the page's order; empty ones, too. */
  headings: readonly string[]
  /** By address, as a browser writes it. Of links with one address that say different things, none. */
  links: ReadonlyMap<string, string>
  words: PageWords
}

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

/** The letters of a page in its order, and where blanks part them. */
export class PageWords {
  #letters = ''
  /** How many letters are before a blank. */
  readonly #blanks = new Set<number>()
  /** Where the last text that was found ends. */
  #at = 0

  add(text: string): void {
    for (const part of text.split(/(\s+)/)) {
      if (part === '') continue
      const letters = /\s/.test(part) ? '' : lettersOf(part)
      this.#letters += letters
      if (letters === '' && /\s/.test(part)) this.#blanks.add(this.#letters.length)
    }
  }

  /** A tag begins or ends: of a block, or a line. */
  tag(name: string): void {
    if (name === 'br') this.add('\n')
    else if (!inlines.has(name)) this.#letters += '\n'
  }

  /** Whether the page has a blank between two texts that are drawn one after the other; no, if it isn't known where they are. */
  isParted(before: string, after: string): boolean {
    const at = this.#placeBetween(before, after)
    const next = at ?? this.#find(after, this.#at)
    if (next !== undefined) this.#at = next + after.length
    return at !== undefined && this.#blanks.has(at)
  }

  #placeBetween(before: string, after: string): number | undefined {
    const at = this.#at
    if (this.#letters.startsWith(before, at - before.length)) {
      if (this.#letters.startsWith(after, at)) return at
      // Most texts are cells of their own.
      let next = at
      while (this.#letters[next] === '\n') next += 1
      if (next > at && this.#letters.startsWith(after, next)) return undefined
    }
    const found = this.#find(before + after, at - before.length)
    return found === undefined ? undefined : found + before.length
  }

  /** Looks ahead first, then behind, and no farther than `reach`: what is drawn elsewhere would take the longer, the longer a page is. */
  #find(letters: string, from: number): number | undefined {
    const start = Math.max(0, from - reach)
    const near = this.#letters.slice(start, from + reach)
    const ahead = near.indexOf(letters, from - start)
    const at = ahead < 0 ? near.indexOf(letters) : ahead
    return at < 0 ? undefined : start + at
  }
}

const reach = 20_000

/** What is in a line with the text around it. */
const inlines = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
