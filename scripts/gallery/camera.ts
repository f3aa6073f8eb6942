import { openOwnBrowser } from '../../test/support/browser.ts'

/** Takes screenshots with the browser and fonts that print receipts. */
export type Camera = Awaited<ReturnType<typeof openCamera>>

interface Shot {
  /** CSS px. */
  width: number
  /** CSS px from the top. Default: the whole page. */
  height?: number
  dark?: boolean
  /** Dots per CSS px. Default 1. */
  scale?: number
  type?: 'png' | 'webp'
}

/** Starts the browser, without scripts or network access. @throws BrowserError if there is none */
export async function openCamera() {
  const browser = await openOwnBrowser()
  const { page } = browser
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  return {
    async shoot(html: string, { width, height, dark = false, scale = 1, type = 'png' }: Shot): Promise<Uint8Array> {
      await page.setViewport({ width, height: height ?? 100, deviceScaleFactor: scale })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }])
      await page.setContent(html)
      return await page.screenshot({ type, fullPage: height === undefined, ...(type === 'webp' && { quality: 80 }) })
    },
    /** How high a page is at a width, in CSS px. */
    async heightOf(html: string, width: number) {
      await page.setViewport({ width, height: 100, deviceScaleFactor: 1 })
      await page.setContent(html)
      return (await page.evaluate('document.documentElement.scrollHeight')) as number
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}

/** A picture as a `data:` URL. */
export function pictureAddress(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}
