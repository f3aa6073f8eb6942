import { PrintError } from 'counterfoil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { listAuditEntries } from '../../src/people/audit.ts'
import { fixture } from '../support/service.ts'
import { type ConsolePage, openConsole, person, type Visitor } from './open-console.ts'

// Documents are the same on either database.
describe('a slip in the console', () => {
  let desk: ConsolePage
  let ada: Visitor
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    const { shop } = desk
    for (const [name, language] of [
      ['fashion-sale.en-CA', 'en-CA'],
      ['cafe.ar', 'ar'],
    ] as const) {
      const headers = { 'accept-language': language }
      const reply = await shop.ask(shop.receipts(), { method: 'POST', body: fixture(`${name}/receipt`), headers })
      ids[language] = reply.json.receiptId
    }
    ada = await person(shop, 'view')
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const slip = (language: string, more = '', headers = {}) =>
    ada.ask(`/receipts/${ids[language]}/slip${more}`, { headers })

  test.each([
    ['en-CA', '', 640, '004-118-20931'],
    ['en-CA', '?paper=roll58', 464, '004-118-20931'],
    // Printers have no Arabic letters, so tills print the page of the roll.
    ['ar', '', 640, 'NKH-2-20931'],
  ])('in %s%s is a picture as wide as the paper, whose code scans', async (language, more, width, code) => {
    const { status, headers, bytes } = await slip(language, more)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    const picture = readPixels(bytes)
    expect(Math.abs(picture.width - width)).toBeLessThan(4)
    expect(await readBarcodes(picture)).toMatchObject([{ text: code }])
  })

  test('is the receipt’s first document, kept by clients that have it', async () => {
    const { headers } = await slip('en-CA')
    expect(headers.get('counterfoil-document')).toBe('first')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const known = { 'if-none-match': headers.get('etag') }
    expect((await slip('en-CA', '', known)).status).toBe(304)
    expect((await slip('en-CA', '?paper=roll58', known)).status).toBe(200)
  })

  test('is recorded like a PDF', async () => {
    const [newest] = await listAuditEntries(desk.shop.service.db, { limit: 1 })
    expect(newest).toMatchObject({ action: 'showSlip', target: ids['en-CA'], outcome: 'done' })
  })

  test('of no receipt is not found, on a sheet refused', async () => {
    expect((await ada.ask('/receipts/no-such-receipt/slip')).status).toBe(404)
    expect((await slip('en-CA', '?paper=a4')).status).toBe(422)
  })

  test.each([1440, 390])('is shown beside the mail, %i px wide', async width => {
    const { page } = desk
    await page.setViewport({ width, height: 900 })
    if (width === 1440) {
      await desk.enter('/receipts', 'view')
      await page.waitForSelector('.receipts')
    }
    await desk.go(`/receipts/${ids['en-CA']}`)
    await desk.press('Slip, 80 mm')
    const shown = await page.waitForSelector('img[alt="The slip as a receipt printer prints it on 80 mm paper"]')
    await page.waitForFunction(image => (image as HTMLImageElement).naturalWidth > 600, {}, shown)
    expect(await page.$('iframe.paper')).toBeNull()
    await desk.press('Slip, 58 mm')
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.slip img')?.naturalWidth ?? 999) < 480)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await desk.press('Email')
    await page.waitForSelector('iframe.paper')
  })

  test('that can’t be drawn now says so', async () => {
    const { engines } = desk.shop.service
    engines.withReceiptEngine = async () => {
      throw new PrintError('The document was not printed within 15000 ms.')
    }
    await desk.go(`/receipts/${ids.ar}`)
    await desk.press('Slip, 80 mm')
    await desk.page.waitForSelector('.slip [role=alert]')
    expect(await desk.text('.slip')).toBe('Something went wrong. Try again.')
  })

  test('nothing went wrong in the page', () => {
    expect(desk.wrong.filter(each => !each.includes('status of 503'))).toEqual([])
  })
})
