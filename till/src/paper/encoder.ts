import { default as Encoder, type ReceiptPrinterEncoderOptions } from '@point-of-sale/receipt-printer-encoder'
import type { DotImage, SlipStyle } from 'counterfoil/internal'
import type { Language } from '../port/dialects.ts'
import { withoutRealTime } from './bands.ts'

/** What the library's table says about a model. */
export interface ModelFacts {
  language: Language
  columns: number
  /** Dots across the print area. */
  dots: number
  /** The bar codes that it draws itself. */
  symbologies: readonly string[]
  qrCode: boolean
  /** Whether it has a cutter. */
  cuts: boolean
}

/** A printer of which everything is known that its bytes depend on. */
export interface Printer extends ModelFacts {
  model?: string | undefined
  width: 80 | 58
}

/** A code that the printer draws itself. */
export type NativeCode =
  | {
      symbology: 'ean13' | 'ean8' | 'upca' | 'code39' | 'code128'
      text: string
      /** Dots. */
      module: 2 | 3
      /** Dots. */
      height: number
    }
  | { symbology: 'qrcode'; text: string /** Dots. */; module: number }

/** Bytes for a printer, in the order in which they are asked for. */
export interface Job {
  /** Goes on in another code page. @throws Error if the printer hasn't got it */
  page(page: Page): void
  /**
   * Prints lines in the letters of the code page; they must have no others. `tall` letters are as wide as others.
   *
   * @param label what the first line begins with in bold letters
   */
  lines(text: readonly string[], style?: SlipStyle, label?: string): void
  /** Prints a code in the middle. */
  code(code: NativeCode): void
  /** Prints a picture at the left edge; its width is a multiple of eight. */
  picture(image: DotImage): void
  /** Feeds the paper past the knife and cuts. */
  cut(): void
  bytes(): Uint8Array
}

/** The models that the library knows. */
export function models(): string[] {
  return Encoder.printerModels.map(({ id }) => id)
}

/** What is known of a model; undefined for another. */
export function modelFacts(model: string): ModelFacts | undefined {
  if (!models().includes(model)) return undefined
  const encoder = new Encoder({ printerModel: model as NonNullable<ReceiptPrinterEncoderOptions['printerModel']> })
  const { barcodes, qrcode, cutter } = encoder.printerCapabilities as Capabilities
  return {
    language: encoder.language as Language,
    columns: encoder.columns,
    dots: encoder.printableWidth,
    symbologies: barcodes.symbologies,
    qrCode: qrcode.supported,
    cuts: cutter !== undefined,
  }
}

interface Capabilities {
  barcodes: { symbologies: string[] }
  qrcode: { supported: boolean }
  cutter?: { feed: number }
}

/** Those of some code pages that a printer has. */
export function pagesOf(printer: Printer, pages: readonly Page[]): Page[] {
  const encoder = encoderOf(printer)
  return pages.filter(page => {
    try {
      encoder.codepage(page)
      return true
    } catch {
      return false
    }
  })
}

/** The library's name of a code page. */
export type Page = Parameters<Encoder['codepage']>[0]

/** Begins a job. @throws Error if the printer hasn't the code page */
export function openJob(printer: Printer, page?: Page): Job {
  const encoder = encoderOf(printer).initialize()
  if (page !== undefined) encoder.codepage(page)

  return {
    page(page) {
      encoder.codepage(page)
    },
    lines(text, style, label = '') {
      encoder.raw(printer.language === 'esc-pos' ? narrowLines : starNarrowLines)
      if (style === 'bold') encoder.bold(true)
      else if (style) encoder.size(style === 'double' ? 2 : 1, 2)
      if (label !== '') encoder.bold(true).text(label).bold(false)
      for (const [index, line] of text.entries()) encoder.line(index === 0 ? line.slice(label.length) : line)
      if (style === 'bold') encoder.bold(false)
      else if (style) encoder.size(1, 1)
    },
    code(code) {
      encoder.align('center')
      if (code.symbology === 'qrcode') encoder.qrcode(code.text, { model: 2, size: code.module, errorlevel: 'm' })
      // The library's width is one less than the dots of a module.
      else encoder.barcode(code.text, code.symbology, { width: code.module - 1, height: code.height, text: 'none' })
      encoder.align('left')
    },
    picture(image) {
      const { width, height, dark } = printer.language === 'esc-pos' ? withoutRealTime(image) : image
      const data = new Uint8ClampedArray(width * height * 4).fill(255)
      for (const [index, dot] of dark.entries()) if (dot === 1) data.fill(0, index * 4, index * 4 + 3)
      encoder.image({ width, height, data } as Parameters<Encoder['image']>[0], {
        width,
        height,
        algorithm: 'threshold',
      })
    },
    cut() {
      if (printer.cuts) encoder.cut()
      else encoder.newline(feed)
    },
    bytes: () => encoder.encode(),
  }
}

/** The bytes that open the cash drawer, and do nothing else. */
export function drawerBytes(printer: Printer): Uint8Array {
  return encoderOf(printer).pulse().encode()
}

/**
 * ESC 3 26: lines of 3.25 mm instead of 3.75, or as high as the letters, where the printer's unit is smaller: paper costs by length. ESC 0 is
 * Star's, 3 mm. Before all lines, because a Star's picture ends with the usual ones.
 */
const narrowLines = [0x1b, 0x33, 26]
const starNarrowLines = [0x1b, 0x30]

/** Lines between the print head and the knife or the tear bar, at most. */
const feed = 4

/** `strict`: a code that the printer hasn't is an error. Pictures by row, because strips of columns show seams. */
function encoderOf({ model, language, columns }: Printer): Encoder {
  return new Encoder({
    ...(model !== undefined && { printerModel: model as NonNullable<ReceiptPrinterEncoderOptions['printerModel']> }),
    language,
    columns,
    errors: 'strict',
    newline: '\n',
    imageMode: 'raster',
    feedBeforeCut: feed,
    feedAfterBlock: false,
  })
}
