import { type GlyphLetters, lettersOf, lettersSpelled } from './letters.ts'
import type { MarkedPages, NumberedPage } from './mark-pages.ts'
import { type GoodsLine, isLeaf, type PageElement } from './page/page-elements.ts'

/** On two sheets, a sum at the fold helps nobody. */
export const fewestSheets = 3

/** What each sheet but the first begins with; empty if no list goes on there. */
export function carriedForward(
  texts: readonly string[],
  { sheetOf, sheets }: { sheetOf: readonly number[]; sheets: number },
): string[] {
  if (sheets < fewestSheets) return Array(sheets - 1).fill('')
  return Array.from({ length: sheets - 1 }, (_, at) => texts[sheetOf.findIndex(sheet => sheet > at)] ?? '')
}

/** The texts that stand in the margins by turns where sums are to be written: the first, and the longest if that is another. */
export function samplesOf(texts: readonly string[]): string[] {
  const first = texts.find(Boolean) ?? ''
  const longest = texts.reduce((most, text) => (text.length > most.length ? text : most), first)
  return [...new Set([first, longest])].filter(Boolean)
}

/**
 * Writes into each page's margin what is carried forward to it, where a sample is.
 *
 * @returns the pages' contents; undefined if it can't be told where a line is, or a font lacks a glyph
 */
export function writeCarried(marked: MarkedPages, lines: readonly GoodsLine[]): string[] | undefined {
  const { pages } = marked
  const texts = lines.map(({ carried }) => carried)
  const samples = samplesOf(texts).map(lettersOf)
  const found = pages.map(page => findSample(page, samples))
  if (!found.some(Boolean)) return pages.map(({ content }) => content)
  const sheetOf = lines.map(({ element }) => sheetOfElement(element, marked))
  // A line without a name is nowhere.
  if (!sheetOf.every(sheet => sheet !== undefined)) return undefined
  const sums = ['', ...carriedForward(texts, { sheetOf, sheets: pages.length })]
  const anchor = anchorOf(found)
  const contents = pages.flatMap((page, at) => replaced(page, found[at], sums[at]!, anchor) ?? [])
  return contents.length === pages.length ? contents : undefined
}

/** The sheet of the first thing that an element holds. */
function sheetOfElement({ kids }: PageElement, marked: MarkedPages): number | undefined {
  for (const kid of kids) {
    const sheet = isLeaf(kid) ? marked.marks.get(kid)?.[0]?.page : sheetOfElement(kid, marked)
    if (sheet !== undefined) return sheet
  }
  return undefined
}

/** A text object in a margin: where it is in the content, and on the page. */
interface MarginText {
  start: number
  end: number
  font: string
  size: number
  x: number
  y: string
  /** Its operators. */
  text: string
}

/** A sample in a margin: where it is in the content, and in CSS pixels on the page. */
interface Sample extends MarginText {
  right: number
  /** Whether each glyph is a whole number of pixels wide: so Chromium writes text that isn't meant to be precise. */
  isWhole: boolean
}

/** What of a sample stands at the same place on all pages: its beginning, 0, its middle, or its end, 1. */
function anchorOf(found: readonly (Sample | undefined)[]): number {
  const samples = found.filter(sample => sample !== undefined)
  const places = (share: number) => samples.map(({ x, right }) => x + share * (right - x))
  const spread = (share: number) => Math.max(...places(share)) - Math.min(...places(share))
  return [1, 0, 0.5].sort((one, other) => spread(one) - spread(other))[0]!
}

/** A page's content with the text in place of the sample; undefined if a glyph or its width isn't known. */
function replaced(page: NumberedPage, sample: Sample | undefined, text: string, anchor: number): string | undefined {
  const { content, letters } = page
  if (!sample) return content
  const { start, end, font, size, x, right, y } = sample
  if (text === '') return content.slice(0, start) + content.slice(end)
  const glyphs = glyphsOf(text, letters.get(font))
  if (!glyphs || !page.widths.has(font)) return undefined
  const advances = advancesOf(glyphs, page, sample)
  const left = x + anchor * (right - x - sum(advances))
  const object = `BT\n/${font} ${size} Tf\n1 0 0 -1 ${Number(left.toFixed(3))} ${y} Tm\n${shown(glyphs, advances, page, sample)}ET\n`
  return content.slice(0, start) + object + content.slice(end)
}

/** The sample in a page's margins, which may be in several pieces. */
function findSample(page: NumberedPage, samples: readonly string[]): Sample | undefined {
  if (samples.length === 0) return undefined
  const texts = marginTexts(page.content)
  for (const [at, first] of texts.entries()) {
    let letters = ''
    for (const last of texts.slice(at)) {
      letters += lettersSpelled(last.text, page.letters)
      if (samples.includes(letters)) {
        const { isWhole, width } = drawnWidth(last, page)
        return { ...first, end: last.end, right: last.x + width, isWhole }
      }
      if (!samples.some(sample => sample.startsWith(letters))) break
    }
  }
  return undefined
}

/** Chromium draws the margins first, then clips to the space between them. */
function marginTexts(content: string): MarginText[] {
  const margins = content.slice(0, content.indexOf('\nW* n\n'))
  return Array.from(margins.matchAll(textObject), ({ 0: all, 1: font, 2: size, 3: x, 4: y, 5: text, index }) => ({
    start: index,
    end: index + all.length,
    font: font!,
    size: Number(size),
    x: Number(x),
    y: y!,
    text: `/${font} ${size} Tf\n${text}`,
  }))
}

const textObject = /BT\n\/(F\d+) (\S+) Tf\n1 0 0 -1 (\S+) (\S+) Tm\n(.*?)ET\n/gs

/** A text's glyphs; undefined if the font lacks one, as a part of a font may, or has several for a sign, such as figures of two kinds. */
function glyphsOf(text: string, font: GlyphLetters | undefined): number[] | undefined {
  const glyphs = Array.from(text, sign => {
    const own = font?.glyphs.get(/\s/.test(sign) ? 0x20 : sign.codePointAt(0)!) ?? []
    return own.length === 1 ? own[0] : undefined
  })
  return glyphs.every(glyph => glyph !== undefined) ? glyphs : undefined
}

/** How far each glyph moves the next, in CSS pixels. */
function advancesOf(
  glyphs: readonly number[],
  page: NumberedPage,
  { font, size, isWhole }: Omit<Sample, 'right'>,
): number[] {
  const widths = page.widths.get(font)
  return glyphs.map(glyph =>
    isWhole ? Math.round(((widths?.drawn(glyph) ?? 0) / 1000) * size) : ((widths?.written(glyph) ?? 0) / 1000) * size,
  )
}

/** How wide a text object is, which may have shifts between its strings (ISO 32000-1, 9.4.3, TJ). */
function drawnWidth(text: MarginText, page: NumberedPage): { width: number; isWhole: boolean } {
  const glyphs = Array.from(text.text.matchAll(/<([0-9A-F]+)>/g), ([, hex]) => hex!.match(/.{4}/g)!).flat()
  const numbers = glyphs.map(glyph => Number.parseInt(glyph, 16))
  const precise = sum(advancesOf(numbers, page, { ...text, isWhole: false }))
  const whole = sum(advancesOf(numbers, page, { ...text, isWhole: true }))
  const shifts = Array.from(text.text.matchAll(/> (-?\d+) </g), ([, shift]) => Number(shift))
  const drawn = precise - (sum(shifts) / 1000) * text.size
  return { width: drawn, isWhole: Math.abs(drawn - whole) < Math.abs(drawn - precise) }
}

/** Glyphs as they are shown, with a shift after each that isn't as wide as its font says. */
function shown(glyphs: readonly number[], advances: readonly number[], page: NumberedPage, sample: Sample): string {
  const precise = advancesOf(glyphs, page, { ...sample, isWhole: false })
  const parts = glyphs.map((glyph, at) => {
    const shift = Math.round(((precise[at]! - advances[at]!) * 1000) / sample.size)
    return `<${glyph.toString(16).toUpperCase().padStart(4, '0')}>${shift === 0 ? '' : ` ${shift} `}`
  })
  return `[${parts.join('').replaceAll('><', '')}] TJ\n`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
