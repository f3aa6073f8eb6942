import { aFlag, aList, anything, aText, type KnownOptions } from '../options/check-options.ts'
import type { Paper } from './paper.ts'

/** Which browser prints, how many, and how long they may take. */
export interface PrinterOptions {
  /** The browser to use, instead of searching for one. */
  executablePath?: string | undefined
  /** Browser processes, each printing one document at a time. Default: one more than there are cores, to fill pauses; at most 4. */
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
  processes: anything,
  timeout: anything,
  maxPages: anything,
  maxCells: anything,
  recycleAfter: anything,
  memoryLimit: anything,
  missingGlyphs: { is: value => value === 'error' || value === 'replace', must: 'must be error or replace' },
  fonts: aList,
  sandbox: aFlag,
}

/** The kinds of image files. */
export const imageTypes = ['png', 'webp'] as const

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
