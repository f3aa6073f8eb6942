import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'puppeteer'
import { openStudio } from '../../../tools/studio/server/studio.ts'
import { openBrowser } from '../../support/browser.ts'

/** The project's folder. */
export const root = resolve(import.meta.dirname, '../../..')

/** The studio's page in a browser, with a copy of the example folder. */
export interface StudioPage extends AsyncDisposable {
  page: Page
  url: string
  /** The template folder. */
  folder: string
  /** Where the browser puts what it downloads. */
  downloads: string
  /** What went wrong in the page. */
  wrong: string[]
}

/** Opens the page as `npm run build` made it, 1280 px wide. @param hash what its URL says it shows */
export async function openStudioPage(hash: string): Promise<StudioPage> {
  const home = mkdtempSync(join(tmpdir(), 'counterfoil-studio-page-'))
  const folder = join(home, 'my-brand')
  cpSync(join(root, 'examples/my-brand'), folder, { recursive: true })
  const studio = await openStudio({ templates: folder, port: 0 })
  const browser = await openBrowser()
  const { page, downloads } = browser
  const wrong: string[] = []
  page.on('pageerror', error => wrong.push(String(error)))
  await page.setViewport({ width: 1280, height: 800 })
  await page.goto(`${studio.url}${hash}`)
  return {
    ...{ page, url: studio.url, folder, downloads, wrong },
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]()
      await studio.close()
      rmSync(home, { recursive: true })
    },
  }
}
