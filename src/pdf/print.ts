// Stage `pdf`: a document as PDF or image: the browser that draws, and the file’s bytes.
// It knows stages up to `document`; `brand` and those after it may call it.

import { availableParallelism } from 'node:os'
import { OptionError, PrintError } from '../errors.ts'
import { checkOptions } from '../options/check-options.ts'
import type { DataFile } from '../structured/structured.ts'
import { type FontedPage, openBrowserFactory } from './browser/browser-factory.ts'
import { openPool } from './browser/pool.ts'
import { drawPage, prepareDrawing } from './draw-page.ts'
import { pin } from './file/pack.ts'
import { type PrintSteps, stepsHere } from './finish-pdf.ts'
import { pagesIn } from './fit-sheets.ts'
import { findFonts, fontFaces } from './fonts/fonts.ts'
import { codePointsIn, lacksGlyph, languageOf, scriptsWithout, withGlyphs } from './fonts/glyphs.ts'
import type { Paper } from './paper.ts'
import { preparePage, printPage } from './print-page.ts'
import { type Drawing, drawings, type PrinterOptions, printerOptions } from './printer-options.ts'

/** One page of HTML to print. */
export interface PrintJob {
  /** A complete, self-contained HTML page with `lang` and `<title>`; images are `data:` URLs. */
  html: string
  paper: Paper
  /** Date for `/CreationDate` and `/ModDate`, in ISO 8601: the receipt's. Default: none. */
  date?: string | undefined
  signal?: AbortSignal | undefined
  /** The receipt's data, to attach. Default: nothing. */
  data?: DataFile | undefined
  /**
   * With `missingGlyphs: 'replace'`, called before printing with the scripts of replaced characters (ISO 15924, `Hang`;
   * `Zsye` emoji, `Zyyy` signs that scripts share, `Zzzz` others). Must not throw.
   */
  onMissingGlyphs?: ((scripts: readonly string[]) => void) | undefined
  /** Called with sentences that say which of PDF/UA-1 and PDF/A-3a the PDF doesn't claim, and why. Must not throw. */
  onUnclaimed?: ((reasons: readonly string[]) => void) | undefined
}

/** One page of HTML to make an image of. */
export interface DrawJob extends Drawing, Pick<PrintJob, 'html' | 'signal' | 'onMissingGlyphs'> {}

/** Browser processes that print; they start with the first job. */
export interface Printer extends AsyncDisposable {
  /**
   * Prints a page to a tagged, titled, packed PDF with language and embedded fonts; the same bytes for the same job and browser.
   *
   * @returns the bytes of the PDF
   * @throws PrintError if the page can't be printed, or is over a limit; BrowserError if no browser starts; the signal's reason
   */
  print(job: PrintJob): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Makes an image of a page: PNG or WebP, as high as the page is; the same bytes for the same job and browser.
   *
   * @returns the bytes of the image
   * @throws OptionError if it would be too large; PrintError if the page can't be drawn; BrowserError if no browser starts; the
   *   signal's reason
   */
  draw(job: DrawJob): Promise<Uint8Array<ArrayBuffer>>
  /** The scripts (ISO 15924) of a text's characters that none of the printer's fonts has; none if all can be printed. */
  missingScripts(text: string): readonly string[]
  /** Checks that every letter of a page has a font, as `print` does. @throws PrintError that names those without, unless they are replaced */
  checkLetters(html: string): void
  /** Finishes accepted jobs, then closes the browsers and removes everything they wrote. */
  close(): Promise<void>
}

/**
 * Opens a printer. Browsers start with the first job and stay warm. An idle one doesn't keep the program running and ends with
 * it; a long-running program should close the printer.
 *
 * @param stepsOf who takes the steps of a page that need no browser; default this thread
 * @throws OptionError for an invalid option
 */
export function openPrinter(options: PrinterOptions = {}, stepsOf: (html: string) => PrintSteps = stepsHere): Printer {
  checkOptions('', options, printerOptions)
  const { missingGlyphs = 'error', maxPages = 500, maxCells = 50_000 } = options
  const fonts = findFonts(options.fonts ?? [])
  const facesFor = process.platform === 'linux' ? undefined : fontFaces(fonts.files)
  const browsers = openBrowserFactory({
    executablePath: options.executablePath,
    sandbox: options.sandbox ?? process.getuid?.() !== 0,
  })
  /** What a browser has to see for the pages so far: a shop's receipts are in a language or two. */
  let fontFolders = fonts.foldersFor(new Set(), 'en')
  const pool = openPool({
    start: () => browsers.launch(fontFolders),
    processes: options.processes ?? Math.min(4, availableParallelism()),
    timeout: options.timeout ?? 15_000,
    recycleAfter: options.recycleAfter ?? 1000,
    memoryLimit: options.memoryLimit ?? 500e6,
  })

  const accepted = new Set<Promise<Uint8Array<ArrayBuffer>>>()
  let closing: Promise<void> | undefined

  /**
   * Prints a page, pins what Chromium counts, tags and packs it. The tags are ours, if the page is understood and drawn as it is
   * written; else the browser's, for which it is printed again.
   */
  async function run(job: PrintJob): Promise<Uint8Array<ArrayBuffer>> {
    const { paper, date, data, signal } = job
    checkCells(job.html, maxCells)
    const { complete, rules, suits } = prepareFonts(job)
    const html = preparePage(complete, paper, rules)
    const steps = stepsOf(html)
    let asked: Promise<boolean> | undefined
    // First called when the browser has the page, to read it at the same time.
    const isUnderstood = () => {
      asked ??= steps.isUnderstood(html)
      return asked
    }
    const print = async (untagged?: typeof isUnderstood) => {
      const pdf = await pool.run(page => printPage(page, html, paper, untagged), signal, suits)
      checkPages(pagesIn(pdf) ?? 0, maxPages)
      pin(pdf, date)
      return pdf
    }
    const printed = { html, date, data }
    const pdf = await print(isUnderstood)
    const finished =
      (await steps.finish({ ...printed, pdf, isTagged: !(await isUnderstood()) })) ??
      (await steps.finish({ ...printed, pdf: await print(), isTagged: true }))
    if (finished && finished.unclaimed.length > 0) job.onUnclaimed?.(finished.unclaimed)
    return finished?.pdf ?? pdf
  }

  async function runDrawing(job: DrawJob): Promise<Uint8Array<ArrayBuffer>> {
    checkCells(job.html, maxCells)
    const { complete, rules, suits } = prepareFonts(job)
    const html = prepareDrawing(complete, job.paper, rules)
    const image = await pool.run(page => drawPage(page, html, job), job.signal, suits)
    if (image instanceof OptionError) throw image
    return image
  }

  /** Replaces characters that no font has, and finds the fonts a page needs: rules that embed them, or a browser that has them. */
  function prepareFonts({ html, onMissingGlyphs }: Pick<PrintJob, 'html' | 'onMissingGlyphs'>): PreparedPage {
    const codePoints = codePointsIn(html)
    const lacks = [...codePoints].some(codePoint => lacksGlyph(codePoint, fonts.covers))
    const complete = lacks ? withGlyphs(html, fonts.covers, missingGlyphs, onMissingGlyphs) : html
    const lang = languageOf(html)
    if (facesFor) return { complete, rules: facesFor(codePoints, lang) }
    const needed = fonts.foldersFor(codePoints, lang)
    if (needed.some(folder => !fontFolders.includes(folder))) fontFolders = [...new Set([...fontFolders, ...needed])]
    return { complete, suits: page => needed.every(folder => page.fontFolders.includes(folder)) }
  }

  async function accept(work: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
    if (closing) throw new PrintError('The printer is closed; open another to go on printing.')
    const working = work()
    accepted.add(working)
    try {
      return await working
    } finally {
      accepted.delete(working)
    }
  }

  async function finish(): Promise<void> {
    await Promise.allSettled(accepted)
    await pool.close()
    await browsers.remove()
  }

  function close(): Promise<void> {
    closing ??= finish()
    return closing
  }

  return {
    print: job => accept(() => run(job)),
    draw: job => accept(() => runDrawing(checkedDrawing(job))),
    missingScripts: text => scriptsWithout(fonts.covers, text),
    checkLetters: html => void withGlyphs(html, fonts.covers, missingGlyphs),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface PreparedPage {
  complete: string
  rules?: string
  suits?: (page: FontedPage) => boolean
}

function checkedDrawing(job: DrawJob): DrawJob {
  const { html: _, signal: _signal, onMissingGlyphs: _told, ...drawing } = job
  checkOptions('', drawing, drawings)
  return job
}

/** Counts the cells of a page's tables, before a browser lays them out. @throws PrintError */
function checkCells(html: string, most: number): void {
  let count = 0
  for (const tag of ['<td', '<th'])
    for (let at = html.indexOf(tag); at >= 0; at = html.indexOf(tag, at + tag.length)) count++
  if (count <= most) return
  const advice = `The document has ${count} table cells, and \`maxCells\` allows ${most}: make it shorter, or raise that.`
  throw new PrintError(advice, { limit: 'cells' })
}

function checkPages(count: number, most: number): void {
  if (count <= most) return
  const advice = `The document has ${count} pages, and \`maxPages\` allows ${most}: make it shorter, or raise that.`
  throw new PrintError(advice, { limit: 'pages' })
}
