import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../../src/operations/demo/fill.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

let desk: ConsolePage

beforeAll(async () => {
  desk = await openConsole({ prepare: config => fillDemo(config, Date.now(), 120), withoutWorker: true })
  const year = new Date().getFullYear()
  const sales = { '1': '03-07T09:15:00-05:00', '2': '03-07T14:40:00+01:00', '3': '03-06T21:05:00-08:00' }
  for (const [number, time] of Object.entries(sales))
    await desk.shop.create(receipt({ transactionNumber: `Z-${number}`, receiptDateTime: `${year}-${time}` }))
  await desk.page.emulateTimezone('America/New_York')
  await desk.enter('', 'admin')
  await desk.page.waitForSelector('.tiles')
})
afterAll(() => desk[Symbol.asyncDispose]())

test('the list says each day once, and the zone of a clock that isn’t this device’s', async () => {
  const { page } = desk
  const year = new Date().getFullYear()
  await page.setViewport({ width: 1440, height: 900 })
  await desk.go(`/receipts?from=${year}-03-06&to=${year}-03-08`)
  const listed = await page.$$eval('.receipts tbody tr', rows =>
    rows
      .filter(row => row.querySelector('.number')?.textContent?.startsWith('Z-'))
      .map(row => {
        const [day, time] = [...row.querySelectorAll<HTMLElement>('.date span')]
        const isShown = day !== undefined && !getComputedStyle(day).color.endsWith(', 0)')
        return [row.querySelector('.number')?.textContent, day?.textContent, isShown, time?.textContent]
      }),
  )
  expect(listed).toEqual([
    ['Z-1', 'Mar 7', true, '9:15 AM'],
    ['Z-2', 'Mar 7', false, '2:40 PM UTC+1'],
    ['Z-3', 'Mar 6', true, '9:05 PM UTC\u22128'],
  ])
})

test('twenty rows of the list fit a screen of 900 px, and nothing in them is cut but names and goods', async () => {
  const { page } = desk
  await page.setViewport({ width: 1280, height: 900 })
  await desk.go('/receipts')
  const read = () =>
    page.$$eval('.receipts tbody tr', all =>
      all.map(row => [
        row.getBoundingClientRect().bottom,
        [...row.querySelectorAll<HTMLElement>('td.date, td.number, td.amount')].some(
          cell => cell.scrollWidth > cell.clientWidth,
        ),
      ]),
    )
  await expect.poll(async () => (await read())[19]?.[0]).toBeLessThanOrEqual(900)
  const rows = await read()
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(([, isCut]) => isCut)).toEqual([])
})

test('on a phone filters are folded, so that the first figures and receipts are on the first screen', async () => {
  const { page } = desk
  await page.setViewport({ width: 390, height: 844 })
  await desk.go('')
  // A till that is silent is said before any figure.
  const above = await page.evaluate(() => {
    const [tile, silent] = ['.tile', '.silent'].map(part => document.querySelector(part)?.getBoundingClientRect())
    return (tile?.top ?? 900) - (silent?.height ?? 0)
  })
  expect(above).toBeLessThan(230)
  await page.click('.folded summary')
  expect(await page.$eval('.filters select', ({ clientHeight }) => clientHeight)).toBeGreaterThan(30)
  await desk.go('/receipts')
  expect(
    await page.$$eval(
      '.receipts tbody tr',
      rows => rows.filter(row => row.getBoundingClientRect().bottom < 776).length,
    ),
  ).toBeGreaterThanOrEqual(4)
  await page.setViewport({ width: 1280, height: 900 })
})

test('what isn’t there, and days without receipts, say so, and lead back', async () => {
  const { page } = desk
  await desk.go('/receipts/00000000-0000-4000-8000-000000000000')
  expect(await desk.text('main')).toContain('This isn’t here, or was erased.')
  await desk.press('Show all receipts')
  await page.waitForSelector('.receipts')
  await desk.go('?from=2020-01-01&to=2020-01-14')
  expect(await desk.text('.charted')).toContain('No receipts match.')
  expect(await page.$('.canvas')).toBeNull()
})

test('the facts name the card that paid', async () => {
  const { shop } = desk
  const tenders = [{ tenderTypeCode: 'Credit', amount: 1, creditDebit: { typeCode: 'Visa', last4Digits: '9204' } }]
  const id = await shop.create(receipt({ transactionNumber: 'Z-4', tenders }))
  await desk.go(`/receipts/${id}`)
  expect(await desk.text('.facts')).toContain('Visa ••••\u00a09204')
})

test('each figure says what it is of: amounts of one currency, and of how many stores', async () => {
  await desk.go('?currency=USD')
  const tiles = await desk.page.$$eval('.tile', all =>
    all.map(tile => [tile.querySelector('.name')?.textContent, tile.querySelector('.of')?.textContent]),
  )
  const [, [, sales] = []] = tiles
  expect(sales).toMatch(/^USD only · stores: \d of \d$/)
  expect(tiles).toEqual([
    ['Receipts', 'All currencies'],
    ['Sales', sales],
    ['Takings', sales],
    ['Digital share', 'All currencies'],
    ['Mails delivered', 'All currencies'],
  ])
})

test.each(['light', 'dark'])('every line and bar of the chart has 3 : 1 with what it is drawn on, %s', async scheme => {
  const { page } = desk
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await desk.go('')
  await page.waitForSelector('.canvas .before')
  const drawn = await page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
    const [line, casing] = [styleOf('.canvas .before'), styleOf('.canvas .casing')]
    return {
      sheet: styleOf('.charted').backgroundColor,
      colors: [
        line.stroke,
        styleOf('.canvas .bar:not(.partial)').fill,
        styleOf('.canvas .bar.partial').stroke,
        styleOf('.canvas .grid').stroke,
      ],
      casing: casing.stroke,
      widths: [Number.parseFloat(line.strokeWidth), Number.parseFloat(casing.strokeWidth)] as const,
    }
  })
  expect(drawn.casing).toBe(drawn.sheet)
  const [line, casing] = drawn.widths
  expect(casing - line).toBeGreaterThanOrEqual(4)
  for (const color of drawn.colors) expect(contrast(color, drawn.sheet)).toBeGreaterThanOrEqual(3)
})

/** Of two colors as a browser writes them (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [light = 1, dark = 1] = [one, other].map(luminance).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(part => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
