import { TillError } from '../basics/errors.ts'
import type { Language } from '../port/dialects.ts'
import { type ModelFacts, modelFacts, models, type Printer } from './encoder.ts'

/**
 * What prints: a model by its name, which knows its letters and codes, or the width of its paper in millimeters. For other
 * printers say more: a field wins over what the model or the width says.
 */
export interface PrinterOptions {
  /** Such as `epson-tm-m30iii` or `star-mc-print2`; `printerModels` lists them. */
  model?: string | undefined
  /** Millimeters; default 80. */
  width?: 80 | 58 | undefined
  /** Default: the model's, else `esc-pos`. */
  language?: Language | undefined
  /** Characters on a line. Default: the model's, else 42 on 80 mm and 32 on 58. */
  columns?: 32 | 35 | 42 | 44 | 48 | undefined
  /** Dots across the print area. Default: the model's, else 576 or 384. */
  dots?: number | undefined
}

/** What is true of a model that nobody named: no cutter is relied on, codes are pictures. */
const unknown: Omit<ModelFacts, 'columns' | 'dots' | 'language'> = { symbologies: [], qrCode: false, cuts: true }

/** Reads the options of a printer. @throws TillError that names the field and says what it must be */
export function readPrinter(options: PrinterOptions): Printer {
  const { model, language, columns, dots } = options
  const known = model === undefined ? undefined : modelFacts(model)
  if (model !== undefined && !known)
    throw new TillError(`printer.model: there is no "${model}"; there are ${models().join(', ')}. Or give its width.`)
  const width = options.width ?? ((known?.dots ?? dots ?? 576) < 448 ? 58 : 80)
  if (width !== 80 && width !== 58) throw new TillError('printer.width: must be 80 or 58, millimeters.')
  if (language !== undefined && !languages.includes(language))
    throw new TillError(`printer.language: must be ${languages.join(', ')}.`)
  if (columns !== undefined && !widths.includes(columns))
    throw new TillError(`printer.columns: must be one of ${widths.join(', ')}.`)
  if (dots !== undefined && !(Number.isInteger(dots) && dots >= 256 && dots <= 832))
    throw new TillError('printer.dots: must be a whole number from 256 to 832.')
  const usual = width === 58 ? { columns: 32, dots: 384 } : { columns: 42, dots: 576 }
  const facts = { ...unknown, language: 'esc-pos' as const, ...usual, ...known }
  return {
    ...facts,
    language: language ?? facts.language,
    columns: columns ?? facts.columns,
    dots: dots ?? facts.dots,
    model,
    width,
  }
}

const languages: readonly Language[] = ['esc-pos', 'star-prnt', 'star-line']
const widths: readonly number[] = [32, 35, 42, 44, 48]

/** Dots per inch: the print area of 80 mm paper is 72 mm, at 180 dpi about 504 dots, at 203 dpi 576. */
export function dpiOf({ width, dots }: Printer): number {
  return width === 80 && dots < 540 ? 180 : 203
}
