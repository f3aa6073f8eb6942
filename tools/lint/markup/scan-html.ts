import { QuoteType, Tokenizer, type TokenizerCallbacks } from '../../../src/document/styles/html-parser.ts'
import { fileStart, placeAfter, type SourcePosition } from '../finding.ts'
import type { Attribute, AttributePart, Inside, Piece, Tag } from './html-pieces.ts'
import { partsOf, type TemplatePart } from './template-parts.ts'

/**
 * Splits an HTML template into text, tags with attributes, and mustaches with what contains them. As when styles are inlined, HTML's
 * tokenizer reads both branches of a block, one after the other; a statement is one character to it.
 *
 * @param template a syntax tree of Handlebars' parser
 * @param inside where the template starts, for a section within a style element
 */
export function scanHtml(template: hbs.AST.Program, inside: Inside = 'element'): Piece[] {
  const scanner = new Scanner(partsOf(template), rawElements.includes(inside) ? `<${inside}>` : '')
  const tokenizer = new Tokenizer({ decodeEntities: false }, scanner)
  tokenizer.write(scanner.html)
  tokenizer.end()
  return scanner.pieces
}

/** Stands for a statement: it has no part in HTML's syntax. */
const placeholder = '\uE000'

/** Elements whose content is text up to the next end tag of that name (HTML, 13.2.5). */
const rawElements: readonly string[] = ['style', 'script', 'title', 'textarea']

/** Takes what the tokenizer finds, from one offset to another, and gives the template's parts there. */
class Scanner implements TokenizerCallbacks {
  readonly html: string
  readonly pieces: Piece[] = []
  /** What isn't taken yet, the first part last, each with its end. */
  readonly #left: (TemplatePart & { end: number })[] = []
  /** How much of `html` is before the template. */
  readonly #start: number
  #inside: Inside = 'element'
  #tag: Tag = { kind: 'tag', name: '', at: fileStart, attributes: [] }
  #attribute: Attribute | undefined
  /** Of the text before, and of an attribute's value: where they begin and end. */
  #text: [start: number, end: number] | undefined
  #value: [start: number, end: number] | undefined

  constructor(parts: readonly TemplatePart[], start: string) {
    let html = start
    for (const part of parts) {
      html += part.kind === 'text' ? part.text : placeholder
      this.#left.push({ ...part, end: html.length })
    }
    this.#left.reverse()
    this.html = html
    this.#start = start.length
  }

  ontext(start: number, end: number): void {
    this.#text = [this.#text?.[0] ?? start, end]
  }

  oncomment(start: number, end: number): void {
    this.#endText(start)
    for (const part of this.#take(end)) if (part.kind !== 'text') this.#add(part, 'comment')
  }

  oncdata(start: number, end: number): void {
    this.oncomment(start, end)
  }

  ondeclaration(start: number): void {
    this.#endText(start)
  }

  onprocessinginstruction(start: number): void {
    this.#endText(start)
  }

  onopentagname(start: number, end: number): void {
    this.#endText(start - 1)
    this.#tag = { kind: 'tag', name: this.#name(start, end), at: this.#here, attributes: [] }
  }

  onattribname(start: number, end: number): void {
    this.#strays(start)
    const at = this.#here
    const first = this.#strays(end)
    const name = this.#name(start, end)
    this.#attribute = { name, at: first?.at ?? at, quote: '', value: [], depth: first?.depth ?? 0 }
    if (name) this.#tag.attributes.push(this.#attribute)
  }

  onattribdata(start: number, end: number): void {
    this.#value = [this.#value?.[0] ?? start, end]
  }

  onattribentity(): void {}

  onattribend(quote: QuoteType, end: number): void {
    const [from, to] = this.#value ?? [end, end]
    this.#value = undefined
    if (!this.#attribute || quote === QuoteType.NoValue) return
    this.#strays(from)
    this.#attribute.quote = quotes[quote]
    this.#attribute.value.push(...this.#valueOf(this.#take(to)))
  }

  onopentagend(end: number): void {
    this.#strays(end)
    if (end >= this.#start) this.pieces.push(this.#tag)
    this.#inside = rawElements.includes(this.#tag.name) ? (this.#tag.name as Inside) : 'element'
  }

  onselfclosingtag(end: number): void {
    this.#tag.isClosed = true
    this.onopentagend(end)
    this.#inside = 'element'
  }

  onclosetag(start: number, end: number): void {
    this.#endText(start - 2)
    this.pieces.push({ kind: 'endTag', name: this.#name(start, end), at: this.#here })
    this.#inside = 'element'
  }

  ontextentity(): void {}

  onend(): void {
    this.#endText(this.html.length)
  }

  /** Where the first part is that isn't taken. */
  get #here(): SourcePosition {
    return this.#left.at(-1)?.at ?? fileStart
  }

  #name(start: number, end: number): string {
    return this.html.slice(start, end).replaceAll(placeholder, '').toLowerCase()
  }

  /** Adds the text before `end`; statements around it stand in a tag. */
  #endText(end: number): void {
    if (this.#text) {
      this.#strays(this.#text[0])
      for (const part of this.#take(this.#text[1])) this.#add(part, this.#inside)
    }
    this.#text = undefined
    this.#strays(end)
  }

  /** Takes statements in a tag, outside a value: each could become an attribute, or the tag's end. @returns the first text */
  #strays(end: number): TemplatePart | undefined {
    const taken = this.#take(end)
    for (const part of taken) {
      if (part.kind === 'section') this.#add(part, this.#inside)
      if (part.kind === 'mustache' || part.kind === 'fork')
        this.pieces.push({ kind: 'stray', at: part.at, tag: this.#tag.name })
    }
    return taken.find(({ kind }) => kind === 'text')
  }

  #add(part: TemplatePart, inside: Inside): void {
    const { at } = part
    if (part.kind === 'text' || part.kind === 'mustache') this.pieces.push({ ...part, inside })
    else if (part.kind === 'section') this.pieces.push({ kind: 'section', name: part.name, at, inside: this.#inside })
    else this.pieces.push({ kind: part.kind, at })
  }

  #valueOf(parts: readonly TemplatePart[]): AttributePart[] {
    const value: AttributePart[] = []
    const lists = [value]
    for (const part of parts) {
      const list = lists.at(-1) ?? value
      if (part.kind === 'text') list.push(part)
      else if (part.kind === 'mustache') list.push({ ...part, inside: this.#inside })
      else if (part.kind === 'section') this.#add(part, this.#inside)
      else if (part.kind === 'fork') {
        const branches: [AttributePart[], AttributePart[]] = [[], []]
        list.push({ kind: 'block', at: part.at, branches })
        lists.push(branches[1], branches[0])
      } else lists.pop()
    }
    return value
  }

  /** Takes the parts up to an offset; of a text that goes on, what is before. */
  #take(end: number): TemplatePart[] {
    const taken: TemplatePart[] = []
    for (let part = this.#left.at(-1); part; part = this.#left.at(-1)) {
      const length = part.kind === 'text' ? part.text.length : 1
      const before = Math.min(length, end - (part.end - length))
      if (before <= 0) break
      this.#left.pop()
      if (part.kind !== 'text' || before === length) taken.push(part)
      else {
        const text = part.text.slice(0, before)
        taken.push({ ...part, text })
        this.#left.push({ ...part, text: part.text.slice(before), at: placeAfter(part.at, text) })
      }
    }
    return taken
  }
}

const quotes = {
  [QuoteType.Unquoted]: '',
  [QuoteType.Single]: "'",
  [QuoteType.Double]: '"',
} as const
