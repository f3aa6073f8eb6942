import { beforeAll } from 'vitest'
import { readBrand } from '../../src/brand/brand.ts'
import { renderPrint } from '../../src/document/render.ts'
import { loadTemplates } from '../../src/document/templates.ts'
import type { BrowserPage } from '../../src/pdf/browser/browser.ts'
import { openBrowserFactory } from '../../src/pdf/browser/browser-factory.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import { preparePage, printPage } from '../../src/pdf/print-page.ts'
import type { PageElements } from '../../src/pdf/tags/page-elements.ts'
import type { Look } from '../../src/view/variant.ts'
import { engineFor, type Fixture } from './fixtures.ts'

/** Chromium's sandbox refuses root. */
export const sandbox = process.getuid?.() !== 0

/**
 * Prints as the browser does, for the tests of a file: unpacked, and with the browser's tags unless the page's elements are given. All files
 * of a worker share the browser, which ends with it.
 */
export function openPage() {
  let page: BrowserPage
  beforeAll(async () => {
    page = await sharedPage()
  })
  return (html: string, paper: Paper, elements?: PageElements) =>
    printPage(page, html, paper, async () => elements !== undefined)
}

let shared: Promise<BrowserPage> | undefined

/** Started again if a file before killed it. */
async function sharedPage(): Promise<BrowserPage> {
  const isAlive = await shared?.then(page => page.send('Page.getLayoutMetrics')).catch(() => undefined)
  if (!isAlive) shared = openBrowserFactory({ executablePath: undefined, sandbox }).launch(findFonts([]).folders)
  return (await shared)!
}

/** Ends it, for a file that counts its browsers. */
export async function closePage(): Promise<void> {
  await (await shared)?.kill()
  shared = undefined
}

/** A scenario's page, as it is printed. */
export async function pageOf(fixture: Fixture, paper: Paper, look: Look = 'modern'): Promise<string> {
  const { receipt, acceptLanguage, offers } = fixture
  const view = (await engineFor(fixture)).view(receipt, { acceptLanguage, offers, variant: look })
  const { html } = renderPrint(view, await templatesOf(look), readBrand().brand, paperSize(paper))
  return preparePage(html, paper)
}

const templates = new Map<Look, ReturnType<typeof loadTemplates>>()

/** Those of the package, read once. */
function templatesOf(look: Look): ReturnType<typeof loadTemplates> {
  const read = templates.get(look) ?? loadTemplates(undefined, look)
  templates.set(look, read)
  return read
}
