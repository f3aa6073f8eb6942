import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageFiles } from '../../src/console/page-files.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { databases } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every page, as an administrator sees it. */
const pages = [
  ['', 'Overview'],
  ['?show=amount&from=2026-01-01&to=2026-12-31', 'Overview'],
  ['/receipts', 'Receipts'],
  ['/receipts?number=nothing', 'Receipts'],
  ['/receipts/newest', 'Receipt '],
  ['/problems', 'What goes wrong'],
  ['/settings/keys', 'Settings'],
  ['/settings/people', 'Settings'],
  ['/settings/look', 'Settings'],
  ['/settings/languages', 'Settings'],
  ['/settings/mail', 'Settings'],
  ['/settings/offers', 'Settings'],
  ['/settings/trail', 'Settings'],
  ['/settings/password', 'Settings'],
  ['/receipts/00000000000000000000000000000000', 'That didn’t work'],
] as const

describe.each(databases)('the console’s pages, on %s', database => {
  let desk: ConsolePage
  let newest = ''
  beforeAll(async () => {
    desk = await openConsole({ database, prepare: config => fillDemo(config, Date.now(), 300), withoutWorker: true })
    const { shop } = desk
    const { password } = await shop.service.people.save('demo', 'ada@example.com', 'admin')
    await desk.open('')
    expect(await violations()).toEqual([])
    await desk.fill('Name', 'ada@example.com')
    await desk.fill('Password', password)
    await desk.press('Sign in')
    await desk.page.waitForSelector('.tiles')
    const to = new Date(Date.now() + 86_400_000).toISOString()
    const list = await shop.ask(shop.receipts(`?fromDate=2020-01-01&toDate=${to}&pageSize=1`))
    newest = list.json[0].id
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const violations = async () => {
    await desk.page.evaluate(axe)
    return desk.page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      // The receipt in its frame is checked with the engine's pages.
      const found = await tool.run({ iframes: false })
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`)
    })
  }
  const open = (path: string) => desk.open(path.replace('newest', newest))
  /** Whether the page is wider than the window. */
  const overflows = () =>
    desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test.each(pages)(
    '%s has a heading and a title, and axe finds nothing, light, dark and right to left',
    async (path, title) => {
      const { page } = desk
      for (const [scheme, language] of [
        ['light', ''],
        ['dark', ''],
        ['light', 'ar'],
      ] as const) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        await page.evaluate(tag => localStorage.setItem('counterfoil-language', tag), language || 'en-US')
        await open(path)
        if (language === '') {
          expect(await desk.text('h1')).toContain(title)
          expect(await page.title()).toContain(title.trim())
        } else expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
        expect([scheme, language, await violations()]).toEqual([scheme, language, []])
      }
      await page.evaluate(() => localStorage.setItem('counterfoil-language', 'en-US'))
    },
  )

  test.each(pages)('%s fits a phone, a tablet and a screen', async path => {
    for (const width of [320, 375, 768, 1280, 1920]) {
      await desk.page.setViewport({ width, height: 800 })
      await open(path)
      expect([width, await overflows()]).toEqual([width, 0])
    }
    // Turned or made smaller, without being loaded again.
    await desk.page.setViewport({ width: 375, height: 800 })
    await expect.poll(overflows).toBe(0)
    await desk.page.setViewport({ width: 1280, height: 900 })
  })

  test('the overview’s table says what its chart shows, and its link leads to exactly those receipts', async () => {
    const { page } = desk
    const year = new Date().getFullYear()
    await open(`?from=${year - 1}-01-01&to=${year}-12-31`)
    const counted = await desk.text('.tile[aria-current] .value')
    await page.click('.charted summary')
    const values = await page.$$eval('.charted tbody tr td:nth-child(2)', cells =>
      cells.map(cell => cell.textContent ?? ''),
    )
    const sum = values.reduce((total, text) => total + Number(text.replace(/\D/g, '')), 0)
    expect(sum).toBe(Number(counted.replace(/\D/g, '')))
    expect(await page.$$('.canvas .bar')).toHaveLength(values.length)
    await desk.press('See these receipts')
    await page.waitForSelector('.receipts')
    let found = 0
    for (;;) {
      found += (await page.$$('.receipts tbody tr')).length
      const next = await page.$('a[rel=next]')
      if (!next) break
      const first = await desk.text('.receipts tbody tr')
      await next.click()
      await page.waitForFunction(
        before => document.querySelector<HTMLElement>('.receipts tbody tr')?.innerText !== before,
        {},
        first,
      )
    }
    expect(found).toBe(sum)
  })

  test('a store in the ranking leads to its own overview, and back', async () => {
    const { page } = desk
    await open('')
    const name = await desk.text('.ranking a')
    await page.click('.ranking a')
    await page.waitForFunction(() => !document.querySelector('.ranking'))
    expect(await page.$eval('.filters select', select => (select as HTMLSelectElement).selectedOptions[0]?.text)).toBe(
      name,
    )
    await page.goBack()
    await page.waitForSelector('.ranking')
  })

  test('the demo’s refused requests are listed by cause, with their shape instead of their content', async () => {
    await open('/problems')
    const text = await desk.text('main')
    expect(text).toContain('receiptDateTime')
    expect(text).toContain('"00.00.0000 00:00"')
  })

  test('a change of the look is seen before it is saved, and saved', async () => {
    const { page, shop } = desk
    await open('/settings/look')
    await desk.fill('At the foot, a line each', 'Thank you for coming')
    await page.waitForFunction(() => (document.querySelector('iframe')?.src.length ?? 0) > 200)
    const frame = () => page.frames().find(one => one.url().includes('/preview?'))
    await expect.poll(async () => frame()?.evaluate(() => document.body.innerText)).toContain('Thank you for coming')
    await desk.press('Save')
    await page.waitForFunction(() => document.querySelector('.state')?.textContent === 'Saved.')
    expect((await shop.service.merchants.find('demo'))?.settings.brand?.footer).toEqual(['Thank you for coming'])
  })

  test('an administrator erases a receipt with a reason, and the trail says so', async () => {
    await open('/receipts/newest')
    await desk.press('Erase')
    await desk.page.select('dialog select', 'customer')
    await desk.press('Erase for good')
    await desk.page.waitForSelector('.receipts')
    await open('/receipts/newest')
    expect(await desk.text('main')).toContain('This isn’t here, or was erased.')
    await open('/settings/trail')
    expect(await desk.text('tbody')).toContain('Erased a receipt')
  })

  test('someone signs out, and the page is empty of data', async () => {
    await desk.press('Sign out')
    await desk.page.waitForSelector('form.sign-in')
    expect(await desk.text()).not.toContain('Demo')
  })

  test('nothing went wrong in the page', () => {
    expect(desk.wrong).toEqual([])
  })
})

test('the page’s script weighs less than 100 KB, compressed, and stands alone', () => {
  const script = Buffer.from(readPageFiles()?.file('console.js')?.bytes ?? '')
  expect(script.length).toBeGreaterThan(10_000)
  expect(gzipSync(script).length).toBeLessThan(100_000)
  expect(String(script)).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/)
  expect(String(script)).not.toMatch(/\beval\(|new Function/)
})
