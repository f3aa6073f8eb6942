import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStopTokens } from '../../src/worker/reports/stop.ts'
import { screens, screensByLanguage, violationsAt } from '../support/axe.ts'
import { saturday } from '../support/saturday.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

let desk: ConsolePage

beforeAll(async () => {
  desk = await openConsole({ withoutWorker: true })
  for (const sent of saturday) await desk.shop.create(sent)
  await desk.enter('/settings/reports', 'admin')
  await desk.page.waitForSelector('textarea[name=to]')
})
afterAll(() => desk[Symbol.asyncDispose]())

test('with the keyboard alone, a report is added; it is changed, turned off and removed', async () => {
  const { page, text, press } = desk
  const says = (words: string) => expect.poll(() => text('.content')).toContain(words)
  await page.focus('select[name=report]')
  await page.keyboard.type('Day')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Queen')
  await page.focus('textarea[name=to]')
  await page.keyboard.type('ada@example.com, grace@')
  await page.focus('form.stack button')
  await page.keyboard.press('Enter')
  await says('must be an email address')
  await page.focus('textarea[name=to]')
  await page.keyboard.type('example.com')
  await page.focus('form.stack button')
  await page.keyboard.press('Enter')
  await says('Day-end · Queen Street')
  await says('Every day at 6:00 AM')
  await says('ada@example.com, grace@example.com')

  await press('Change Day-end · Queen Street')
  await page.select('dialog select[name=every]', 'week')
  await page.select('dialog select[name=weekday]', '5')
  await press('Save')
  await says('Every week, Friday, at 6:00 AM')
  // Without the service, the button says so, and works when it is back.
  await page.setOfflineMode(true)
  await press('Turn off: Day-end · Queen Street')
  await says('The service can’t be reached')
  await page.setOfflineMode(false)
  desk.wrong.splice(0)
  await press('Turn off: Day-end · Queen Street')
  await says('Off')
  await press('Turn on: Day-end · Queen Street')
  await says('Next:')
  const { db, searchKey } = desk.shop.service
  const grace = await db
    .selectFrom('report_recipients')
    .select('id')
    .where('email_address', '=', 'grace@example.com')
    .executeTakeFirstOrThrow()

  // What her mail's link leads to.
  await page.goto(`${desk.shop.url}/reports/stop/${createStopTokens(searchKey).of(grace.id)}`)
  for (const { scheme, width } of screens) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.setViewport({ width, height: 844 })
    expect([scheme, width, await violationsAt(width, page)]).toEqual([scheme, width, []])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/stop-${scheme}-${width}.png` })
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.body.innerText.includes('gets no more of the report'))
  await desk.open('/settings/reports')
  expect(await text('.content')).toContain('grace@example.com: wants no more since')
  for (const screen of screensByLanguage) {
    const { language, scheme, width } = screen
    await desk.show(screen, '/settings/reports')
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([language, scheme, width, over, await violationsAt(width, page)]).toEqual([language, scheme, width, 0, []])
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/reports-${width}-${language}-${scheme}.png`,
        fullPage: true,
      })
  }
  await page.evaluate(() => localStorage.setItem('counterfoil-language', 'en-US'))
  await desk.open('/settings/reports')
  await press('Remove Day-end · Queen Street')
  await page.waitForSelector('dialog[open]')
  await press('Remove')
  await expect.poll(() => text('.content')).not.toContain('Every week, Friday')
  expect(desk.wrong).toEqual([])
})
