import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDatabase, learnBounce, suppressionFor } from '../support/database.ts'
import { type MailServer, startMailServer, until } from '../support/mail-server.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole, person } from './open-console.ts'

const address = 'rosa.lind@example.com'

describe('addresses that nothing is sent to', () => {
  let mailServer: MailServer
  let desk: ConsolePage
  let id = ''
  beforeAll(async () => {
    mailServer = await startMailServer()
    desk = await openConsole({ settings: { SMTP_URL: mailServer.url } })
    await learnBounce(desk.shop, address)
    id = await desk.shop.create(receipt({ customer: { emailAddress: address } }))
    await until(async () => {
      const { json } = await desk.shop.ask(desk.shop.receipts(`/${id}/deliveries`))
      return json[0].status === 'withheld'
    })
    await desk.enter('', 'desk')
    await desk.page.waitForSelector('.start, .tiles, .overview')
  })
  afterAll(async () => {
    await desk[Symbol.asyncDispose]()
    await mailServer[Symbol.asyncDispose]()
  })

  test('a receipt says why it wasn’t sent, in the list and on its page', async () => {
    await desk.go('/receipts')
    expect(await desk.text('.receipts tbody')).toContain('Not sent')
    await desk.go(`/receipts/${id}`)
    expect(await desk.text('.facts')).toContain('Mails to this address came back: nobody has it. Nothing is sent to it')
    expect(await desk.text('.mail.withheld')).toContain(
      'the shop doesn’t write to this address. The customer’s mail server doesn’t know this address.',
    )
    expect(await desk.page.$eval('.send input', input => input.value)).toBe('')
  })

  test('the desk lifts it and sends, in one step, by keyboard', async () => {
    const { page } = desk
    await page.waitForSelector('.advice button')
    expect(await desk.text('.advice')).toContain(`Use ${address}`)
    await page.focus('.advice button')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() =>
      document.querySelector('.send button.main')?.textContent?.includes('Lift and send'),
    )
    expect(await desk.text('.advice')).toContain('Mails to this address came back')
    await page.focus('.send input')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('.mail.sent'))
    expect((await mailServer.received(1)).at(-1)?.envelope.to).toEqual([address])
    expect(await suppressionFor(desk.shop, address)).toBeUndefined()
    const acts = await inDatabase(desk.shop, db => db.selectFrom('audit_entries').selectAll().execute())
    expect(acts.map(({ action }) => action)).toContain('liftSuppressions')
    expect(JSON.stringify(acts)).not.toContain('rosa')
  })

  test('whoever presses Send before the address was looked at is told', async () => {
    await learnBounce(desk.shop, address)
    await desk.go(`/receipts/${id}`)
    await desk.page.$eval('.send input', (input, value) => (input.value = value), address)
    await desk.press('Send')
    await expect.poll(() => desk.text('.send')).toContain('the shop doesn’t write to this address')
    await expect.poll(() => desk.text('.send button.main')).toContain('Lift and send')
    expect(mailServer.mails).toHaveLength(1)
  })

  test('the settings look an address up, add it, list it and lift it', async () => {
    await desk.go('/settings/suppressed')
    expect(await desk.text('nav.tabs')).toMatch(/^\s*Suppressed addresses\s+Your sign-in\s*$/)
    await desk.fill('Email address', 'omar@example.com')
    await desk.press('Look it up')
    await expect.poll(() => desk.text('main [role="status"]')).toContain('Receipts are mailed to omar@example.com.')
    await desk.press('Suppress it')
    await expect.poll(() => desk.text('main [role="status"]')).toContain('Somebody here decided to send nothing')
    expect(await suppressionFor(desk.shop, 'omar@example.com')).toMatchObject({ kind: 'hand' })
    await expect.poll(() => desk.text('table')).toMatch(/Decided here · desk-of-demo/)
    expect(await desk.text('main select')).toMatch(
      /All \(2\)\s+Nobody has it \(1\)\s+Reported as spam \(0\)\s+Decided here \(1\)/,
    )
    // Without the service, a button says so, and works when it is back.
    await desk.page.setOfflineMode(true)
    await desk.page.select('main select', 'bounce')
    await expect.poll(() => desk.text('main')).toContain('The service can’t be reached')
    await desk.page.setOfflineMode(false)
    desk.wrong.splice(0)
    await desk.page.select('main select', '')
    await desk.page.select('main select', 'bounce')
    await expect.poll(() => desk.page.$$eval('table tbody tr', rows => rows.length)).toBe(1)
    await desk.press('Lift Nobody has it')
    await desk.page.waitForSelector('dialog[open]')
    await desk.page.click('dialog button.main')
    await desk.page.waitForFunction(() => !document.querySelector('dialog'))
    expect(await suppressionFor(desk.shop, address)).toBeUndefined()
    expect(desk.wrong).toEqual([])
  })

  test('who may only look sees and changes none', async () => {
    const viewer = await person(desk.shop, 'view')
    expect((await viewer.ask('/suppressions')).status).toBe(403)
    expect((await viewer.ask('/suppressions/lift', { body: { emailAddress: address } })).status).toBe(403)
    expect((await viewer.ask('/suppressions', { body: { emailAddress: address } })).status).toBe(403)
  })
})
