import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens, violationsAt } from '../support/axe.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

/** Figures of 130 stores, in a browser. */
describe('tables in the console', () => {
  let desk: ConsolePage
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const today = dayBefore(0)
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    const { fold } = desk.shop.service
    const sales = Array.from({ length: 130 }, (_, at) =>
      receipt({
        ...{ transactionNumber: `T-${at}`, receiptType: 'PaperOnly', currency: 'CAD' },
        ...{ receiptDateTime: `${today}T00:10:00Z`, grandAmount: at === 17 ? 9000 : 100 + (at % 40) },
        tenders: [{ tenderTypeCode: at % 3 ? 'Credit' : 'Cash', amount: at === 17 ? 9000 : 100 + (at % 40) }],
        workstation: {
          id: '1',
          operator: at % 2 ? 'Noor' : 'Ida',
          store: { id: `S${at}`, name: `Store ${at}`, address: {} },
        },
      }),
    )
    // Of another day, in two currencies.
    for (const [at, currency] of ['CAD', 'EUR'].entries())
      sales.push(
        receipt({
          ...{ transactionNumber: `T-60-${at}`, receiptType: 'PaperOnly', currency, grandAmount: 40 },
          receiptDateTime: `${dayBefore(60)}T10:00:00Z`,
          workstation: { id: '1', store: { id: `Z${at}`, name: `Shop ${at}`, address: {} } },
        }),
      )
    while (sales.length > 0) await Promise.all(sales.splice(0, 20).map(sale => desk.shop.create(sale)))
    await fold.finish()
    await desk.enter('', 'desk')
    await desk.page.waitForSelector('.ranking')
  })
  afterAll(() => desk[Symbol.asyncDispose]())
  const rows = () => desk.page.$$eval('.groups tbody tr', all => all.length)
  const firstName = () => desk.text('.groups tbody tr:first-child th')
  const search = () => desk.page.evaluate(() => location.search)

  test('all stores are one link away, and what stands out is named', async () => {
    await desk.press('All of them in a table')
    await desk.page.waitForSelector('.groups')
    expect(await rows()).toBe(50)
    expect(await desk.text('.pager')).toContain('Page 1 of 3')
    expect(await firstName()).toBe('Store 17')
    expect(await desk.text('.spread')).toMatch(/130\. The median is .*Standing out:\s+Store 17/s)
    expect(await desk.page.$$eval('.spread .mark', all => all.length)).toBe(130)
  })

  test('by keyboard alone: sorted, searched, another grouping, and the link says it all', async () => {
    const { page } = desk
    const focus = (words: string) =>
      page.evaluate(wanted => {
        const all = [...document.querySelectorAll<HTMLElement>('main a, main button')]
        all.find(each => each.innerText.trim() === wanted)?.focus()
      }, words)
    await focus('Store')
    await page.keyboard.press('Enter')
    await expect.poll(search).toContain('sort=name&way=up')
    await desk.settled()
    await expect.poll(firstName).toBe('Store 0')
    expect(await page.$eval('th[aria-sort]', head => head.getAttribute('aria-sort'))).toBe('ascending')
    await page.focus('input[type=search]')
    await page.keyboard.type('S129')
    await page.keyboard.press('Enter')
    await expect.poll(search).toContain('words=S129')
    await desk.settled()
    await expect.poll(rows).toBe(1)
    const address = await page.evaluate(() => location.pathname + location.search)
    await desk.open(address.replace('/console', ''))
    expect([await rows(), await firstName()]).toEqual([1, 'Store 129'])
    await page.select('.filters select', 'register')
    await expect.poll(search).toContain('by=register')
    await desk.settled()
    await expect.poll(firstName).toContain('Store 129 · 1')
    await focus('Last month')
    await page.keyboard.press('Enter')
    await desk.settled()
    await expect.poll(() => desk.text('.empty')).toBe('No receipts match.')
    expect(await page.$$('a[download]')).toHaveLength(0)
  })

  test('two groupings at once, chosen by keyboard, and registers once a store is', async () => {
    const { page } = desk
    await desk.go('/tables?sort=name')
    const second = '.filters label:nth-of-type(2) select'
    const choose = async (selector: string, value: string) => {
      await page.focus(selector)
      await page.select(selector, value)
      await desk.settled()
    }
    expect(await page.$$eval(`${second} option`, all => all.map(each => each.value))).toEqual([
      ...['', 'tenderType', 'cardBrand', 'taxType', 'discount', 'operator', 'associate'],
    ])
    await choose(second, 'tenderType')
    await expect.poll(search).toContain('thenBy=tenderType')
    await expect.poll(() => desk.text('.groups thead th:first-child')).toContain('Store · Means of payment')
    await expect.poll(firstName).toContain('Credit card')
    const address = await page.evaluate(() => location.pathname + location.search)
    await desk.open(address.replace('/console', ''))
    expect(await desk.text('.groups thead th:first-child')).toContain('Store · Means of payment')
    await desk.go('/tables?by=register')
    expect(await page.$$eval('.filters select', all => all.length)).toBe(2)
    await desk.go('/tables?by=register&store=S17')
    await choose(second, 'operator')
    await expect.poll(firstName).toMatch(/Store 17 · 1 · Noor/)
  })

  test('a phone shows no figure that there is none of, and one page has no way to others', async () => {
    const { page } = desk
    await page.setViewport({ width: 390, height: 900 })
    const day = dayBefore(60)
    await desk.go(`/tables?from=${day}&to=${day}`)
    await desk.settled()
    expect(await rows()).toBe(2)
    const shown = (selector: string) => page.$$eval(selector, all => all.map(each => each.getClientRects().length > 0))
    expect(await shown('.groups tbody td.none')).toEqual(Array.from({ length: 6 }, () => false))
    expect(await shown('.pager')).toEqual([false])
  })

  test.each(screens)('fit $width px in $scheme, and axe finds nothing', async ({ width, scheme }) => {
    const { page } = desk
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    for (const path of [
      '/tables?beside=year&sort=receipts&words=S12',
      '/tables?thenBy=tenderType&words=S12',
      '/tables?by=operator',
    ]) {
      await desk.go(path)
      expect(await violationsAt(width, page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${path.replace(/\W+/g, '-')}-${width}-${scheme}.png` })
    }
    expect(desk.wrong).toEqual([])
  })
})
