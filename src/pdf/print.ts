import { availableParallelism } from 'node:os'
import { OptionError } from '../errors.ts'
import { aFlag, aList, anything, aText, checkOptions, type KnownOptions } from '../options/check-options.ts'
import type { BrowserPage } from './browser/browser.ts'
import { mayBindOthers } from './browser/page-policy.ts'
import { openPool } from './browser/pool.ts'
import { openWorkshop } from './browser/workshop.ts'
import { makeAccessible } from './file/access/make-accessible.ts'
import { packPdf } from './file/pack.ts'
import { pin } from './file/pin.ts'
import type { PdfObject } from './file/plain-pdf.ts'
import { fontFaces } from './fonts/font-faces.ts'
import { findFonts } from './fonts/fonts.ts'
import { codePointsIn, withGlyphs } from './fonts/glyphs.ts'
import type { Paper } from './paper.ts'
import { preparePage, printPage } from './print-page.ts'
import { addTags } from './tags/add-tags.ts'
import type { PageElements } from './tags/page/page-elements.ts'

export interface PrintJob {
  /** A complete, self-contained HTML page with `lang` and `<title>`; images are `data:` URLs. */
  html: string
  paper: Paper
  /** Date for `/CreationDate` and `/ModDate`, in ISO 8601: the receipt's. Default 1980-01-01. */
  date?: string
  signal?: AbortSignal
}

/** A page to print; without tags if it has a structure. */
interface PageJob {
  html: string
  paper: Paper
  elements?: () => Promise<PageElements | undefined>
}

export interface Printer extends AsyncDisposable {
  /**
   * Prints a page to a tagged, titled, packed PDF with language and embedded fonts; the same bytes for the same job and browser.
   *
   * @returns the bytes of the PDF
   * @throws PrintError if the page can't be printed; BrowserError if no browser starts; the signal's reason
   */
  print(job: PrintJob): Promise<Uint8Array>
  /** Finishes accepted jobs, then closes the browsers and removes everything they wrote. */
  close(): Promise<void>
}

export interface PrinterOptions {
  /** The browser to use, instead of searching for one. */
  executablePath?: string
  /** Browser processes, each printing one document at a time. Default: one more than there are cores, to fill pauses; at most 4. */
  processes?: number
  /** Milliseconds allowed per document. Default 15,000. */
  timeout?: number
  /** Documents after which a process is replaced. Default 500. */
  recycleAfter?: number
  /** Bytes of memory above which a process is replaced. Default 500 MB. */
  memoryLimit?: number
  /** Whether characters that no font has are an error or printed as U+FFFD. Default `error`. */
  missingGlyphs?: 'error' | 'replace'
  /** Additional folders with TTF or OTF files. */
  fonts?: readonly string[]
  /** Chromium's sandbox. Default on, except for root, where Chromium doesn't support it. */
  sandbox?: boolean
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

/**
 * Opens a printer. Browsers start with the first job and stay warm. An idle one doesn't keep the program running and ends with
 * it; a long-running program should close the printer.
 *
 * @throws OptionError for an invalid option
 */
export function openPrinter(options: PrinterOptions = {}): Printer {
  checkOptions('', options, printerOptions)
  const { missingGlyphs = 'error' } = options
  for (const name of ['processes', 'timeout', 'recycleAfter', 'memoryLimit'] as const)
    checkPositive(name, options[name])
  const fonts = findFonts(options.fonts ?? [])
  const facesFor = process.platform === 'linux' ? undefined : fontFaces(fonts.files)
  const workshop = openWorkshop({
    executablePath: options.executablePath,
    fontFolders: fonts.folders,
    sandbox: options.sandbox ?? process.getuid?.() !== 0,
  })
  const pool = openPool<PageJob, Uint8Array>({
    start: async () => workerOf(await workshop.launch()),
    processes: options.processes ?? Math.min(4, availableParallelism() + 1),
    timeout: options.timeout ?? 15_000,
    recycleAfter: options.recycleAfter ?? 500,
    memoryLimit: options.memoryLimit ?? 500e6,
  })

  async function close(): Promise<void> {
    await pool.close()
    await workshop.remove()
  }

  return {
    async print({ html, paper, date = '1980-01-01', signal }) {
      const complete = withGlyphs(html, fonts.covers, missingGlyphs)
      const page = preparePage(complete, paper, facesFor?.(codePointsIn(complete)))
      const printed = async (job: PageJob) => {
        const pdf = await pool.run(job, signal)
        pin(pdf, date)
        return pdf
      }
      let read: Promise<PageElements | undefined> | undefined
      const elements = () => {
        read ??= elementsOf(page)
        return read
      }
      const pdf = await printed({ html: page, paper, elements })
      const known = await elements()
      if (!known) return packPdf(pdf, makeAccessible)
      return packTagged(pdf, known) ?? packPdf(await printed({ html: page, paper }), makeAccessible)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The parser is loaded with the first PDF: a process that only sends email shouldn't wait for it. */
async function elementsOf(page: string): Promise<PageElements | undefined> {
  const { readPage } = await import('./tags/page/read-page.ts')
  return readPage(page)
}

/** Packs a print without tags, with those of its page; undefined if it isn't understood. */
function packTagged(pdf: Uint8Array, elements: PageElements): Uint8Array | undefined {
  let tagged: readonly PdfObject[] | undefined
  const packed = packPdf(pdf, (objects, trailer) => {
    tagged = addTags(objects, trailer, elements)
    return tagged ?? objects
  })
  return tagged && packed
}

function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value >= 1)) return
  throw new OptionError(`${name}: ${value} is not a number of at least 1; leave it out for the default.`)
}

function workerOf(page: BrowserPage) {
  return {
    async run({ html, paper, elements }: PageJob) {
      const pdf = await printPage(page, html, paper, elements)
      if (mayBindOthers(html)) await page.renew()
      return pdf
    },
    memory: page.memory,
    kill: page.kill,
  }
}
