import { afterAll, beforeAll, expect, test } from 'vitest'
import { screensByLanguage, violationsAt } from '../support/axe.ts'
import { sale, saturday, visa } from '../support/saturday.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

let desk: ConsolePage
const place = '/day-end?store=12&day=2026-11-28&from=04:00'

beforeAll(async () => {
  desk = await openConsole({ withoutWorker: true, now: () => Date.UTC(2026, 10, 29, 12) })
  for (const sent of saturday) await desk.shop.create(sent)
  await desk.enter(place, 'desk')
  await desk.page.waitForSelector('.day-part')
})
afterAll(() => desk[Symbol.asyncDispose]())

/** The figures of the part with this heading, by name. */
const figuresOf = (heading: string) =>
  desk.page.$$eval(
    '.card',
    (cards, wanted) => {
      const card = cards.find(each => each.querySelector('h2')?.textContent === wanted)
      return Object.fromEntries(
        [...(card?.querySelectorAll('tr') ?? [])].map(row => [
          row.querySelector('th bdi')?.textContent,
          row.querySelector('td')?.textContent,
        ]),
      )
    },
    heading,
  )

test('a store’s day is shown by register, and its files say the same', async () => {
  const { page, shop } = desk
  expect(await figuresOf('Whole store')).toMatchObject({
    ...{ Receipts: '6', Sales: 'CA$192.10', Takings: 'CA$85.60', 'HST 13%': 'CA$15.60' },
    ...{ Expected: 'CA$63.00', Cash: 'CA$63.00', 'Gift card': 'CA$50.00', 'Gift cards redeemed': 'CA$50.00' },
  })
  expect(await figuresOf('Register 10')).toMatchObject({ Expected: 'CA$51.70', Discounts: 'CA$10.00' })
  const links = await page.$$eval('.downloads a', all => all.map(each => (each as HTMLAnchorElement).href))
  expect(links).toHaveLength(4)
  const cookie = (await page.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const [csv, json, ...pdfs] = await Promise.all(
    links.map(async link => {
      const reply = await fetch(link.replace(/^https?:\/\/[^/]+/, shop.url), { headers: { cookie } })
      expect([link, reply.status]).toEqual([link, 200])
      return Buffer.from(await reply.arrayBuffer())
    }),
  )
  expect(csv?.toString()).toContain('2026-11-28,12,,cash,Expected in the drawer,CAD,,63.00\r\n')
  expect(JSON.parse(csv && json ? json.toString() : '').total.cash).toEqual([
    { currency: 'CAD', expected: '63.00', tips: '0.00' },
  ])
  for (const pdf of pdfs) expect(pdf.toString('latin1')).toMatch(/^%PDF-[\s\S]*pdfuaid:part/)
})

test('what chooses the day stands in one line, however a browser draws each control', async () => {
  await desk.page.setViewport({ width: 1280, height: 900 })
  const boxes = await desk.page.$$eval('.day-choices :is(select, input)', all =>
    all.map(each => {
      const { top, height } = each.getBoundingClientRect()
      return `${top} ${height}`
    }),
  )
  expect(boxes).toHaveLength(4)
  expect([...new Set(boxes)]).toEqual([boxes[0]])
})

test('with the keyboard alone, somebody counts the drawer and signs the day off, once', async () => {
  const { page, text, go } = desk
  await page.focus('input[name="counted-CAD"]')
  await page.keyboard.type('60,005')
  await page.keyboard.press('Enter')
  await expect.poll(() => text('.signing')).toContain('must be an amount, such as 412.50')
  await page.$eval('input[name="counted-CAD"]', field => (field as HTMLInputElement).select())
  await page.keyboard.type('60,00')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => text('.signing')).toContain('Signed off by desk-of-demo')
  expect(await figuresOf('Cash in the drawer')).toEqual({
    ...{ Expected: 'CA$63.00', Counted: 'CA$60.00', Difference: '-CA$3.00' },
  })
  expect(await page.$('.signing form')).toBe(null)

  await desk.shop.create(
    sale('28T20:00', '2', { items: [{ name: 'Tea', total: 5 }], grandAmount: 5, tenders: [visa(5)] }),
  )
  await go(place)
  expect(await text('.signing')).toContain('Receipts came or were erased since')
  await go(place.replace('04:00', '00:00'))
  expect(await text('.signing')).toContain('It was signed off as a day that begins at 4:00 AM.')
})

test('registers, days and the beginning are chosen, and the page’s address says which', async () => {
  const { page, go, text } = desk
  await go(place)
  await page.select('.day-choices .field:nth-child(2) select', '1')
  await page.waitForFunction(() => location.search.includes('register=1'))
  await desk.settled()
  expect(await figuresOf('Register 1')).toMatchObject({ Expected: 'CA$11.30' })
  expect(await text('.signing')).toContain('Not signed off')
  await go('/day-end?store=12&day=2026-01-01')
  expect(await text('.empty')).toBe('The store has no receipts of this day.')
  await go('/day-end?store=closed-7&day=2026-11-28')
  expect(await page.$eval('.day-choices select', choice => choice.selectedOptions[0]?.text)).toBe('closed-7')
  expect(desk.wrong).toEqual([])
})

test.each(screensByLanguage)('at $width px, $scheme, in $language, it fits, and axe finds nothing', async screen => {
  const { page } = desk
  const { scheme, width, language } = screen
  await desk.show(screen, place)
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'ar' ? 'rtl' : 'ltr')
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([over, await violationsAt(width, page)]).toEqual([0, []])
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/day-${width}-${language}-${scheme}.png`, fullPage: true })
})
