import { OptionError } from '../errors.ts'
import { aNumber, anObject, checkOptions, type KnownOptions } from '../options/check-options.ts'

/** The papers that have a name: two sheets, and two rolls with one page as high as the receipt. */
export const papers = ['a4', 'letter', 'roll80', 'roll58'] as const

/** A name of `papers`. */
export type PaperName = (typeof papers)[number]

/** What a receipt is printed on. */
export type Paper = PaperName | CustomPaper

/** Any other paper, in millimeters: `{ width: 76 }` is a roll, `{ width: 148, height: 210 }` a sheet. */
export interface CustomPaper {
  /** Of the paper, not of what is printed on it: up to 2,000, and 40 at least between the margins. */
  width: number
  /** Of the sheet, up to 2,000. Without it the paper is a roll, with one page as high as the receipt. */
  height?: number | undefined
  /**
   * On all four sides. Default: on a roll 4, and 5 if it is narrower than 80; on a sheet a thirteenth of its shorter side, 8 at least and
   * 16 at most. A sheet needs 6, in which its pages are numbered.
   */
  margin?: number | undefined
}

/** A paper's dimensions in millimeters. */
export interface PaperSize {
  /** Width of the sheet or roll. */
  width: number
  /** Height of the sheet, or a roll's maximum page height (PDF's limit is 14,400 points, 5.08 m). */
  height: number
  /** Whether the page is only as high as its content. */
  fitted: boolean
  /** Printable width. */
  printableWidth: number
  margins: { top: number; right: number; bottom: number; left: number }
  /** Dot pitch of a 203 dpi thermal printer; rolls only. Bars must be whole multiples of it to be sharp. */
  dot?: number
}

/**
 * Returns a paper's dimensions in millimeters. Sheets: ISO 216 and ANSI A. Rolls: 72 and 48 mm printable of 80 and 58 mm.
 *
 * @throws OptionError if there is no such paper
 */
export function paperSize(paper: Paper): PaperSize {
  switch (paper) {
    case 'a4':
      return sheet(210, 297)
    case 'letter':
      return sheet(215.9, 279.4)
    case 'roll80':
      return roll(80, 72)
    case 'roll58':
      return roll(58, 48)
    default:
      return customSize(paper)
  }
}

/** A roll for a printer of as many dots across its print area, such as 504: its bars are whole dots. */
export function withDots(size: PaperSize, dots: number): PaperSize {
  return size.fitted ? { ...size, dot: size.printableWidth / dots } : size
}

function customSize(paper: CustomPaper): PaperSize {
  if (!anObject.is(paper))
    throw new OptionError(`paper: must be one of ${papers.join(', ')}, or { width, height?, margin? } in millimeters`)
  checkCustomPaper(paper)
  const { width, height, margin = usualMargin(paper) } = paper
  const printableWidth = width - 2 * margin
  if (height === undefined) return { ...roll(width, printableWidth), margins: onAllSides(margin) }
  return { width, height, fitted: false, printableWidth, margins: onAllSides(margin) }
}

function onAllSides(margin: number): PaperSize['margins'] {
  return { top: margin, right: margin, bottom: margin, left: margin }
}

function sheet(width: number, height: number): PaperSize {
  const margins = { top: 14, right: 16, bottom: 16, left: 16 }
  return { width, height, fitted: false, printableWidth: width - margins.left - margins.right, margins }
}

function roll(width: number, printableWidth: number): PaperSize {
  const side = (width - printableWidth) / 2
  const margins = { top: 4, right: side, bottom: 4, left: side }
  return { width, height: 5000, fitted: true, printableWidth, margins, dot: 25.4 / 203 }
}

/** The margin of a paper that has none of its own. */
function usualMargin({ width, height }: CustomPaper): number {
  if (height === undefined) return width < 80 ? 5 : 4
  return Math.min(16, Math.max(8, Math.round(Math.min(width, height) / 13)))
}

/** @throws OptionError that names the field, with what it may be */
function checkCustomPaper(paper: CustomPaper): void {
  checkOptions('paper', paper, fields)
  if (paper.width === undefined) throw new OptionError(`paper.width: ${fields.width.must}, and is missing`)
  const { width, height, margin = usualMargin(paper) } = paper
  for (const side of ['width', 'height'] as const) checkBetweenMargins(paper, side, margin)
  if (height !== undefined && margin < numbered)
    throw new OptionError(
      `paper.margin: a sheet needs ${numbered} mm, in which its pages are numbered, and has ${margin} mm; give ${width} mm without height for a roll`,
    )
}

/** What is needed between the margins, in millimeters. Below that width, amounts have no room beside a name. */
const minSize = { width: 40, height: 50 }

/** A sheet's page number is a line in its margin. */
const numbered = 6

const fields: KnownOptions<CustomPaper> = {
  width: { ...aNumber(minSize.width, 2000), must: 'must be millimeters, 40 to 2000' },
  height: { ...aNumber(minSize.height, 2000), must: 'must be millimeters, 50 to 2000, or left out for a roll' },
  margin: { ...aNumber(0, 1000), must: 'must be millimeters, 0 or more' },
}

function checkBetweenMargins(paper: CustomPaper, side: 'width' | 'height', margin: number): void {
  const length = paper[side]
  if (length === undefined) return
  const left = Math.round((length - 2 * margin) * 100) / 100
  if (left >= minSize[side]) return
  throw new OptionError(
    `paper.${paper.margin === undefined ? side : 'margin'}: a ${side} of ${length} mm with margins of ${margin} mm leaves ${left} mm, and a receipt needs ${minSize[side]} mm`,
  )
}

/** A paper in a word, for file names: its name, or its measures as in `76mm`, `148x210mm` and, with a margin of its own, `76@6mm`. */
export function paperName(paper: Paper): string {
  if (typeof paper === 'string') return paper
  const { width, height, margin } = paper
  return `${width}${height === undefined ? '' : `x${height}`}${margin === undefined ? '' : `@${margin}`}mm`
}

/** The paper that is written like that, with or without `mm`; undefined if none is. `paperSize` checks its measures. */
export function paperNamed(name: string): Paper | undefined {
  const known = papers.find(each => each === name)
  if (known) return known
  const [, width, height, margin] = measures.exec(name) ?? []
  if (width === undefined) return undefined
  return {
    width: Number(width),
    ...(height !== undefined && { height: Number(height) }),
    ...(margin !== undefined && { margin: Number(margin) }),
  }
}

const millimeters = String.raw`(\d{1,4}(?:\.\d{1,3})?)`
const measures = new RegExp(`^${millimeters}(?:x${millimeters})?(?:@${millimeters})?(?:mm)?$`)
