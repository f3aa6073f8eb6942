import { paperFontsFor } from '../document/paper-fonts.ts'
import { OptionError } from '../errors.ts'
import { type BrowserPage, mustNotStay, type PageLayout } from './browser/browser.ts'
import { languageOf } from './fonts/glyphs.ts'
import { type Paper, paperSize } from './paper.ts'
import { wholeStyle, withStyle } from './print-page.ts'
import type { Drawing } from './printer-options.ts'

/**
 * Draws a page: writes the document into the browser's page and makes an image of all of it.
 *
 * @param html a complete page from `prepareDrawing`
 * @returns the bytes of the image, or the error if it would be too large, before it is drawn
 * @throws Error if the browser failed; another one may succeed
 */
export async function drawPage(
  page: BrowserPage,
  html: string,
  { paper, width = paper ? paperWidth(paper) : 600, colorScheme = 'light', scale = 2, type = 'png' }: Drawing,
): Promise<Uint8Array<ArrayBuffer> | OptionError> {
  const layout: PageLayout = { media: paper ? 'print' : 'screen', colorScheme, width, scale: layoutScale }
  await page.layOutFor(layout)
  const written = page.send('Page.setDocumentContent', { frameId: page.frameId, html })
  const [{ cssContentSize }] = await Promise.all([
    page.send<{ cssContentSize: { height: number } }>('Page.getLayoutMetrics'),
    written,
  ])
  const area = { width, height: Math.ceil(cssContentSize.height) }
  const image = tooLarge(area, scale, type) ?? (await imageOf(page, layout, area, scale, type))
  // An undetected refresh, by this page or the one before, can replace it with an error page.
  if (page.hasLeft()) throw new Error('The page went elsewhere while it was drawn.')
  if (mustNotStay(html)) await page.renew()
  return image
}

/** Always the same: how wide a letter is depends on the scale with which the browser first laid it out. */
const layoutScale = 2

/** Adds to a page's head what drawing needs: the paper's size, and rules for embedded fonts. @throws PrintError as `withStyle` */
export function prepareDrawing(html: string, paper: Paper | undefined, fontRules = ''): string {
  return withStyle(paper ? html : withFonts(html), (paper ? paperStyle(paper) : '') + fontRules)
}

/**
 * A mail names the fonts of its readers' systems. Here their place is taken by the package's, by name and in the order of the page's
 * language: whatever else the browser falls back to depends on the pages before.
 */
function withFonts(html: string): string {
  const fonts = paperFontsFor(languageOf(html))
  return html.replace(/,\s*(sans-serif|serif|monospace)(?=\s*(?:[;}"']|!important))/g, (_, kind: string) =>
    kind === 'monospace' ? `, Noto Sans Mono, ${fonts}, ${kind}` : `, ${fonts}, ${kind}`,
  )
}

function paperStyle(paper: Paper): string {
  const size = paperSize(paper)
  const { height, fitted, margins } = size
  return wholeStyle(size) + (fitted ? '' : `body{min-height:${height - margins.top - margins.bottom}mm}`)
}

/** In whole CSS px. */
function paperWidth(paper: Paper): number {
  return Math.ceil((paperSize(paper).width / 25.4) * 96)
}

interface Area {
  width: number
  height: number
}

async function imageOf(
  page: BrowserPage,
  layout: PageLayout,
  { width, height }: Area,
  scale: number,
  format: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // As high a screen, rather than a picture beyond it, for which Chromium would lay out twice.
  await page.layOutFor({ ...layout, height })
  const { data } = await page.send<{ data: string }>('Page.captureScreenshot', {
    format,
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale: scale / layoutScale },
  })
  const bytes = Buffer.from(data, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Pixels of an image, and of a WebP's side (WebP Container Specification, "VP8"). */
const limits = { pixels: 100e6, webpSide: 16_383 }

function tooLarge({ width, height }: Area, scale: number, type: string): OptionError | undefined {
  const size = `${width} × ${height} px at scale ${scale}`
  if (width * height * scale ** 2 > limits.pixels) {
    const megapixels = Math.ceil((width * height * scale ** 2) / 1e6)
    return new OptionError(
      `scale: ${size} are ${megapixels} megapixels, and an image has at most 100; give a smaller scale, or make a PDF`,
    )
  }
  if (type === 'webp' && Math.max(width, height) * scale > limits.webpSide)
    return new OptionError(
      `type: a side of a WebP has at most ${limits.webpSide} pixels, and this would be ${size}; give png, or a smaller scale`,
    )
  return undefined
}
