import { aFlag, aList, anything, aText, type KnownOptions } from '../options/check-options.ts'

/** Which browser prints, how many, and how long they may take. */
export interface PrinterOptions {
  /** The browser to use, instead of searching for one. */
  executablePath?: string | undefined
  /** Browser processes, each printing one document at a time. Default: one more than there are cores, to fill pauses; at most 4. */
  processes?: number | undefined
  /** Milliseconds allowed per document. Default 15,000. */
  timeout?: number | undefined
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
  recycleAfter: anything,
  memoryLimit: anything,
  missingGlyphs: { is: value => value === 'error' || value === 'replace', must: 'must be error or replace' },
  fonts: aList,
  sandbox: aFlag,
}
