import type { ElementHandle, Page } from 'puppeteer'
import { openBrowser } from '../../../test/support/browser.ts'
import { type Role, roles } from '../../src/people/roles.ts'
import { startService, type TestOptions, type TestService } from '../support/service.ts'
import { person } from '../support/visitors.ts'

/** The console in a browser, on a service of its own. */
export interface ConsolePage extends AsyncDisposable {
  page: Page
  shop: TestService
  /** What went wrong in the page. */
  wrong: string[]
  downloads: string
  /** Opens a path below `/console` and waits for its content. */
  open(path: string): Promise<void>
  /** Goes to a path below `/console` as by a link, without loading the page again, which takes twice as long. Somebody has to be signed in. */
  go(path: string): Promise<void>
  /** Opens a path as a person of this role, signed in without the form, which takes as long as a page. */
  enter(path: string, role: Role, stores?: readonly string[]): Promise<void>
  /** Goes to a path, as somebody with this screen and language does. */
  show(screen: { width: number; scheme: string; language: string }, path: string): Promise<void>
  /** Waits until the page shows what it goes to. */
  settled(): Promise<void>
  /** The text of an element, or of the whole page. */
  text(selector?: string): Promise<string>
  /** Clicks the link or button with these words. */
  press(words: string): Promise<void>
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>
}

/** Starts a service and opens its console, 1280 px wide. */
export async function openConsole(options: TestOptions = {}): Promise<ConsolePage> {
  const shop = await startService(options)
  const browser = await openBrowser()
  const { page, downloads } = browser
  const wrong: string[] = []
  page.on('pageerror', error => wrong.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text())
  })
  await page.setViewport({ width: 1280, height: 900 })
  const settled = async () => {
    await page.waitForSelector('main:not([aria-busy="true"]), form.sign-in')
  }
  const open = async (path: string) => {
    await page.goto(`${shop.url}/console${path}`)
    await page.waitForSelector('main[aria-busy="false"], form.sign-in')
  }
  const go = async (path: string) => {
    await page.evaluate(address => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/console${path}`)
    await settled()
  }
  return {
    ...{ page, shop, wrong, downloads, settled, open, go },
    async enter(path, role, stores) {
      const { cookie } = await person(shop, role, 'demo', stores)
      const [name = '', value = ''] = cookie.split('=')
      await page.browserContext().setCookie({ name, value, domain: '127.0.0.1', path: '/' })
      await open(path)
    },
    async show({ width, scheme, language }, path) {
      await page.setViewport({ width, height: 844 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      const isSame = await page.evaluate(tag => {
        localStorage.setItem('counterfoil-language', tag)
        return document.documentElement.lang === tag
      }, language)
      await (isSame ? go(path) : open(path))
    },
    text: (selector = 'body') => page.$eval(selector, element => (element as HTMLElement).innerText),
    async press(words) {
      const found = await page.waitForFunction(
        wanted =>
          [...document.querySelectorAll<HTMLButtonElement>('button, a, summary')].find(
            ({ innerText, ariaLabel, disabled }) => !disabled && (ariaLabel ?? innerText).trim() === wanted,
          ),
        {},
        words,
      )
      await (found as ElementHandle<HTMLElement>).click()
      await settled()
    },
    async fill(label, text) {
      const found = await page.waitForFunction(
        wanted =>
          [...document.querySelectorAll<HTMLInputElement>('input, textarea')].find(
            ({ labels, ariaLabel }) => (ariaLabel ?? labels?.[0]?.innerText ?? '').trim() === wanted,
          ),
        {},
        label,
      )
      const field = found as ElementHandle<HTMLInputElement>
      await field.evaluate(element => element.select())
      await field.type(text)
    },
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]()
      await shop.stop()
    },
  }
}

/** What the form of the look sends for its preview. */
export function previewOf(settings: object): { body: string; headers: Record<string, string> } {
  return {
    body: String(new URLSearchParams({ settings: JSON.stringify(settings) })),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

export { person, type Visitor, visit } from '../support/visitors.ts'
export { roles }
