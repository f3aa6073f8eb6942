import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { auditReceipt } from '../../../src/reading/audit.ts'
import { heldIn, mostHeld, readHeld } from '../../../tools/page/playground/link.ts'
import { openBrowser, type TestBrowser } from '../../support/browser.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { isExhaustive } from '../../support/scope.ts'

test('a link holds a receipt, and one that was cut holds none', () => {
  const receipt = JSON.stringify(fixtureNamed('cafe.ar').receipt)
  const fragment = heldIn({ receipt, language: 'ar', look: 'compact' }) ?? ''
  expect(readHeld(fragment)).toEqual({ receipt, language: 'ar', look: 'compact' })
  expect(readHeld(fragment.slice(0, -20))).toBeUndefined()
  expect(readHeld('#receipt=%%%')).toBeUndefined()
  expect(readHeld('')).toBeUndefined()
  expect(heldIn({ receipt: 'x'.repeat(mostHeld + 1), language: '', look: 'modern' })).toBeUndefined()
})

/** At night: bundling the page takes longer than all that it does, which `test/mail` and the types hold. */
describe.runIf(isExhaustive)('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-playground-'))
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain')
    response.end(readFileSync(join(folder, path)))
  })
  let browser: TestBrowser
  let address = ''
  const errors: string[] = []

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build-playground.ts', folder], { cwd: packageRoot, stdio: 'ignore' })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    browser = await openBrowser()
    browser.page.on('console', message => {
      if (message.type() === 'error' && !message.location().url?.endsWith('favicon.ico')) errors.push(message.text())
    })
    browser.page.on('pageerror', error => errors.push(String(error)))
    await open({ width: 1440, height: 1000 })
  })

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(
    viewport: { width: number; height: number },
    scheme: 'light' | 'dark' = 'light',
    fragment = '',
  ): Promise<void> {
    await browser.page.setViewport(viewport)
    await browser.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await browser.page.goto('about:blank')
    await browser.page.goto(address + fragment)
    await browser.page.waitForFunction(() => (document.getElementById('slip') as HTMLIFrameElement).srcdoc !== '')
  }

  /** What a frame shows. */
  function shown(id: string): Promise<string> {
    return browser.page.evaluate(name => (document.getElementById(name) as HTMLIFrameElement).srcdoc, id)
  }

  function choose(id: string, value: string): Promise<string[]> {
    return browser.page.select(`#${id}`, value)
  }

  test('examples, languages and looks are choices', async () => {
    const before = await shown('phone')
    await choose('language', 'ja-JP')
    const japanese = await shown('phone')
    expect(japanese).toContain('lang="ja')
    await choose('look', 'classic')
    expect(await shown('phone')).not.toBe(japanese)
    await choose('sample', '3')
    expect(await shown('phone')).not.toBe(before)
  })

  test('phone, sheet and slip show the receipt of a link, as the engine makes it', async () => {
    const { receipt } = fixtureNamed('cafe.ar')
    const fragment = heldIn({ receipt: JSON.stringify(receipt, null, 2), language: 'ar', look: 'compact' })
    await open({ width: 1440, height: 1000 }, 'light', fragment)
    const engine = await createEngine()
    const options = { locale: 'ar', variant: 'compact' } as const
    // A browser has a CLDR of its own, which writes some spaces in another way.
    const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f ]+/g, ' ')
    expect(spaced(await shown('phone'))).toBe(spaced(engine.html(receipt, options)))
    expect(await shown('sheet')).toContain('dir="rtl"')
    expect((await shown('slip')).length).toBeGreaterThan(1000)
    expect(await browser.page.$eval('#look', element => (element as HTMLSelectElement).value)).toBe('compact')
  })

  test('a link is made in the address, by keyboard', async () => {
    await browser.page.focus('#look')
    await browser.page.keyboard.press('Tab')
    await browser.page.keyboard.press('Enter')
    await browser.page.waitForFunction(() => location.hash.includes('receipt='))
    const receipt = await browser.page.$eval('#receipt', element => (element as HTMLTextAreaElement).value)
    const hash = await browser.page.evaluate(() => location.hash)
    expect(readHeld(hash)?.receipt).toBe(receipt)
  })

  test('what is wrong is named, and the last receipt stays', async () => {
    const before = await shown('phone')
    await browser.page.$eval('#receipt', element => {
      const text = element as HTMLTextAreaElement
      text.value = text.value.replace(/"transactionNumber"/, '"transactionNumbr"')
      text.dispatchEvent(new Event('input'))
    })
    await browser.page.waitForFunction(() =>
      document.getElementById('problems')?.textContent?.includes('transactionNumber'),
    )
    expect(await shown('phone')).toBe(before)
  })

  test('what was understood all the same is only counted', async () => {
    const { receipt } = fixtureNamed('bopus-order')
    const notes = auditReceipt(receipt).filter(({ severity }) => severity === 'style')
    expect(notes.length).toBeGreaterThan(100)
    await open(
      { width: 1440, height: 1000 },
      'light',
      heldIn({ receipt: JSON.stringify(receipt), language: '', look: '' }),
    )
    const said = await browser.page.$eval('#problems', element => element.textContent ?? '')
    expect(said).toContain('superSupplement')
    expect(said).toContain(`${notes.length} notes of style`)
    expect(said).not.toContain('The value is blank')
  })

  const screens = [
    ['a desk', { width: 1440, height: 1000 }, 'light'],
    ['a desk in the dark', { width: 1440, height: 1000 }, 'dark'],
    ['a phone in the dark', { width: 390, height: 844 }, 'dark'],
    ['a phone', { width: 390, height: 844 }, 'light'],
  ] as const

  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

  test.each(screens)('axe finds nothing on %s, and nothing is cut off', async (name, viewport, scheme) => {
    await open(viewport, scheme)
    await browser.page.evaluate(axe)
    const violations = await browser.page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: { run(what: object, how: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
      ).axe.run({ exclude: [['iframe']] }, { iframes: false })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    expect(violations).toEqual([])
    const wide = await browser.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const pictures = process.env.PLAYGROUND_PICTURES
    if (pictures) {
      mkdirSync(pictures, { recursive: true })
      await browser.page.screenshot({ path: join(pictures, `${name.replaceAll(' ', '-')}.png`), fullPage: true })
    }
  })

  test('it asks for its own three files, and is refused anything else', async () => {
    expect([...new Set(asked)].filter(request => !request.endsWith('favicon.ico')).sort()).toEqual([
      'GET /',
      'GET /playground.css',
      'GET /playground.js',
    ])
    expect(errors).toEqual([])
    const refused = await browser.page.evaluate(() =>
      fetch('/index.html').then(
        () => 'sent',
        () => 'refused',
      ),
    )
    expect(refused).toBe('refused')
  })
})
