import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/people/roles.ts'
import { screens, violations, violationsAt } from '../support/axe.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

const minute = 60_000
const seconds = (at: number) => `@${Math.floor(at / 1000)}`

/** The page of the tills, in a browser. */
describe('the tills in the console', () => {
  let desk: ConsolePage
  const now = Date.now()
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    const { db, fleet, fold } = desk.shop.service
    for (const [id, name] of [
      ['12', 'Queen Street'],
      ['13', 'Harbourfront'],
    ])
      await desk.shop.create(
        receipt({ transactionNumber: id, workstation: { id: '1', store: { id, name, address: {} } } }),
      )
    await fold.finish()
    const from = { merchantId: 'demo', keyId: 'demo' }
    const says = (id: string, more: string, clock = now) =>
      fleet.note(from, `id="${id}", version="0.2.0", clock=${seconds(clock)}, ${more}`)
    says('late', `store="12", register="2", waiting=3, oldest=${seconds(now - 40 * minute)}`)
    says('stopped', 'halted=mode, waiting=0')
    says('ahead', 'store="13", register="4", waiting=0', now + 9 * minute)
    for (let register = 1; register <= 120; register++)
      says(`t${register}`, `store="13", register="${register + 10}", waiting=0`)
    await fleet.flush()
    await db
      .updateTable('fleet')
      .set({ seen_at: now - 3 * 60 * minute })
      .where('till_id', '=', 't1')
      .execute()
    await signIn('admin')
  })
  afterAll(() => desk[Symbol.asyncDispose]())
  const signIn = async (role: Role) => {
    await desk.enter('/tills', role)
    await desk.page.waitForSelector('.fleet')
  }
  const rows = () =>
    desk.page.$$eval('.fleet tbody tr', all => all.map(row => (row as HTMLElement).innerText.replace(/\s+/g, ' ')))
  const address = () => desk.page.evaluate(() => location.pathname + location.search)

  test('those that need a person are first, and say why', async () => {
    const [stopped, late, ahead, away, fine] = await rows()
    expect(stopped).toMatch(/^Has sold nothing yet .*Stopped It is in test mode and the shop isn’t/)
    expect(late).toMatch(/^Queen Street · Register 2 .*Receipts wait 3 receipts wait, the oldest since /)
    expect(ahead).toMatch(/^Harbourfront · Register 4 .*Wrong clock Its clock is ahead by 9 minutes\./)
    expect(away).toMatch(/^Harbourfront · Register 11 .*Not heard of/)
    expect(fine).toMatch(/^Harbourfront · Register 12 .*Fine/)
  })

  test('by keyboard alone: a state, words, the next page and back', async () => {
    const { page } = desk
    const focus = (words: string) =>
      page.evaluate(wanted => {
        const all = [...document.querySelectorAll<HTMLElement>('main button, main a, main input')]
        all.find(each => (each.ariaLabel ?? each.innerText).trim() === wanted)?.focus()
      }, words)
    await focus('Receipts wait 1')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.search === '?state=waiting')
    await desk.settled()
    await expect.poll(rows).toHaveLength(1)
    await focus('All 123')
    await page.keyboard.press('Space')
    await page.waitForFunction(() => location.search === '')
    await desk.settled()
    await page.focus('input[type=search]')
    await page.keyboard.type('harbourfront 130')
    await page.keyboard.press('Enter')
    await expect.poll(address).toBe('/console/tills?words=harbourfront+130')
    await desk.settled()
    await expect.poll(rows).toHaveLength(1)
    await page.goBack()
    await desk.settled()
    await focus('Next')
    await page.keyboard.press('Enter')
    await expect.poll(address).toBe('/console/tills?page=2')
    await desk.settled()
    await expect.poll(rows).toHaveLength(23)
    expect(await desk.text('.pager')).toContain('Page 2 of 2')
    await desk.press('Previous')
    await expect.poll(rows).toHaveLength(100)
  })

  test('one that is gone is forgotten after a question', async () => {
    await desk.press('Forget Harbourfront 11')
    await desk.page.waitForSelector('dialog')
    expect(await violations(desk.page)).toEqual([])
    await desk.page.click('dialog button.danger')
    await expect.poll(rows).not.toContainEqual(expect.stringContaining('Not heard of'))
  })

  test('what all tills do alike is saved, and what it doesn’t show stays', async () => {
    const { db } = desk.shop.service
    const settings = JSON.stringify({ printer: { language: 'star-prnt' } })
    await db.insertInto('till_settings').values({ merchant_id: 'demo', settings, saved_at: 1 }).execute()
    await desk.go('/settings/tills')
    await desk.page.type('[name=seconds]', '2.5')
    await desk.page.select('[name=width]', '58')
    await desk.page.select('[name=as]', 'picture')
    await desk.press('Save')
    await expect.poll(() => desk.text('form.stack')).toContain('Saved.')
    expect(JSON.parse((await db.selectFrom('till_settings').selectAll().executeTakeFirstOrThrow()).settings)).toEqual({
      ...{ deadlineMs: 2500, printer: { language: 'star-prnt', width: 58 }, slip: { as: 'picture' } },
    })
  })

  test.each(screens)('fits $width px in $scheme, and axe finds nothing', async ({ width, scheme }) => {
    const { page } = desk
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    for (const path of ['/tills', '/settings/tills']) {
      await desk.go(path)
      expect(await violationsAt(width, page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${path.replaceAll('/', '-')}-${width}-${scheme}.png` as `${string}.png`,
        })
    }
    expect(desk.wrong).toEqual([])
  })

  test('who may look sees the list, and can forget nothing', async () => {
    await desk.page.setViewport({ width: 1280, height: 900 })
    await signIn('view')
    expect(await rows()).toHaveLength(100)
    expect(await desk.page.$$eval('.fleet button', all => all.length)).toBe(0)
  })
})
