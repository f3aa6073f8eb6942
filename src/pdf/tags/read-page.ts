import { Parser } from '../../document/styles/html-parser.ts'
import { runsBackward } from '../file/backward/spell-backward.ts'
import { headingLevels } from '../file/heading-levels.ts'
import { languageTag } from '../file/syntax.ts'
import { lettersOf } from './letters.ts'
import {
  type Attributes,
  type Frame,
  isLeaf,
  type Leaf,
  type PageElement,
  type PageElements,
  type Role,
} from './page-elements.ts'
import { TableReader } from './tables.ts'

export { pageTexts } from './page-texts.ts'

/**
 * Reads a page's structure from its HTML.
 *
 * @returns undefined if it has anything whose meaning isn't known here, or something that makes it less than
 *   accessible: for such a page the browser's own tags are better
 */
export function readPage(html: string): PageElements | undefined {
  const body = html.indexOf('<body')
  const lang = /<html\b[^>]*? lang="([\w-]+)"/.exec(html)?.[1]
  if (body < 0 || !lang || !languageTag.test(lang) || !/<title>\s*[^<\s]/.test(html)) return undefined
  const reader = new ElementReader()
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: text => reader.text(text),
    onclosetag: (name, isImplied) => reader.close(name, isImplied),
  })
  parser.end(html.slice(body))
  if (!reader.isUnderstood) return undefined
  levelHeadings(reader.root)
  const backward = { letters: runsBackward(html), lines: /<html\b[^>]*? dir="rtl"/.test(html) }
  return { lang, backward, root: reader.root, leaves: reader.leaves }
}

/** Headings without anything in them are none. */
function levelHeadings(root: PageElement): void {
  const levelOf = headingLevels()
  const visit = (element: PageElement) => {
    if (element.level !== undefined && isFilled(element)) element.level = levelOf(element.level)
    for (const kid of element.kids) if (!isLeaf(kid)) visit(kid)
  }
  visit(root)
}

function isFilled({ kids }: PageElement): boolean {
  return kids.some(kid => isLeaf(kid) || isFilled(kid))
}

/** Builds the elements of a page from its tags and texts, in their order. */
class ElementReader {
  readonly root: PageElement = { role: 'Document', kids: [] }
  readonly leaves: Leaf[] = []
  readonly tables = new TableReader()
  isUnderstood = true
  #frames: Frame[] = [{ element: this.root, kind: 'element' }]
  #text = ''
  /** Whether blanks were read since the last text. */
  #isParted = false
  #isFirst = false
  /** How many tags deep within a drawing. */
  #drawing = 0

  open(name: string, attributes: Attributes): void {
    // A line's end is a blank between words.
    if (name === 'br' && this.#drawing === 0) {
      this.text('\n')
      return
    }
    this.#endText()
    if (this.#drawing > 0) this.#drawing += 1
    else this.#frames.push(this.#frameOf(name, attributes))
  }

  close(name: string, isImplied: boolean): void {
    if (name === 'br' && this.#drawing === 0) return
    this.#endText()
    if (this.#drawing > 0) this.#drawing -= 1
    if (this.#drawing > 0) return
    this.#frames.pop()
    this.tables.close(name)
    // A browser may think of another end.
    if (isImplied && !voids.has(name)) this.isUnderstood = false
  }

  /** A text with character references comes in parts. */
  text(part: string): void {
    this.#text += part
  }

  #endText(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    const letters = lettersOf(text)
    if (this.#drawing > 0) return
    if (letters === '') this.#isParted = true
    else this.#add({ element: this.#line(), text: this.#isParted ? ` ${text}` : text, letters })
  }

  get #frame(): Frame {
    // biome-ignore lint/style/noNonNullAssertion: a parser closes only what it opened, so the document's stays
    return this.#frames.at(-1)!
  }

  #frameOf(name: string, attributes: Attributes): Frame {
    const isHidden = attributes['aria-hidden'] === 'true'
    const element = isHidden ? undefined : this.#frame.element
    if (pictures.has(name)) return this.#picture(name, attributes, element)
    if (isStrange(name, attributes)) this.isUnderstood = false
    const { lang } = attributes
    if (lang !== undefined && element && inlines.has(name)) return this.#inOther(lang)
    if (inlines.has(name) || !element) return { element, kind: 'inline' }
    if (element.role === 'Link') this.isUnderstood = false
    if (name === 'a')
      return attributes.href
        ? this.#element(this.#line() ?? element, { role: 'Link', kids: [] })
        : { element, kind: 'inline' }
    this.#block.paragraph = undefined
    if (blocks.has(name)) {
      this.#isFirst = true
      return { element, kind: 'block' }
    }
    const role = roles[name]
    if (role) return this.#element(element, { role, kids: [] }, name)
    const frame = this.tables.open(name, attributes, element)
    if (!frame) this.isUnderstood = false
    return frame ?? { element, kind: 'block' }
  }

  #element(parent: PageElement, element: PageElement, name = ''): Frame {
    if ((parent.role === 'L') !== (element.role === 'LI')) this.isUnderstood = false
    parent.kids.push(element)
    if (element.role === 'H') element.level = Number(name[1])
    if (element.role !== 'LI') return { element, kind: 'element' }
    // What a list item holds is its body (ISO 32000-1, table 336).
    const body: PageElement = { role: 'LBody', kids: [] }
    element.kids.push(body)
    return { element: body, kind: 'element' }
  }

  /** What is in another language is an element of its own in the text around (ISO 32000-1, 14.9.2). */
  #inOther(lang: string): Frame {
    const element: PageElement = { role: 'Span', kids: [], lang }
    this.#line()?.kids.push(element)
    return { element, kind: 'element' }
  }

  #picture(name: string, attributes: Attributes, parent: PageElement | undefined): Frame {
    if (name === 'svg') this.#drawing = 1
    const alt = name === 'svg' ? attributes['aria-label'] : attributes.alt
    if (alt === undefined || (name === 'svg' && attributes.role !== 'img')) this.isUnderstood = false
    const isArtifact = !parent || !alt
    const element: PageElement | undefined = isArtifact ? undefined : { role: 'Figure', kids: [], alt }
    if (element && parent) this.#hold(element, parent)
    this.#add({ element, text: '', letters: '', link: parent?.role === 'Link' ? parent : undefined })
    return { element: parent, kind: 'inline' }
  }

  /** Puts a picture into the paragraph that goes on, or beside. */
  #hold(picture: PageElement, parent: PageElement): void {
    const holder = this.#block.paragraph ?? parent
    if (textless.has(holder.role)) this.isUnderstood = false
    holder.kids.push(picture)
  }

  /** The frame whose text this is. */
  get #block(): Frame {
    return this.#frames.findLast(({ kind, element }) => kind !== 'inline' || !element) ?? this.#frame
  }

  /** What text belongs to here: in a block without a meaning, a paragraph (ISO 32000-1, 14.8.4.2). */
  #line(): PageElement | undefined {
    const block = this.#block
    const { element, kind } = block
    if (element && textless.has(element.role)) this.isUnderstood = false
    if (!element || kind !== 'block' || paragraphs.has(element.role)) return element
    if (!block.paragraph) {
      block.paragraph = { role: 'P', kids: [] }
      element.kids.push(block.paragraph)
    }
    return block.paragraph
  }

  #add({ element, text, letters, link }: Pick<Leaf, 'element' | 'text' | 'letters'> & Partial<Leaf>): void {
    const leaf: Leaf = { element, text, letters, link, isFirst: this.#isFirst, head: this.tables.headOfBody }
    this.#isFirst = false
    this.#isParted = false
    element?.kids.push(leaf)
    this.leaves.push(leaf)
    this.tables.add(leaf)
  }
}

const pictures = new Set(['img', 'svg'])
const voids = new Set(['img', 'wbr'])
const inlines = new Set(['span', 'b', 'strong', 'i', 'em', 'small', 'u', 'wbr'])
const blocks = new Set(['body', 'div', 'pre'])
const roles: Record<string, Role> = {
  p: 'P',
  ul: 'L',
  ol: 'L',
  li: 'LI',
  h1: 'H',
  h2: 'H',
  h3: 'H',
  h4: 'H',
  h5: 'H',
  h6: 'H',
}
const paragraphs: ReadonlySet<Role> = new Set<Role>(['P', 'H', 'Link', 'Span'])
const textless: ReadonlySet<Role> = new Set<Role>(['L', 'Table', 'TR'])

/** Whether a tag says more of what it means than its name does. */
function isStrange(name: string, attributes: Attributes): boolean {
  const { hidden, lang, role } = attributes
  if (hidden !== undefined || (lang !== undefined && !(inlines.has(name) && languageTag.test(lang)))) return true
  if (role !== undefined && !(name === 'table' && role === 'presentation')) return true
  for (const attribute in attributes) if (attribute.startsWith('aria-') && attribute !== 'aria-hidden') return true
  return false
}
