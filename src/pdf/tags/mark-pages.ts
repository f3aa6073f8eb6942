import type { ObjectValues } from '../file/object-values.ts'
import { inflated, type PdfObject, streamsIn } from '../file/plain-pdf.ts'
import { eachOperator, type Matrix } from '../file/syntax.ts'
import { drawsMissing, type GlyphRun, readTextObject, type Widths, widthsOn } from '../file/text-runs.ts'
import { asReference, pdfText } from '../file/values.ts'
import { needsBlank, type Word, withBlank } from './blanks.ts'
import { DrawOrderMatcher, type LeafPart, type Matched, type Spot } from './draw-order.ts'
import { GraphicsState, isScaled, scaleOf } from './graphics-state.ts'
import {
  type FontLetters,
  type GlyphLetters,
  glyphLettersOn,
  lettersOfGlyphs,
  lettersSpelled,
  mirrored,
} from './letters.ts'
import { blankBeside, joinBackward, type LineText, readLine } from './lines.ts'
import { endOfMark, MarkWriter } from './mark-writer.ts'
import { type Leaf, type PageElement, type PageElements, roleName } from './page-elements.ts'

/** A page with the number of its object, and of its content's. */
interface NumberedPage extends MarkedPage {
  number: number
  contents: number
}

/** All pages with their marks, and which element each belongs to. */
export interface MarkedPages extends Matched {
  pages: readonly NumberedPage[]
}

/**
 * Marks what is drawn on a document's pages, and joins the glyphs of its lines.
 *
 * @param values changed
 * @returns undefined if that isn't what the leaves say, in their order, or if a font hasn't a character
 */
export function markPages(
  objects: readonly PdfObject[],
  values: ObjectValues,
  { leaves, backward }: Pick<PageElements, 'leaves' | 'backward'>,
): MarkedPages | undefined {
  const streams = streamsIn(objects)
  const follower = new DrawOrderMatcher(leaves)
  const known = new Map<number, GlyphLetters>()
  const widths = new Map<number, Widths>()
  const pages: NumberedPage[] = []
  for (const number of values.beginning('<</Type /Page\n')) {
    const page = values.get(number)
    const contents = asReference(page.get('Contents')) ?? 0
    const content = inflated(streams.get(contents))
    const letters = glyphLettersOn(page, values, streams, known)
    if (content === undefined || !letters || drawsMissing(content)) return undefined
    const drawn = { content, letters, widths: widthsOn(page, values, widths), backward }
    const marked = markPage(drawn, pages.length, follower)
    if (!marked) return undefined
    pages.push({ ...marked, number, contents })
  }
  return follower.isAtEnd ? { pages, marks: follower.marks, spots: follower.spots } : undefined
}

/** A page's operators as Chromium writes them, one in a line, and what its fonts are by name. */
interface DrawnPage {
  content: string
  letters: FontLetters
  widths: ReadonlyMap<string, Widths>
  backward: PageElements['backward']
}

/** A page's content with its marks. */
interface MarkedPage {
  content: string
  /** What each marked content belongs to, by its number (MCID). */
  owners: readonly PageElement[]
}

/**
 * Joins the glyphs of a page's lines, and marks everything drawn on it as the leaf that it is, or as an artifact (ISO
 * 32000-1, 14.6 and 14.8.2.2): what is in the margins, lines, and backgrounds.
 *
 * @param page its index
 * @returns undefined if what is drawn isn't what the follower expects
 */
function markPage(drawn: DrawnPage, page: number, follower: DrawOrderMatcher): MarkedPage | undefined {
  const marker = new Marker(drawn, page, follower)
  const content = marker.mark()
  return content === undefined ? undefined : { content, owners: marker.owners }
}

class Marker {
  readonly owners: PageElement[] = []
  readonly #content: string
  readonly #letters: FontLetters
  readonly #widths: ReadonlyMap<string, Widths>
  readonly #page: number
  readonly #follower: DrawOrderMatcher
  readonly #backward: PageElements['backward']
  readonly #marked: MarkWriter<Leaf | typeof artifact | typeof pagination>
  /** The text before, if it has no blank behind it. */
  #word: (Word & { piece: number }) | undefined
  readonly #state = new GraphicsState()
  /** The coordinates of a picture: how deep they are saved, where they begin, and whether anything is drawn in them yet. */
  #picture: { depth: number; start: number; isMarked: boolean } | undefined
  /** Where a path begins that is not yet known to be drawn. */
  #path: number | undefined
  /** Chromium draws the margins first, then clips to the space between them. */
  #isInMargins = true
  #isUnderstood = true
  /** How everything but pictures is scaled. */
  readonly #scale: number

  constructor({ content, letters, widths, backward }: DrawnPage, page: number, follower: DrawOrderMatcher) {
    this.#content = content
    this.#marked = new MarkWriter(content)
    this.#letters = letters
    this.#widths = widths
    this.#backward = backward
    this.#page = page
    this.#follower = follower
    this.#scale = scaleOf(content)
  }

  mark(): string | undefined {
    if (this.#page > 0) this.#follower.beginPage()
    eachOperator(this.#content, (operator, start, end) => {
      const later = this.#visit(operator, start, end)
      return this.#isUnderstood ? later : false
    })
    this.#marked.end()
    // What goes on on the next page is apart from what is here.
    const next = this.#follower.next
    if (next) this.#part(next)
    return this.#isUnderstood ? this.#marked.whole() : undefined
  }

  /** Visits an operator; returns where to go on if it isn't the next line. */
  #visit(operator: string, start: number, end: number): number | undefined {
    if (operator === 'BT') return this.#text(start)
    if (operator === 're' || operator === 'm') this.#path ??= start
    else if (operator === 'n') this.#clip()
    else if (operator === 'q') this.#save()
    else if (operator === 'Q') this.#restore(start)
    else if (operator === 'cm') this.#transform(start, end)
    else if (operator === 'rg') this.#state.color = this.#content.slice(start, end + 1)
    else if (operator === 'Do' || paints.has(operator)) this.#paint(this.#path ?? start, end + 1)
    else if (operator.endsWith('C')) this.#isUnderstood = false
    return undefined
  }

  #clip(): void {
    this.#path = undefined
    this.#isInMargins = false
  }

  #save(): void {
    this.#marked.end()
    this.#state.save()
  }

  #restore(start: number): void {
    this.#marked.end()
    this.#state.restore()
    if (!this.#picture || this.#state.depth >= this.#picture.depth) return
    if (this.#picture.isMarked) this.#marked.insert(start, endOfMark)
    this.#picture = undefined
  }

  #transform(start: number, end: number): void {
    this.#marked.end()
    const matrix = this.#numbers(start, end - ' cm'.length) as Matrix
    this.#state.transform(matrix)
    const { depth } = this.#state
    // The page itself is turned over outside of all that is saved.
    if (depth === 0 || this.#picture || isScaled(matrix, this.#scale)) return
    this.#picture = { depth, start: end + 1, isMarked: false }
  }

  #paint(start: number, end: number): void {
    this.#path = undefined
    if (this.#picture) this.#drawPicture(this.#picture)
    else {
      this.#begin(artifact, start)
      this.#marked.extend(end)
    }
  }

  #drawPicture(picture: { start: number; isMarked: boolean }): void {
    if (picture.isMarked) return
    const next = this.#follower.next
    // The text goes on on the next page, and the picture is of another column.
    if (next && next.leaf === this.#word?.leaf) this.#part(next)
    this.#word = undefined
    const leaf = this.#follower.picture()
    this.#isUnderstood = leaf !== undefined
    if (!leaf) return
    picture.isMarked = true
    this.#marked.insert(picture.start, this.#lineFor(leaf))
    if (leaf.link) this.#follower.addSpot(leaf.link, this.#state.spot(this.#page, 0, 0, 0))
  }

  /** Marks a text object, from its BT to its ET; where letters run backward, all of its line. */
  #text(start: number): number {
    const content = this.#content
    if (this.#backward.letters && !this.#picture && !this.#isInMargins) return this.#line(start)
    const run = readTextObject(content, start, this.#widths)
    const end = content.indexOf(endOfText, run ? run.end - 1 : start) + endOfText.length
    this.#isUnderstood = end > start
    if (!this.#isUnderstood) return start
    if (this.#picture) this.#drawPicture(this.#picture)
    else if (this.#isInMargins) this.#begin(pagination, start)
    else return this.#markRun(start, end, run)
    if (run) {
      this.#marked.insert(run.start, run.text)
      this.#marked.skipTo(run.end)
    }
    this.#marked.extend(end)
    return end
  }

  #markRun(start: number, end: number, run: GlyphRun | undefined): number {
    const content = this.#content
    const fonts = this.#letters
    const of = run && fonts.get(run.font)?.of
    const letters = run
      ? lettersOfGlyphs(run.glyphs, fonts.get(run.font))
      : lettersSpelled(content.slice(start, end), fonts)
    const blanks = { before: of?.[run?.glyphs[0] ?? 0] === '', behind: of?.[run?.glyphs.at(-1) ?? 0] === '' }
    const part = this.#markText(start, letters, blanks.before)
    // At a page's end, Chromium may draw a text of no glyphs; and a blank of something else parts nothing here.
    const isNothing =
      letters === '' && (this.#marked.open !== this.#word?.leaf || !content.slice(start, end).includes('<'))
    const word = isNothing ? this.#word : undefined
    this.#marked.insert(run ? run.start : start, run ? run.text : content.slice(start, end - endOfText.length + 1))
    this.#marked.skipTo(run ? run.end : end - endOfText.length + 1)
    const piece = this.#marked.last
    this.#word =
      part && !blanks.behind ? { ...part, piece, font: run?.font, size: this.#sizeAt(start), place: undefined } : word
    this.#marked.extend(end)
    return end
  }

  /** Begins the mark of a text. @returns what it is of; undefined for a blank, and for what isn't expected */
  #markText(start: number, letters: string | undefined, isApart: boolean): LeafPart | undefined {
    const part = letters ? this.#follower.text(letters) : undefined
    // A space on its own belongs to what is around it.
    if (letters === '' && this.#marked.open) return undefined
    if (letters === '') this.#begin(artifact, start)
    else if (!part) this.#isUnderstood = false
    else this.#markPart(part, start, isApart)
    return part
  }

  /** Marks the text objects of a line, in the order in which they are read. */
  #line(start: number): number {
    const line = readLine(this.#content, start, this.#state.color, this.#letters, this.#widths)
    this.#isUnderstood = line !== undefined
    if (!line) return start
    const { texts, end } = line
    const left = [...texts]
    let last: { text: LineText; part: LeafPart; written: LineText } | undefined
    while (left.some(({ letters }) => letters !== '')) {
      const next = this.#nextOf(left)
      this.#isUnderstood = next !== undefined
      if (!next) return start
      const { text, part, isMirrored } = next
      left.splice(left.indexOf(text), 1)
      const isParted = !text.blanks.before && this.#word !== undefined && needsBlank(this.#word, part)
      const blank = isParted ? blankBeside(texts, last?.text, this.#backward.lines) : undefined
      const isDrawn = blank !== undefined && left.includes(blank)
      if (isDrawn) left.splice(left.indexOf(blank), 1)
      const whole =
        isDrawn && last?.part.leaf === part.leaf && joinBackward(last.written, text, this.#letters, this.#widths)
      const { font, size, place } = text
      const behind = { ...part, font, size, place: this.#backward.lines || text.isBackward ? place : undefined }
      if (whole && this.#word) {
        const { piece } = this.#word
        this.#marked.change(piece, () => whole.written)
        this.#word = text.blanks.behind ? undefined : { ...behind, piece }
        last = { text, part, written: whole }
        continue
      }
      if (isDrawn) {
        this.#writeText(blank, start)
        this.#word = undefined
      }
      this.#markPart(part, text.start, text.blanks.before, start)
      this.#writeText(isMirrored ? { ...text, written: named(text.written, part) } : text, start)
      this.#word = text.blanks.behind ? undefined : { ...behind, piece: this.#marked.last }
      last = { text, part, written: text }
    }
    // A blank on its own belongs to what is around it.
    if (left.length > 0) this.#word = undefined
    for (const blank of left) {
      if (!this.#marked.open) this.#begin(artifact, start)
      this.#writeText(blank, start)
    }
    const color = texts.at(-1)?.color ?? ''
    if (this.#state.color !== color) this.#marked.insert(start, color)
    this.#state.color = color
    this.#marked.skipTo(end)
    this.#marked.extend(end)
    return end
  }

  /** The text of a line that is read next, and what it is of; undefined if none is expected. */
  #nextOf(texts: readonly LineText[]): { text: LineText; part: LeafPart; isMirrored: boolean } | undefined {
    const tries: { text: LineText; letters: string; isMirrored: boolean }[] = []
    for (const text of this.#backward.lines ? texts.toReversed() : texts) {
      if (text.letters === '') continue
      const other = mirrored(text.letters)
      tries.push({ text, letters: text.letters, isMirrored: false })
      if (other !== text.letters) tries.push({ text, letters: other, isMirrored: true })
    }
    const near = tries.find(({ letters }) => this.#follower.goesOnWith(letters))
    for (const { text, letters, isMirrored } of near ? [near] : tries) {
      const part = this.#follower.text(letters)
      if (part) return { text, part, isMirrored: isMirrored && !text.isBackward }
    }
    return undefined
  }

  #writeText({ color, written }: LineText, at: number): void {
    if (color !== this.#state.color) this.#marked.insert(at, color)
    this.#state.color = color
    this.#marked.insert(at, written)
    this.#marked.extend(at)
  }

  /** Begins the mark of a text, behind the blank that the page has before it and a line's end has not (ISO 32000-1, 14.8.2.5). */
  #markPart(part: LeafPart, start: number, isApart: boolean, at = start): void {
    if (part.isRepeated) {
      this.#begin(pagination, at)
      return
    }
    if (!isApart) this.#part(part)
    const { element } = part.leaf
    if (element?.role === 'H' || element?.role === 'Link') this.#follower.addSpot(element, this.#spotOf(start))
    this.#begin(element ? part.leaf : artifact, at)
  }

  #part(part: LeafPart): void {
    const word = this.#word
    if (!word || !needsBlank(word, part)) return
    this.#marked.change(word.piece, piece => withBlank(piece, word, this.#letters, this.#widths))
  }

  /** Chromium begins a text object with the font and its size, `Tf`, then the matrix, `Tm`. */
  #spotOf(start: number): Spot {
    const content = this.#content
    const font = content.indexOf(' Tf\n', start)
    const matrix = content.indexOf(' Tm\n', font)
    const [x = 0, y = 0] = this.#numbers(font + ' Tf\n'.length, matrix).slice(4)
    return this.#state.spot(this.#page, x, y, this.#sizeAt(start))
  }

  #sizeAt(start: number): number {
    const end = this.#content.indexOf(' Tf\n', start)
    return Number(this.#content.slice(this.#content.lastIndexOf(' ', end - 1), end))
  }

  #numbers(start: number, end: number): readonly number[] {
    return this.#content.slice(start, end).split(' ').map(Number)
  }

  #begin(of: Leaf | typeof artifact | typeof pagination, start: number): void {
    if (this.#marked.open !== of) this.#marked.begin(of, start, typeof of === 'string' ? of : this.#lineFor(of))
  }

  #lineFor(leaf: Leaf): string {
    if (!leaf.element) return artifact
    const id = this.owners.push(leaf.element) - 1
    this.#follower.addMark(leaf, { page: this.#page, id })
    return `/${roleName(leaf.element)} <</MCID ${id}>>BDC\n`
  }
}

const artifact = '/Artifact BMC\n'
/** Page numbers, running heads, and heads of tables that go on: said once, they are the cells' (14.8.2.2.2). */
const pagination = '/Artifact <</Type /Pagination>>BDC\n'
const endOfText = '\nET\n'

const paints = new Set(['f', 'f*', 'F', 'S', 'B', 'B*', 'b', 'b*', 'sh'])

/** A bracket that is drawn as the other one, with what it is (ISO 32000-1, 14.9.4). */
function named(text: string, { leaf, from, to }: LeafPart): string {
  return `/Span <</ActualText ${pdfText(leaf.letters.slice(from, to))}>>BDC\n${text}${endOfMark}`
}
