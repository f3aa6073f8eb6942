import { OptionError } from '../errors.ts'
import { checkOptions, type KnownOptions } from '../options/check-options.ts'

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

/** The margin of a paper that has none of its own. */
export function usualMargin({ width, height }: CustomPaper): number {
  if (height === undefined) return width < 80 ? 5 : 4
  return Math.min(16, Math.max(8, Math.round(Math.min(width, height) / 13)))
}

/** @throws OptionError that names the field, with what it may be */
export function checkCustomPaper(paper: CustomPaper): void {
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
const least = { width: 40, height: 50 }

/** A sheet's page number is a line in its margin. */
const numbered = 6

const fields: KnownOptions<CustomPaper> = {
  width: { is: value => isWithin(value, least.width, 2000), must: 'must be millimeters, 40 to 2000' },
  height: {
    is: value => isWithin(value, least.height, 2000),
    must: 'must be millimeters, 50 to 2000, or left out for a roll',
  },
  margin: { is: value => isWithin(value, 0, 1000), must: 'must be millimeters, 0 or more' },
}

function isWithin(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && from <= value && value <= to
}

function checkBetweenMargins(paper: CustomPaper, side: 'width' | 'height', margin: number): void {
  const length = paper[side]
  if (length === undefined) return
  const left = Math.round((length - 2 * margin) * 100) / 100
  if (left >= least[side]) return
  throw new OptionError(
    `paper.${paper.margin === undefined ? side : 'margin'}: a ${side} of ${length} mm with margins of ${margin} mm leaves ${left} mm, and a receipt needs ${least[side]} mm`,
  )
}
