import { OptionError } from '../errors.ts'
import { anObject } from '../options/check-options.ts'
import { type CustomPaper, checkCustomPaper, usualMargin } from './custom-paper.ts'

export type { CustomPaper }

/** The papers that have a name: two sheets, and two rolls with one page as high as the receipt. */
export const papers = ['a4', 'letter', 'roll80', 'roll58'] as const

/** A name of `papers`. */
export type PaperName = (typeof papers)[number]

/** What a receipt is printed on. */
export type Paper = PaperName | CustomPaper

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
