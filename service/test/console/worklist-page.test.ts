import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/outbox/delivery.ts'
import type { Role } from '../../src/people/roles.ts'
import { screens, violationsAt } from '../support/axe.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

/** What people at a desk do with the mails that didn't arrive, in a browser. */
describe('the worklist in the console', () => {
  let desk: ConsolePage
  const now = Date.now()
  const idOf = (number: number) => String(number).padStart(32, '0')
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    const { db } = desk.shop.service
    for (let number = 1; number <= 120; number++) {
      const id = idOf(number)
      const at = now - number * 60_000
      const [name, store] = number % 2 === 0 ? ['Harbour', 'H'] : ['Market Street', 'M']
      const changes: Partial<Delivery> = {
        ...{ status: 'failed', reason: 'unknown_mailbox', created_at: at, finished_at: at },
        ...{ email_address: `guest-${number}@example.${number < 10 ? 'org' : 'com'}` },
        ...(number === 2 && { email_address: 'ines@gmial.com' }),
        ...(number === 3 && { status: 'held', reason: null, finished_at: null }),
      }
      const receipt = { transaction_number: `R-${number}`, store_id: store, store_name: name }
      await db.insertInto('receipts').values(recordWith(id, receipt)).execute()
      await db
        .insertInto('deliveries')
        .values(deliveryWith(id, id, changes))
        .execute()
    }
    await signIn('desk')
  })
  afterAll(() => desk[Symbol.asyncDispose]())
  const signIn = async (role: Role) => {
    await desk.enter('/problems', role)
    await desk.page.waitForSelector('.worklist')
  }
  const rows = () =>
    desk.page.$$eval('.worklist tbody tr', all => all.map(row => row.querySelector('.of a')?.textContent ?? ''))
  const left = () => expect.poll(() => desk.page.$eval('nav .left', badge => badge.textContent))
  const news = () => expect.poll(() => desk.text('.news'))
  /** Presses a button in a receipt's row. */
  const inRow = async (number: string, words: string) => {
    await desk.page.evaluate(
      (row, button) => {
        const all = [...document.querySelectorAll('.worklist tbody tr')]
        const found = all.find(each => each.querySelector('.of a')?.textContent === row)
        const buttons = [...(found?.querySelectorAll('button') ?? [])]
        buttons.find(each => each.textContent?.trim() === button)?.click()
      },
      number,
      words,
    )
  }

  test('a row is done, which the menu’s number says at once, and taken back', async () => {
    await left().toContain('120')
    expect((await rows()).slice(0, 3)).toEqual(['R-1', 'R-2', 'R-3'])
    await inRow('R-1', 'Done')
    await news().toContain('Marked as done: 1.')
    await left().toContain('119')
    await expect.poll(async () => (await rows())[0]).toBe('R-2')
    await desk.press('Undo')
    await news().toContain('Back on the list: 1.')
    await left().toContain('120')
    await expect.poll(async () => (await rows())[0]).toBe('R-1')
  })

  test('a typo is mended from the row, and the row says what became of it', async () => {
    await inRow('R-2', 'Use ines@gmail.com')
    await desk.page.waitForSelector('.correct input')
    expect(await desk.page.$eval('.correct input', input => (input as HTMLInputElement).value)).toBe('ines@gmail.com')
    await desk.page.keyboard.press('Enter')
    await news().toContain('On their way again: 1.')
    await expect
      .poll(() => desk.text('.worklist tbody tr:nth-child(2)'))
      .toMatch(/Sent again to ines@gmail\.com.*On its way/)
    await inRow('R-2', 'Another address')
    await desk.page.waitForSelector('.correct input')
    await desk.page.keyboard.press('Escape')
    await expect.poll(() => desk.page.$('.correct')).toBeNull()
  })

  test('the filters are in the address, and a link shows the same', async () => {
    const { page } = desk
    await desk.press('Not delivered 119')
    await page.select('.filters label:nth-child(2) select', 'H')
    await page.waitForFunction(() => location.search.includes('store=H'))
    await desk.settled()
    const address = await page.evaluate(() => location.pathname + location.search)
    expect(address).toBe('/console/problems?kind=undelivered&store=H')
    await expect.poll(async () => (await rows()).slice(0, 2)).toEqual(['R-2', 'R-4'])
    await desk.press('Older')
    await expect.poll(async () => (await rows())[0]).toBe('R-102')
    await page.reload()
    await page.waitForSelector('.worklist')
    await expect.poll(async () => (await rows())[0]).toBe('R-102')
    await desk.press('Newer')
    await expect.poll(async () => (await rows())[0]).toBe('R-2')
    expect(await page.$eval('a.csv', link => link.getAttribute('href'))).toBe(
      '/console/api/problems/mails.csv?kind=undelivered&store=H',
    )
  })

  test('a row’s own button means that row, also where all that match are selected', async () => {
    await desk.go('/problems')
    await desk.page.click('.bulk input')
    await desk.press('Select all that match (120)')
    await inRow('R-5', 'Done')
    await news().toContain('Marked as done: 1.')
    await left().toContain('119')
    await desk.press('Undo')
    await left().toContain('120')
  })

  test('all that match are sent again after a question, and those that can’t say why', async () => {
    await desk.go('/problems')
    await desk.page.click('.bulk input')
    await desk.press('Select all that match (120)')
    expect(await desk.text('.bulk')).toContain('Selected: 120')
    await desk.page.click('.bulk button:not(.quiet)')
    await desk.page.waitForSelector('dialog')
    expect(await desk.text('dialog')).toContain('Send all that match again (120)')
    await desk.page.click('dialog .main')
    await news().toMatch(/On their way again: 119\..*Not sent: 1/s)
    await expect.poll(() => desk.text('.worklist tbody tr:nth-child(3)')).toContain('Mails are paused')
    // Once the list is read again, nothing is selected.
    await expect.poll(() => desk.text('.bulk')).not.toContain('Selected')
    await desk.page.click('.bulk input')
    await desk.page.click('.bulk button:not(.quiet)')
    await news().toMatch(/On their way again: 0\..*Not sent: 50/s)
    await expect.poll(() => desk.text('.worklist tbody tr:nth-child(1)')).toContain('Another mail is on its way')
  })

  test('by keyboard alone: down the rows, two are selected and done', async () => {
    const { page } = desk
    await desk.go('/problems?store=M')
    await page.focus('.worklist tbody tr input')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => desk.text('.bulk')).toContain('Selected: 2')
    const here = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await page.focus('.bulk input')
    for (let step = 0; step < 5 && (await here()) !== 'Done'; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await news().toContain('Marked as done: 2.')
    await expect.poll(async () => (await rows())[0]).toBe('R-5')
    // Done by its row's button, the next row has the focus.
    await page.focus('.worklist tbody tr:first-child .row-acts button:last-child')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rows())[0]).toBe('R-7')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('.of a')?.textContent))
      .toBe('R-7')
  })

  test('everyone can read it, on a screen and on a phone, also with a form open', async () => {
    const { page } = desk
    for (const { scheme, width } of screens) {
      await page.setViewport({ width, height: 844 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      await desk.go('/problems?kind=undelivered&domain=example.org')
      await page.click('.bulk input')
      await inRow('R-4', 'Another address')
      await page.waitForSelector('.correct input')
      expect([width, scheme, await violationsAt(width, page)]).toEqual([width, scheme, []])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([width, over <= 0]).toEqual([width, true])
    }
    await page.setViewport({ width: 1280, height: 900 })
  })

  test('who may only look has no boxes and no buttons', async () => {
    await signIn('view')
    expect(await desk.page.$$('.worklist :is(input, button), .bulk')).toEqual([])
    expect(await desk.text('.worklist')).toContain('guest-4@example.org')
    expect(desk.wrong).toEqual([])
  })
})
