import type { BrowserPage } from '../../../src/pdf/browser/browser.ts'
import { openBrowserFactory } from '../../../src/pdf/browser/browser-factory.ts'
import { findFonts } from '../../../src/pdf/fonts/fonts.ts'

/** Measures mails as a phone shows them. */
export interface Phone extends AsyncDisposable {
  /** The view paths of the texts that a mail breaks into single letters, each once. */
  brokenTexts(html: string): Promise<string[]>
}

/** The narrowest phone there is, in CSS px. */
export const phoneWidth = 320

/** Starts the browser that prints, as a phone. @throws BrowserError if none starts */
export async function openPhone(): Promise<Phone> {
  const browsers = openBrowserFactory({
    executablePath: undefined,
    fontFolders: findFonts([]).folders,
    sandbox: process.getuid?.() !== 0,
  })
  const page = await browsers.launch()
  // The browser alone keeps no program running, not even one that waits for its answer.
  const awake = setInterval(() => {}, 60_000)
  const device = { width: phoneWidth, height: 640, deviceScaleFactor: 1, mobile: true }
  await page.send('Emulation.setDeviceMetricsOverride', device)
  return {
    brokenTexts: html => brokenTexts(page, html),
    async [Symbol.asyncDispose]() {
      clearInterval(awake)
      await page.kill()
      await browsers.remove()
    },
  }
}

async function brokenTexts(page: BrowserPage, html: string): Promise<string[]> {
  await page.send('Page.setDocumentContent', { frameId: page.frameId, html })
  const { result } = await page.send<{ result: { value?: string[] } }>('Runtime.evaluate', {
    expression: measuring,
    returnByValue: true,
  })
  return result.value ?? []
}

/**
 * Runs in the page: the marks of the trace (`data-view`) around texts with more than three lines of at most two characters.
 * A character's line is its distance from the top.
 */
const measuring = `[...new Set([...document.querySelectorAll('[data-view]')].flatMap(text => {
  const node = text.firstChild
  if (node?.nodeType !== 3 || node.data.length < 4 || text.getBoundingClientRect().width > 48) return []
  const lines = new Map()
  const range = document.createRange()
  for (let at = 0; at < node.data.length; at++) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const { top, width } = range.getBoundingClientRect()
    if (width > 0) lines.set(top, (lines.get(top) ?? 0) + 1)
  }
  return [...lines.values()].filter(count => count <= 2).length > 3 ? [text.dataset.view] : []
}))]`
