import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens, violations, violationsAt } from '../support/axe.ts'
import { databases, receipt, startService, type TestService } from '../support/service.ts'
import { type ConsolePage, openConsole, person, type Visitor } from './open-console.ts'

const card = (last4Digits: string) => [
  { tenderTypeCode: 'Credit', amount: 30, creditDebit: { brand: 'Visa', last4Digits } },
]

/** Six receipts of which 4711 is each something else, and one of which it is nothing. */
const sales = [
  { transactionNumber: '4711', grandAmount: 12 },
  {
    ...{ transactionNumber: 'B-1', transactionType: 'OrderTransaction', items: undefined },
    orders: [{ number: 'O-04711', action: 'Ordered', items: [{ name: 'Oak shelf', price: 90, total: 90 }] }],
  },
  { transactionNumber: 'C-1', tenders: card('4711'), grandAmount: 30 },
  { transactionNumber: 'D-1', grandAmount: 4711, currency: 'KWD' },
  { transactionNumber: 'E-1', loyalty: { number: '004711' } },
  { transactionNumber: 'F-1', items: [{ name: 'Kettle', price: 40, total: 40, serialNumber: '4711' }] },
  { transactionNumber: 'G-1', grandAmount: 47.11 },
].map((sale, index) => receipt({ receiptDateTime: `2026-11-2${index}T10:00:00`, ...sale }))

describe.each(databases)('a number, whatever it is, on %s', database => {
  let shop: TestService
  let desk: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    desk = await person(shop, 'desk')
    for (const sale of sales) await shop.create(sale)
  })
  afterAll(() => shop.stop())
  const find = async (clues: Record<string, unknown>) => (await desk.ask('/receipts/find', { body: clues })).json
  const fits = ({ receipts }: { receipts: { number: string; fits: string[] }[] }) =>
    Object.fromEntries(receipts.map(({ number, fits: as }) => [number, as]))

  test('is tried as all it may be, and each receipt says which', async () => {
    const found = await find({ any: '4711' })
    expect(fits(found)).toEqual({
      ...{
        4711: ['number'],
        'B-1': ['order'],
        'C-1': ['card'],
        'D-1': ['amount'],
        'E-1': ['member'],
        'F-1': ['other'],
      },
    })
    expect(found.taken).toEqual({ number: 4, card: 1, amount: 1 })
  })

  test('goes with other clues, and pages', async () => {
    expect(fits(await find({ any: '4711', from: '2026-11-22', to: '2026-11-23' }))).toEqual({
      ...{ 'C-1': ['card'], 'D-1': ['amount'] },
    })
    expect(fits(await find({ any: '4711', words: 'kettle' }))).toEqual({ 'F-1': ['other'] })
    expect(fits(await find({ any: '4711', amount: 12 }))).toEqual({ 4711: ['number'] })
    const none = await find({ any: '9999' })
    expect([none.receipts, none.taken]).toEqual([[], { number: 0, card: 0, amount: 0 }])
  })

  test('is refused if it isn’t one', async () => {
    for (const any of ['', '12a', '1234567890', ' 4711', '4711\u0000'])
      expect((await desk.ask('/receipts/find', { body: { any } })).status).toBe(422)
  })
})

describe('in the page', () => {
  let desk: ConsolePage
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    for (const sale of sales) await desk.shop.create(sale)
    const long = { transactionNumber: '20261127-0012-000345678', grandAmount: 1211.25, currency: 'KWD' }
    const store = { id: '77', name: 'Avenues Mall, Phase IV, Grand Avenue', address: {} }
    await desk.shop.create(
      receipt({ ...long, receiptDateTime: '2026-09-30T22:45:00+03:00', workstation: { id: '1', store } }),
    )
    await desk.enter('/receipts', 'admin')
    await desk.page.waitForSelector('.receipts')
  })
  afterAll(() => desk[Symbol.asyncDispose]())
  const type = async (text: string) => {
    await desk.go('/receipts')
    await desk.page.type('.box input', text)
    await desk.page.keyboard.press('Enter')
    await desk.page.waitForFunction(() => location.search !== '' || location.hash !== '')
    await desk.settled()
  }
  const shot = async (name: string) => {
    if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
  }

  test('4711 is typed, and the answer says what it was taken for, and leads on', async () => {
    await type('4711')
    await expect.poll(() => desk.text('.taken-as')).toMatch(/“4711”.*Number\s+4.*Card\s+1.*Amount\s+1/s)
    expect(await desk.page.$$eval('.fits', all => all.map(each => each.textContent))).toEqual([
      ...['Other number', 'Membership', 'Amount', 'Card', 'Order number'],
    ])
    expect(await violations(desk.page)).toEqual([])
    await desk.press('Card')
    await expect.poll(() => desk.page.evaluate(() => location.search)).toBe('?card=4711')
    await desk.settled()
    expect(await desk.page.$$eval('.receipts tbody tr', all => all.length)).toBe(1)
  })

  test('days as people write them are days', async () => {
    await type('20 Nov 2026')
    await expect.poll(() => desk.page.evaluate(() => location.search)).toBe('?from=2026-11-20&to=2026-11-20')
    expect(await desk.page.$$eval('.receipts tbody tr', all => all.length)).toBe(1)
  })

  test('what finds nothing says what it was taken for, and what can’t be read says why', async () => {
    await type('last Kettel 8812')
    await expect.poll(() => desk.text('.empty')).toMatch(/Any number: 8812/)
    expect(await desk.text('.empty')).toMatch(/Name or goods: last Kettel/)
    expect(await violations(desk.page)).toEqual([])
    await type('coat > 60 31 Nov')
    await expect.poll(() => desk.text('.empty')).toMatch(/“>” looks like a comparison/)
    expect(await desk.text('.empty')).toMatch(/“31 Nov” looks like a day, but there is no such day/)
    expect(await violations(desk.page)).toEqual([])
  })

  test.each([...screens, { width: 1241, scheme: 'light' }])(
    'dates, numbers and amounts are whole at $width px in $scheme',
    async ({ width, scheme }) => {
      const { page } = desk
      await page.setViewport({ width, height: 900 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      for (const [path, name] of [
        ['/receipts', 'list'],
        ['/receipts?any=4711', 'any'],
      ] as const) {
        await desk.go(path)
        await shot(`${name}-${width}-${scheme}`)
        if (width !== 1241) expect(await violationsAt(width, page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        const cut = await page.$$eval('.receipts td:is(.date, .number, .amount)', all =>
          all
            .filter(cell =>
              [cell, ...cell.querySelectorAll('*')].some(
                each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
              ),
            )
            .map(cell => cell.textContent),
        )
        expect(cut).toEqual([])
      }
    },
  )

  test('from receipt to receipt by key, a gift receipt, and what is printed', async () => {
    const { page } = desk
    await page.setViewport({ width: 1280, height: 900 })
    await desk.go('/receipts?any=4711')
    await page.focus('.receipts tbody a')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.steps')
    const title = () => page.$eval('h1', heading => heading.textContent)
    expect(await title()).toBe('Receipt F-1')
    expect(await page.$$eval('.steps a', all => all.map(each => each.textContent))).toEqual(['Receipt below'])
    const alt = async (key: 'ArrowDown' | 'ArrowUp') => {
      await page.keyboard.down('Alt')
      await page.keyboard.press(key)
      await page.keyboard.up('Alt')
    }
    await alt('ArrowDown')
    await expect.poll(title).toBe('Receipt E-1')
    await alt('ArrowDown')
    await expect.poll(title).toBe('Receipt D-1')
    await alt('ArrowUp')
    await expect.poll(title).toBe('Receipt E-1')
    await desk.settled()
    expect(await violations(page)).toEqual([])
    await shot('receipt-1280')
    const links = () =>
      page.$$eval('.documents a', all => all.map(link => (link as HTMLAnchorElement).href.replace(/^.*\/pdf/, '')))
    expect(await links()).toEqual(['', '?inline'])
    await page.select('.documents select', 'gift')
    await expect.poll(links).toEqual(['?variant=gift', '?inline&variant=gift'])
    await page.evaluate(() => {
      window.open = address => {
        document.title = String(address).replace(/^.*\/pdf/, 'opened ')
        return null
      }
    })
    await page.keyboard.down('Control')
    await page.keyboard.press('p')
    await page.keyboard.up('Control')
    expect(await page.title()).toBe('opened ?inline&variant=gift')
    expect(desk.wrong).toEqual([])
  })
})
