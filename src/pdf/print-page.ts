import { PrintError } from '../errors.ts'
import type { BrowserPage } from './browser/browser.ts'
import type { Paper, PaperSize } from './paper.ts'
import { paperSize } from './paper.ts'

/**
 * Puts a page on paper: types the document into the browser's page, measures it where the paper's height fits, prints.
 *
 * @param page the browser's page
 * @param html a complete page that `preparePage` has seen
 * @returns the bytes of the PDF: tagged, with the page's own `lang` and `title`
 * @throws Error when the browser failed; another one may do better
 */
export async function printPage(page: BrowserPage, html: string, paper: Paper): Promise<Uint8Array> {
  const size = paperSize(paper)
  await page.send('Page.setDocumentContent', { frameId: page.frameId, html })
  const sheet = size.fitted ? await fittedSheet(page, size) : fixedSheet(size)
  const { data } = await page.send<{ data: string }>('Page.printToPDF', {
    ...sheet,
    printBackground: true,
    preferCSSPageSize: false,
    generateTaggedPDF: true,
    transferMode: 'ReturnAsBase64',
  })
  // A refresh that was not recognised, of this page or the one before, can put an error page in its place.
  if (page.hasLeft()) throw new Error('The page went elsewhere while it was printed.')
  const bytes = Buffer.from(data, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Adds to the head of a page what every print needs: a policy that lets it load nothing but embedded images and
 * fonts (CSP Level 3), on rolls the width of the paper, and the rules of embedded fonts.
 *
 * @throws PrintError when the page has no `<head>`, or would leave itself
 */
export function preparePage(html: string, paper: Paper, fontRules = ''): string {
  const head = html.indexOf('<head')
  const at = head < 0 ? 0 : html.indexOf('>', head) + 1
  if (at === 0)
    throw new PrintError('The page to print has no <head>; give a complete page with `lang`, a <head> and a <title>.')
  if (refresh.test(html)) throw new PrintError('The page to print holds a <meta http-equiv="refresh">; remove it.')
  const size = paperSize(paper)
  const style = (size.fitted ? rollStyle(size) : '') + fontRules
  return `${html.slice(0, at)}${policy}${style && `<style>${style}</style>`}${html.slice(at)}`
}

/** The one way left to navigate without a script or a click; no content policy governs it. */
const refresh = /<meta\b[^>]{0,300}http-equiv\s{0,9}=[\s"']{0,9}refresh/i

const policy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; ' +
  "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'\">"

/** The body has the same width when it is measured and when it is printed; Chromium rounds page margins, not this. */
function rollStyle({ printableWidth, margins: { top, right, bottom, left } }: PaperSize): string {
  return (
    '@page{margin:0!important}html{display:flow-root}' +
    `body{width:${printableWidth}mm!important;margin:${top}mm ${right}mm ${bottom}mm ${left}mm!important;padding:0!important}`
  )
}

const inch = 25.4

function fixedSheet({ width, height, margins }: PaperSize): object {
  return {
    paperWidth: width / inch,
    paperHeight: height / inch,
    marginTop: margins.top / inch,
    marginRight: margins.right / inch,
    marginBottom: margins.bottom / inch,
    marginLeft: margins.left / inch,
  }
}

/** One page as high as the content, and one CSS pixel more so that rounding makes no second page. */
async function fittedSheet(page: BrowserPage, { width, height }: PaperSize): Promise<object> {
  const { cssContentSize } = await page.send<{ cssContentSize: { height: number } }>('Page.getLayoutMetrics')
  const needed = (Math.ceil(cssContentSize.height) + 1) / 96
  const greatest = height / inch
  return {
    paperWidth: width / inch,
    paperHeight: Math.min(needed, greatest),
    marginTop: 0,
    marginRight: 0,
    marginBottom: 0,
    marginLeft: 0,
    ...(needed <= greatest && { pageRanges: '1' }),
  }
}
