import { PrintError } from '../errors.ts'
import { type BrowserPage, mustNotStay, withoutPolicy } from './browser/browser.ts'
import { fitSheets } from './fit-sheets.ts'
import { partLongText } from './long-runs.ts'
import { nameLinks } from './name-links.ts'
import { type Paper, type PaperSize, paperSize } from './paper.ts'
import { printable } from './printable.ts'

/**
 * Prints a page: writes the document into the browser's page and prints it, on a roll as high as it is, on sheets so that none
 * is nearly empty.
 *
 * @param page the browser's page
 * @param html a complete page from `preparePage`
 * @param isUnderstood whether the page's structure is known, to print it without tags, for `addTags`; else the browser tags. Called
 *   several times, first while the browser reads the page
 * @returns the bytes of the PDF, with the page's own `title`
 * @throws Error if the browser failed; another one may succeed
 */
export async function printPage(
  page: BrowserPage,
  html: string,
  paper: Paper,
  isUnderstood: () => Promise<boolean> = async () => false,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = paperSize(paper)
  await page.layOutFor({ media: size.fitted ? 'print' : 'screen' })
  const tags = async () => ((await isUnderstood()) ? untagged : {})
  const pdf = size.fitted
    ? await printOnce(page, html, async () => ({ ...(await tags()), ...(await rollSheet(page, size)) }))
    : await fitSheets(html, size, tried =>
        printOnce(page, tried, async () => ({ ...(await tags()), ...fixedSheet(size) })),
      )
  if (mustNotStay(html)) await page.renew()
  return pdf
}

const untagged = { generateTaggedPDF: false, generateDocumentOutline: false }

async function printOnce(
  page: BrowserPage,
  html: string,
  sheet: () => Promise<object>,
): Promise<Uint8Array<ArrayBuffer>> {
  const written = page.send('Page.setDocumentContent', { frameId: page.frameId, html })
  const [options] = await Promise.all([sheet(), written])
  const { data } = await page.send<{ data: string }>('Page.printToPDF', {
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    ...options,
    printBackground: true,
    preferCSSPageSize: false,
    transferMode: 'ReturnAsBase64',
  })
  // An undetected refresh, by this page or the one before, can replace it with an error page.
  if (page.hasLeft()) throw new Error('The page went elsewhere while it was printed.')
  const bytes = Buffer.from(data, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Adds to a page's head what printing needs: the paper's width on rolls, and rules for embedded fonts. It takes away our templates'
 * policy: the browser has a stricter one for all pages. Links get something that says what they are.
 *
 * @throws PrintError if the page has no `<head>`, or would navigate away
 */
export function preparePage(html: string, paper: Paper, fontRules = ''): string {
  const size = paperSize(paper)
  const laidOut = size.fitted ? wholeStyle(size) : sheetStyle(html)
  const { html: whole, rules } = printable(html)
  return withStyle(nameLinks(whole), rules + laidOut + fontRules)
}

/**
 * Adds a style to a page's head, and takes away our templates' policy.
 *
 * @throws PrintError if the page has no `<head>`, or would navigate away
 */
export function withStyle(html: string, style: string): string {
  const head = html.indexOf('<head')
  const at = head < 0 ? 0 : html.indexOf('>', head) + 1
  if (at === 0)
    throw new PrintError('The page to print has no <head>; give a complete page with `lang`, a <head> and a <title>.')
  if (refresh.test(html)) throw new PrintError('The page to print contains a <meta http-equiv="refresh">; remove it.')
  return partLongText(withoutPolicy(`${html.slice(0, at)}${style && `<style>${style}</style>`}${html.slice(at)}`))
}

/** The only way left to navigate without script or click; no content policy covers it. */
const refresh = /<meta\b[^>]{0,300}http-equiv\s{0,9}=[\s"']{0,9}refresh/i

/**
 * A sheet's page is laid out when it is printed. Skipped on the screen (CSS Containment 2, 4), it isn't laid out before, nor again
 * afterward; `display: none` would also take down what was laid out. Not if a stylesheet may have pictures: what an SVG embeds is
 * read when it is first shown, and then the first print would lack it.
 */
function sheetStyle(html: string): string {
  return picture.test(html) ? '' : '@media screen{html{content-visibility:hidden}}'
}

/** Functions of CSS Images 4 that name a picture, in capitals or not. */
const picture = /(?:url|image-set)\(/i

/** Makes a page of the whole paper. The body has the same width when measured and printed; Chromium rounds page margins, but not this. */
export function wholeStyle({ printableWidth, margins: { top, right, bottom, left } }: PaperSize): string {
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

/** One page as high as the content, plus one CSS pixel so that rounding doesn't add a second page. */
async function rollSheet(page: BrowserPage, { width, height }: PaperSize): Promise<object> {
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
