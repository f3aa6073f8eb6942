import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { before } from '../../console/find/days.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

/** What people at a desk do, in a browser. */
// The pages are the same on either database; find.test.ts and levers.test.ts ask both.
describe('at the desk', () => {
  let mailServer: MailServer
  let desk: ConsolePage
  const friday = before(new Date(), (new Date().getDay() + 1) % 7 || 7)
  beforeAll(async () => {
    mailServer = await startMailServer({
      onRcptTo({ address }, _session, done) {
        // Slowly, so that the page is looked at while the attempt is open.
        if (address.startsWith('greylisted'))
          setTimeout(done, 600, Object.assign(new Error('4.7.1 Come back later'), { responseCode: 451 }))
        else if (address.startsWith('nobody'))
          done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }))
        else done()
      },
    })
    desk = await openConsole({ settings: { SMTP_URL: mailServer.url }, waits: [3_600_000] })
    const { shop } = desk
    for (const [number, amount, day] of [
      ['20931', 43.2, friday],
      ['20932', 43.2, before(new Date(`${friday}T12:00`), 1)],
      ['20933', 12, friday],
    ] as const)
      await shop.create(
        receipt({
          transactionNumber: number,
          grandAmount: amount,
          currency: 'USD',
          receiptDateTime: `${day}T17:45:00`,
          customer: { emailAddress: `nobody-${number}@example.com` },
          items: ['Trail rain jacket', 'Trail rain jacket', 'Merino socks'].map(name => ({ name, total: amount / 3 })),
        }),
      )
  })
  afterAll(async () => {
    await desk[Symbol.asyncDispose]()
    await mailServer.stop()
  })

  test('someone signs in with a key as it was handed out, and stays where they wanted to go', async () => {
    await desk.open('/receipts?amount=12')
    await desk.fill('Name', 'demo:a-demo-secret')
    await desk.press('Sign in')
    await desk.page.waitForSelector('.receipts')
    expect(await desk.text('h1')).toBe('Receipts')
    expect(await desk.text('.receipts tbody')).toContain('20933')
    expect(await desk.page.$$('.receipts tbody tr')).toHaveLength(1)
  })

  test('the list counts the goods and says how each mail stands, in rows of one height, on a screen and on a phone', async () => {
    const { page, shop } = desk
    await shop.create(receipt({ receiptType: 'PaperOnly', transactionNumber: '20934', receiptDateTime: '2026-01-05' }))
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 900 })
      await expect
        .poll(async () => {
          await desk.go('/receipts')
          return page.$$eval('.receipts td.mailed', cells => cells.map(cell => cell.innerText.trim()))
        })
        .toEqual(['Came back', 'Came back', 'Came back', 'Paper only'])
      const goods = await page.$$eval('.receipts td.what', cells => cells.map(cell => cell.innerText.trim()))
      expect(goods[0]).toBe('2\u00a0× Trail rain jacket · Merino socks')
      const heights = await page.$$eval('.receipts tbody tr', rows => rows.map(row => row.clientHeight))
      // The last one has no line below it.
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
      expect(Math.max(...heights)).toBeLessThan(width === 1280 ? 52 : 112)
    }
    await page.setViewport({ width: 1280, height: 900 })
  })

  test('what nobody got by email is sent, not sent again, and its page doesn’t say why an email was sent', async () => {
    await desk.go('/receipts?number=20934')
    await desk.press('20934')
    await desk.page.waitForSelector('.send')
    expect(await desk.text('.side')).toMatch(/Send by email/)
    expect(await desk.text('.side')).not.toMatch(/Send again/)
    const frame = await (await desk.page.waitForSelector('iframe.paper'))?.contentFrame()
    await expect.poll(() => frame?.evaluate(() => document.body.innerText)).toContain('Total')
    expect(await frame?.evaluate(() => document.body.innerText)).not.toContain('Sent because you asked')
  })

  test('finds the receipt of last Friday for 43.20, corrects the address, sends it again, and sees it arrive', async () => {
    const { page } = desk
    await desk.go('/receipts')
    const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(friday))
    await desk.fill('Find receipts', `43.20 ${weekday}`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.receipts tbody tr').length === 1)
    await desk.press('20931')
    await page.waitForSelector('.facts')
    expect(await desk.text('.facts .address')).toBe('nobody-20931@example.com')
    expect(await desk.text('.facts')).toContain('Mails to this address came back: nobody has it.')
    expect(await desk.text('.mails')).toContain('doesn’t know this address')
    expect(await desk.text('.side')).toContain('Send again')
    expect(await page.$eval('.send input', input => input.value)).toBe('')

    await desk.fill('To', 'ada@example.com')
    await desk.press('Send')
    await page.waitForFunction(() => document.querySelector('.mail.sent'))
    const mails = await mailServer.received(1)
    expect(mails.at(-1)?.envelope.to).toEqual(['ada@example.com'])
    expect(mails.at(-1)?.subject).toContain('$43.20')
    expect(await desk.text('.mail.sent')).toMatch(/ada@example\.com\s+Our mail server took it at /)
  })

  test('says in words that a mail server asked to wait, and when the next try is', async () => {
    await desk.fill('To', 'greylisted@example.com')
    await desk.press('Send')
    await desk.page.waitForFunction(() => document.querySelector('.mail.queued')?.textContent?.includes('next try'))
    expect(await desk.text('.mail.queued')).toMatch(
      /The customer’s mail server asked to wait; next try at (\w+ \d+, \d{4}, )?\d+:\d\d [AP]M/,
    )
    await desk.page.click('.mail.queued summary')
    expect(await desk.text('.mail.queued .attempts')).toContain('451 4.7.1 Come back later')
  })

  test('finds the receipts whose mail waits or failed for a reason, chosen or by a link', async () => {
    const { page } = desk
    const shown = () => page.$$eval('.receipts tbody .number', all => all.map(cell => cell.textContent?.trim()))
    const back = page.url()
    await desk.go('/receipts')
    await page.waitForFunction(() => document.querySelectorAll('.receipts tbody tr').length > 1)
    await page.select('.filters select:has(option[value="unavailable"])', 'unavailable')
    await expect.poll(shown).toEqual(['20931'])
    expect(new URL(page.url()).searchParams.get('reason')).toBe('unavailable')
    await desk.open('/receipts?reason=unknown_mailbox')
    await expect.poll(shown).toEqual(['20933', '20931', '20932'])
    await desk.go('/receipts?reason=dns')
    await page.waitForSelector('.empty')
    await page.goto(back)
    await page.waitForSelector('.send')
  })

  test('offers the address that was meant', async () => {
    await desk.fill('To', 'ada@gmial.com')
    await desk.page.keyboard.press('Tab')
    await desk.press('Use ada@gmail.com')
    expect(await desk.page.$eval('.send input', input => (input as HTMLInputElement).value)).toBe('ada@gmail.com')
  })

  test('finds, opens and sends a receipt by keyboard alone', async () => {
    const { page } = desk
    await desk.go('/receipts')
    await page.keyboard.press('/')
    await page.keyboard.type('43.20')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.receipts tbody tr').length === 2)
    await page.focus('.receipts tbody a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.facts')
    expect(await desk.text('h1')).toBe('Receipt 20932')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const here = () => page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.innerText.trim())
    for (let step = 0; step < 20 && (await here()) !== 'To'; step++) await page.keyboard.press('Tab')
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    await page.keyboard.type('grace@example.com')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('.mail.sent')?.textContent?.includes('grace@example.com'))
    expect(await desk.text('.send .state')).toContain('grace@example.com')
  })

  test('keeps an address out of the address bar’s path and query, and still in the link', async () => {
    const { page } = desk
    await desk.go('/receipts')
    await desk.fill('Find receipts', 'nobody-20933@example.com')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.receipts tbody tr').length === 1)
    const { pathname, search, hash } = new URL(page.url())
    expect([pathname, search, hash]).toEqual(['/console/receipts', '', '#email=nobody-20933%40example.com'])
    await page.reload()
    await page.waitForSelector('.receipts')
    expect(await page.$$('.receipts tbody tr')).toHaveLength(1)
  })

  test('a link from another site works, though browsers send no strict cookie with it', async () => {
    const link = `${desk.shop.url.replace('127.0.0.1', 'localhost')}/console/receipts?amount=12`
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<a href="${link.replace('localhost', '127.0.0.1')}">Look</a>`)
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    await desk.page.goto(`http://localhost:${port}/`)
    await desk.page.click('a')
    await desk.page.waitForSelector('.receipts')
    expect(await desk.page.$$('.receipts tbody tr')).toHaveLength(1)
    await new Promise(resolve => other.close(resolve))
  })

  test.each([
    ['nobody', ['20931', '20933', '20932']],
    ['trail rain jacket 12.00', ['20933']],
    ['"Trail rain" 20932', ['20932']],
    ['trail coat', []],
  ])('typed in the box, %s finds %j', async (typed, numbers) => {
    await desk.go('/receipts')
    await desk.fill('Find receipts', typed)
    await desk.page.keyboard.press('Enter')
    await desk.page.waitForSelector('.chip')
    const found = await desk.page.$$eval('.receipts td.number', cells => cells.map(cell => cell.innerText.trim()))
    expect(found.toSorted()).toEqual(numbers.toSorted())
    expect(new URL(desk.page.url()).search).not.toMatch(/trail|nobody/i)
  })

  test('a search that can’t be read lists nothing, says what to leave out, and stays in the box to be changed', async () => {
    const { page } = desk
    await desk.go('/receipts')
    await desk.fill('Find receipts', 'jacket > 40')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.empty')
    expect(await page.$$('.receipts, .chip')).toEqual([])
    expect(await desk.text('.empty[role=alert]')).toMatch(/can’t be read: >\s.*amounts as they are on the receipt/s)
    const box = await page.waitForSelector('.box input')
    expect(await box?.evaluate(({ value }) => value)).toBe('jacket > 40')
    await desk.fill('Find receipts', 'jacket 43.20')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.receipts')
    expect(await page.$$('.receipts tbody tr')).toHaveLength(2)
    expect(page.url()).not.toContain('unread')
  })

  test('a key may not erase, and is not offered to', async () => {
    const id = await desk.shop.create(receipt())
    await desk.go(`/receipts/${id}`)
    expect(await desk.text('.rest')).toContain('What was sent')
    expect(await desk.text('main')).not.toContain('Erase')
  })

  test('nothing went wrong in the page', () => {
    expect(desk.wrong).toEqual([])
  })
})
