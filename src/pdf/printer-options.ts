import { aFlag, aList, aNumber, anything, aText, aWholeNumber, type KnownOptions } from '../options/check-options.ts'
import type { Paper } from './paper.ts'

/** Which browser prints, how many, and how long they may take. */
export interface PrinterOptions {
  /** The browser to use, instead of searching for one. */
  executablePath?: string | undefined
  /**
   * Browser processes, each printing one document at a time. Default: as many as there are cores, at most 4. One takes 250 MB, each other 150 MB
   * more; more than there are cores print no faster.
   */
  processes?: number | undefined
  /** Milliseconds allowed per document. Default 15,000. */
  timeout?: number | undefined
  /** Pages that a PDF may have: one with more is an error before it is tagged and packed. Default 500; the largest receipt has about 400. */
  maxPages?: number | undefined
  /** Table cells that a document may have: one with more never reaches the browser. Default 50,000, three times what the largest receipt has. */
  maxCells?: number | undefined
  /** Documents after which a process is replaced. Default 1,000: until then, its memory hardly grows. */
  recycleAfter?: number | undefined
  /** Bytes of memory above which a process is replaced. Default 500 MB. */
  memoryLimit?: number | undefined
  /** Whether characters that no font has are an error or printed as U+FFFD. Default `error`. */
  missingGlyphs?: 'error' | 'replace' | undefined
  /** Additional folders with TTF or OTF files. */
  fonts?: readonly string[] | undefined
  /** Chromium's sandbox. Default on, except for root, where Chromium doesn't support it. */
  sandbox?: boolean | undefined
}

/** Known options, to check `PrinterOptions`. */
export const printerOptions: KnownOptions<PrinterOptions> = {
  executablePath: aText,
  processes: aWholeNumber(1, 256),
  // A timer of more than 24 days would end at once.
  timeout: aNumber(1, 86_400_000, 'of milliseconds'),
  maxPages: aWholeNumber(1, 1e6),
  maxCells: aWholeNumber(1, 1e9),
  recycleAfter: aWholeNumber(1, 1e9),
  memoryLimit: aNumber(1, 1e12, 'of bytes'),
  missingGlyphs: { is: value => value === 'error' || value === 'replace', must: 'must be error or replace' },
  fonts: aList,
  sandbox: aFlag,
}

/** The kinds of image files. */
const imageTypes = ['png', 'webp'] as const

/** How a page is drawn. */
export interface Drawing {
  /** As on this paper; a sheet is as long as its content, and at least whole. Default: as on a screen. */
  paper?: Paper | undefined
  /** Width of the screen in CSS px. Default 600. */
  width?: number | undefined
  /** What the reader of the screen prefers. Default `light`. */
  colorScheme?: 'light' | 'dark' | undefined
  /** Pixels of the image per CSS px. Default 2. */
  scale?: number | undefined
  /** Default `png`. */
  type?: (typeof imageTypes)[number] | undefined
}

/** Known options, to check a `Drawing`; `paperSize` checks the paper. */
export const drawings: KnownOptions<Drawing> = {
  paper: anything,
  width: aWholeNumber(200, 2000),
  colorScheme: { is: value => value === 'light' || value === 'dark', must: 'must be light or dark' },
  scale: aNumber(0.5, 4),
  type: { is: value => (imageTypes as readonly unknown[]).includes(value), must: 'must be png or webp' },
}

/** Dots across a roll's print area: 16,000 are those of the widest roll at 203 dpi. */
export const someDots = aWholeNumber(256, 16_000)
