import { gzipSync } from 'node:zlib'
import type { HTTPRequest } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive, isSampled, thorough } from '../../../test/support/scope.ts'
import { readPageFiles } from '../../src/http/console/pages.ts'
import { issueKey } from '../../src/merchants/api-keys.ts'
import { findMerchant, saveMerchant } from '../../src/merchants/merchants.ts'
import { addOffer, removeOffer } from '../../src/merchants/offers.ts'
import { fillDemo } from '../../src/operations/demo/fill.ts'
import { savePerson } from '../../src/people/people.ts'
import { violations } from '../support/axe.ts'
import { type DatabaseName, fewDatabases, fixture } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>'

/** Every page, as an administrator sees it; its heading; the test beside this one in which axe looks at it, too. */
const pages: readonly (readonly [path: string, title: string, elsewhere?: string])[] = [
  ['', 'Overview'],
  ['?show=sales&from=2026-01-01&to=2026-12-31', 'Overview', 'pages'],
  ['/day-end', 'Day-end', 'day-end'],
  ['/day-end?store=1', 'Day-end', 'day-end'],
  ['/tables?by=register&beside=year&from=2026-01-01&to=2026-12-31', 'Tables', 'tables'],
  ['/receipts', 'Receipts', 'find-any'],
  ['/receipts?number=nothing', 'Receipts', 'find-any'],
  ['/receipts/newest', 'Receipt '],
  ['/problems', 'Problems'],
  ['/problems?kind=undelivered&store=1', 'Problems', 'worklist-page'],
  ['/problems?done=yes', 'Problems', 'worklist-page'],
  ['/problems/silent', 'Problems'],
  ['/problems/refused', 'Problems'],
  ['/problems/warned', 'Problems'],
  ['/tills', 'Tills', 'fleet'],
  ['/tills?state=fine&words=x', 'Tills', 'fleet'],
  ['/settings/keys', 'Settings', 'people-page'],
  ['/settings/tills', 'Settings', 'fleet'],
  ['/settings/people', 'Settings', 'people-page'],
  ['/settings/look', 'Settings'],
  ['/settings/languages', 'Settings'],
  ['/settings/mail', 'Settings'],
  ['/settings/offers', 'Settings', 'templates-page'],
  ['/settings/reports', 'Settings', 'reports'],
  ['/settings/webhooks', 'Settings'],
  ['/settings/trail', 'Settings'],
  ['/settings/password', 'Settings', 'people-page'],
  ['/receipts/00000000000000000000000000000000', 'That didn’t work'],
]

const desks = new Map<DatabaseName, Desk>()

interface Desk extends ConsolePage {
  /** The id of the newest receipt. */
  newest: string
}

/** The console of a filled merchant, with an administrator signed in. */
async function openDesk(database: DatabaseName, now: number): Promise<Desk> {
  const desk = await openConsole({
    database,
    prepare: config => fillDemo(config, now, isExhaustive ? 300 : 40),
    withoutWorker: true,
  })
  const { shop, page } = desk
  const { password } = await savePerson(
    shop.service.db,
    { merchantId: 'demo', name: 'ada@example.com', role: 'admin' },
    Date.now(),
  )
  await desk.open('')
  expect(await violations(page)).toEqual([])
  await desk.fill('Name', 'ada@example.com')
  await desk.fill('Password', password)
  await desk.press('Sign in')
  await page.waitForSelector('.tiles')
  const to = new Date(now + 86_400_000).toISOString()
  const list = await shop.ask(shop.receipts(`?fromDate=2020-01-01&toDate=${to}&pageSize=1`))
  const newest: string = list.json[0].id
  const at = (path: string) => path.replace('newest', newest)
  return { ...desk, newest, open: path => desk.open(at(path)), go: path => desk.go(at(path)) }
}

const paths = pages.map(([path]) => path)

beforeAll(async () => {
  const now = Date.now()
  for (const database of fewDatabases) desks.set(database, await openDesk(database, now))
})
afterAll(async () => {
  for (const desk of desks.values()) await desk[Symbol.asyncDispose]()
})

test.runIf(fewDatabases.length > 1).each(paths)('%s is the same page on each database', async path => {
  const differing = async () => {
    const shown = new Set<string>()
    for (const { page, open } of desks.values()) {
      await open(path)
      const html = await page.$eval('body', body => body.outerHTML)
      // Keys, ids, what lists go on from, and times differ.
      const same = html.replaceAll(/[?&]at=\w+|[0-9a-f]{16,}/g, '#')
      shown.add(same.replaceAll(/\d+/g, '0'))
    }
    return shown.size
  }
  // A till may fall silent between the two.
  await expect.poll(differing).toBe(1)
})

describe('each page, which is the same on the other database', () => {
  let desk: Desk
  beforeAll(() => {
    ;[desk] = desks.values() as unknown as [Desk]
  })

  /** Whether the page is wider than the window. */
  const overflows = () =>
    desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test.each(pages.map(([path, title, elsewhere], at) => [path, title, elsewhere, at] as const))(
    '%s has a heading and a title, fits a phone, a tablet and a screen, and axe finds nothing, light, dark and right to left',
    async (path, title, elsewhere, at) => {
      const { page, open, go, text } = desk
      await page.setViewport({ width: 320, height: 800 })
      await go(path)
      expect(await text('h1')).toContain(title)
      expect(await page.title()).toContain(title.trim())
      // Turned or made smaller, without being made anew.
      for (const width of isExhaustive ? [320, 768, 1920, 375, 1280] : [320, 768, 1920]) {
        await page.setViewport({ width, height: 800 })
        await expect.poll(async () => [width, await overflows()]).toEqual([width, 0])
      }
      if (!isExhaustive && elsewhere) return
      expect(['light', await violations(page)]).toEqual(['light', []])
      if (!isSampled(at)) return
      // Styles only: the page isn't made anew.
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
      expect(['dark', await violations(page, 'color-contrast', 'link-in-text-block')]).toEqual(['dark', []])
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
      // What is turned around right to left is what pages share.
      if (!isExhaustive && at % 9 !== 0) return
      await page.evaluate(() => localStorage.setItem('counterfoil-language', 'ar'))
      await open(path)
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      expect(['ar', await violations(page)]).toEqual(['ar', []])
      await page.evaluate(() => localStorage.setItem('counterfoil-language', 'en-US'))
      await open('')
    },
  )

  thorough.each(paths)('%s fits a phone, a tablet and a screen when it is loaded there', async path => {
    for (const width of [320, 375, 768, 1280, 1920]) {
      await desk.page.setViewport({ width, height: 800 })
      await desk.open(path)
      expect([width, await overflows()]).toEqual([width, 0])
    }
    await desk.page.setViewport({ width: 1280, height: 900 })
  })
})

describe.each(fewDatabases)('the console’s pages, on %s', database => {
  let desk: Desk
  beforeAll(() => {
    desk = desks.get(database)!
  })
  const open = (path: string) => desk.go(path)
  /** Does something while the service refuses some of the page's requests. */
  async function refusing(isRefused: (request: HTTPRequest) => boolean, work: () => Promise<unknown>): Promise<void> {
    const { page } = desk
    const answer = (request: HTTPRequest) =>
      isRefused(request) ? request.respond({ status: 429 }) : request.continue()
    await page.setRequestInterception(true)
    page.on('request', answer)
    await work()
    page.off('request', answer)
    await page.setRequestInterception(false)
  }
  /** What the newest preview says. */
  const previewed = async <Said>(ask: () => Said): Promise<Said | undefined> => {
    const frame = await (await desk.page.$('.preview iframe:last-child'))?.contentFrame()
    return frame?.evaluate(ask).catch(() => undefined) as Promise<Said | undefined>
  }
  /** Drops a file on the first field for pictures. */
  const drop = (name: string, content: string) =>
    desk.page.evaluate(
      (called, bytes) => {
        const files = new DataTransfer()
        files.items.add(new File([Uint8Array.from(bytes, each => each.charCodeAt(0))], called))
        document.querySelector('.picture')?.dispatchEvent(new DragEvent('drop', { dataTransfer: files }))
      },
      name,
      content,
    )

  test('on a phone, the receipt comes first, and can be read', async () => {
    const { page } = desk
    await page.setViewport({ width: 375, height: 800 })
    await open('/receipts/newest')
    const tops = await page.$$eval('.paper, .facts, .rest', all => all.map(each => each.getBoundingClientRect().top))
    expect(await page.$eval('.receipt > :first-child', first => first.className)).toBe('seen')
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    const frame = await (await page.$('iframe.paper'))?.contentFrame()
    await expect.poll(() => frame?.evaluate(() => document.body.innerText.length)).toBeGreaterThan(100)
    const widths = await frame?.evaluate(() => [document.body.scrollWidth, innerWidth])
    expect(widths?.[0]).toBe(widths?.[1])
    await page.setViewport({ width: 1280, height: 900 })
  })

  test('the overview’s table says what its chart shows, and its link leads to exactly those receipts', async () => {
    const { page } = desk
    const year = new Date().getFullYear()
    await open(`?from=${year - 1}-01-01&to=${year}-12-31`)
    const counted = await desk.text('.tile[aria-current] .value')
    await page.click('.charted summary')
    const values = await page.$$eval('.charted tbody tr td:nth-child(2)', cells =>
      cells.map(cell => cell.textContent ?? ''),
    )
    const sum = values.reduce((total, text) => total + Number(text.replace(/\D/g, '')), 0)
    expect(sum).toBe(Number(counted.replace(/\D/g, '')))
    expect(await page.$$('.canvas .bar')).toHaveLength(values.length)
    await desk.press('See these receipts')
    await page.waitForSelector('.receipts')
    let found = 0
    for (;;) {
      found += (await page.$$('.receipts tbody tr')).length
      const next = await page.$('a[rel=next]')
      if (!next) break
      const first = await desk.text('.receipts tbody tr')
      await next.click()
      await page.waitForFunction(
        before => document.querySelector<HTMLElement>('.receipts tbody tr')?.innerText !== before,
        {},
        first,
      )
    }
    expect(found).toBe(sum)
  })

  test('prose is at most some 70 characters wide', async () => {
    for (const path of ['/problems', '/problems/refused', '/settings/keys', '/receipts/newest']) {
      await open(path)
      const lines = await desk.page.$$eval('.content p', all =>
        all
          .filter(({ clientHeight }) => clientHeight > 40)
          .map(each => (each.innerText.length * 20) / each.clientHeight),
      )
      expect([path, Math.max(0, ...lines) < 75]).toEqual([path, true])
    }
  })

  test('a store in the ranking leads to its own overview, and back', async () => {
    const { page } = desk
    await open('')
    const name = await desk.text('.ranking a')
    await page.click('.ranking a')
    await page.waitForFunction(() => !document.querySelector('.ranking'))
    expect(await page.$eval('.filters select', select => (select as HTMLSelectElement).selectedOptions[0]?.text)).toBe(
      name,
    )
    await page.goBack()
    await page.waitForSelector('.ranking')
  })

  test('nothing is odd about the demo’s own receipts', async () => {
    await open('/receipts/newest')
    expect(await desk.text('.rest')).toContain('Nothing is odd about the data.')
    expect((await desk.page.evaluate(async () => (await fetch('/console/api/problems')).json())).counts.warned).toBe(0)
  })

  test('the demo’s refused requests are listed by cause, with their shape instead of their content', async () => {
    await open('/problems/refused')
    const text = await desk.text('main')
    expect(text).toContain('receiptDateTime')
    expect(text).toContain('"00.00.0000 00:00"')
  })

  test('a change of the look is seen before it is saved, and saved', async () => {
    const { page, shop } = desk
    await open('/settings/look')
    await desk.fill('At the foot, a line each', 'Thank you for coming')
    await expect.poll(() => previewed(() => document.body.innerText)).toContain('Thank you for coming')
    await desk.press('Save')
    await page.waitForFunction(() => document.querySelector('.send-row .state')?.textContent === 'Saved.')
    expect((await findMerchant(shop.service.db, 'demo'))?.settings.brand?.footer).toEqual(['Thank you for coming'])
  })

  test('the format of the data in PDFs is chosen, kept by other changes, and taken away', async () => {
    const saved = async () => (await findMerchant(desk.shop.service.db, 'demo'))?.settings.attachData
    const choose = async (format: string) => {
      await open('/settings/mail')
      await desk.page.select('select[name=data]', format)
      await desk.press('Save')
    }
    await choose('ekabs')
    await expect.poll(saved).toBe('ekabs')
    await open('/settings/mail')
    expect(await desk.page.$eval('select[name=data]', select => select.value)).toBe('ekabs')
    await desk.page.click('input[name=copies]')
    await desk.press('Save')
    await expect.poll(async () => (await findMerchant(desk.shop.service.db, 'demo'))?.settings.markCopies).toBe(true)
    expect(await saved()).toBe('ekabs')
    await choose('')
    await expect.poll(saved).toBe(undefined)
  })

  test('a logo is dropped, seen on the newest receipt before it is saved, saved, and taken away again', async () => {
    const { page, shop } = desk
    const pictures = () => previewed(() => [...document.images].map(({ width }) => width))
    const saved = async () => (await findMerchant(shop.service.db, 'demo'))?.settings.brand
    await open('/settings/look')
    await drop('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await page.waitForFunction(() => document.querySelector('.picture .state')?.textContent?.includes('SVG'))
    await drop('logo.png', Buffer.from('iVBORw0KGgo=', 'base64').toString('latin1'))
    await expect.poll(() => page.$$('.picture img')).toEqual([])

    // 2,400 px wide: more than the service takes.
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 2400, height: 600 }).getContext('2d')?.fillRect(0, 0, 2400, 300)
      const file = new File([await new Promise<Blob>(made => canvas.toBlob(blob => made(blob!)))], 'logo.png')
      const files = new DataTransfer()
      files.items.add(file)
      document.querySelector('.picture')?.dispatchEvent(new DragEvent('drop', { dataTransfer: files }))
    })
    await expect.poll(pictures).toEqual([120])
    await desk.press('Save')
    await page.waitForFunction(() => document.querySelector('.send-row .state')?.textContent === 'Saved.')
    expect((await saved())?.logo).toMatch(/^iVBORw0KGgo/)

    await open('/settings/look')
    await expect.poll(pictures).toEqual([120])
    await desk.press('Remove')
    await expect.poll(pictures).toEqual([])
    await desk.press('Save')
    await page.waitForFunction(() => document.querySelector('.send-row .state')?.textContent === 'Saved.')
    expect(await saved()).not.toHaveProperty('logo')
  })

  test('a key is made, replaced, and revoked by its name', async () => {
    const { page } = desk
    await open('/settings/keys')
    await desk.fill('Who uses it', 'Till 7')
    await desk.press('Make a key')
    await page.waitForSelector('.secret code')
    const first = await desk.text('.secret code')
    await desk.press('Replace Till 7')
    await desk.press('Make the next key')
    await page.waitForFunction(before => document.querySelector('.secret code')?.textContent !== before, {}, first)
    await page.waitForFunction(() => document.querySelectorAll('.rows tbody tr').length === 3)
    const rows = await page.$$eval('.rows tbody tr', all => all.map(row => row.innerText.replaceAll(/\s+/g, ' ')))
    expect(rows[0]).toMatch(/^Till 7 [0-9a-f]{16}:… .* Not yet Replace ?Revoke$/)
    expect(rows[1]).toMatch(/ Not yet Works until .*Revoke$/)
    await page.click('.rows tbody tr:nth-child(2) .danger')
    await desk.fill('Type Till 7 to confirm', 'Till 7')
    await page.click('dialog .danger')
    await page.waitForFunction(() =>
      document.querySelector('.rows tbody tr:nth-child(2)')?.textContent?.includes('Revoked'),
    )
    expect(await violations(page)).toEqual([])
  })

  test('an offer keeps its days in any time zone, and says so if it can’t be removed', async () => {
    const { page } = desk
    await page.emulateTimezone('America/New_York')
    await desk.open('/settings/offers')
    await desk.fill('Text', 'Mulled wine spice, 2 for 1')
    for (const [name, day] of [
      ['from', '2026-12-01'],
      ['to', '2026-12-24'],
    ] as const)
      await page.$eval(`[name=${name}]`, (field, day) => Object.assign(field, { value: day }), day)
    await desk.press('Add the offer')
    await page.waitForSelector('.cards .danger')
    expect(await desk.text('.cards .hint')).toMatch(/Dec 1, 2026 .*Dec 24, 2026/)
    await refusing(
      request => request.method() === 'DELETE',
      async () => {
        await page.click('.cards .danger')
        await page.waitForFunction(() => document.querySelector('.cards .state')?.textContent)
        expect(await desk.text('.cards')).toMatch(/Mulled wine.*60 seconds/s)
      },
    )
    await page.click('.cards .danger')
    await page.waitForSelector('.cards .empty')
    await page.emulateTimezone()
    await desk.open('')
  })

  test('what a till, a customer or a colleague wrote is text on every page', async () => {
    const { page, shop } = desk
    const sent = JSON.parse(fixture('hostile/receipt'))
    const today = { receiptDateTime: new Date().toISOString() }
    const hostileId = await shop.create({ ...sent, ...today })
    const refused = {
      ...sent,
      '"><img src=x onerror=alert(1)>': 1,
      receiptDateTime: markup,
      [markup]: [{ [markup]: 1 }],
    }
    await shop.ask(shop.receipts(), { method: 'POST', body: refused })
    await shop.ask(shop.receipts(), { method: 'POST', body: { ...refused, ...today, receiptType: markup } })
    await shop.service.events.flush()
    await issueKey(shop.service.db, 'demo', markup, Date.now())
    const offer = await addOffer(shop.service.db, 'demo', { content: markup }, Date.now())
    const known = await findMerchant(shop.service.db, 'demo')
    await saveMerchant(shop.service, 'demo', { ...known!, name: `Demo ${markup}`.slice(0, 100) })
    await expect.poll(async () => (await findMerchant(shop.service.db, 'demo'))?.name).toContain('Demo <')
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const hostile = `/receipts/${hostileId}`
    // With other filters, a page shows less of the same.
    const shown = pages.map(([each]) => each).filter(each => isExhaustive || !each.includes('?'))
    for (const path of [...shown, hostile, '/settings/keys#x"><img src=x onerror=alert(1)>']) {
      await open(path)
      const made = await page.$$eval(
        [
          'script',
          'style',
          'base',
          'object',
          'form[action]',
          '[onload]',
          '[onerror]',
          '[onmouseover]',
          'img:not([src^="data:"])',
        ]
          .map(each => `body ${each}`)
          .join(),
        found => found.map(each => each.outerHTML),
      )
      expect([path, made]).toEqual([path, []])
      const shows = { '': '.ranking', '/receipts': '.receipts', [hostile]: '.facts', '/settings/keys': '.rows' }[path]
      if (shows !== undefined) expect([path, await desk.text(shows)]).toEqual([path, expect.stringContaining('<')])
      const framed = () =>
        Promise.all(
          page
            .frames()
            .slice(1)
            .map(frame =>
              frame.evaluate(() => [
                document.body.innerText !== '',
                document.querySelectorAll('script, [onload], [onerror]').length,
              ]),
            ),
        )
      await expect.poll(async () => (await framed()).filter(([isThere, made]) => !isThere || made !== 0)).toEqual([])
    }
    await open('/problems/refused')
    expect(await desk.text('.problems')).toContain('receiptType')
    expect(dialogs).toEqual([])
    await removeOffer(shop.service.db, 'demo', offer.id, Date.now())
    await saveMerchant(shop.service, 'demo', known!)
  })

  test('an address that no page has says so', async () => {
    await open('/nothing')
    expect(await desk.text('main')).toContain('This isn’t here, or was erased.')
    await desk.page.waitForSelector('main a[href="/console/receipts"]')
  })

  test('an administrator erases a receipt with a reason, and the trail says so', async () => {
    await open('/receipts/newest')
    await desk.press('Erase')
    await desk.page.select('dialog select', 'customer')
    await desk.press('Erase for good')
    await desk.page.waitForSelector('.receipts')
    await open('/receipts/newest')
    expect(await desk.text('main')).toContain('This isn’t here, or was erased.')
    await open('/settings/trail')
    expect(await desk.text('tbody')).toContain('Erased a receipt')
  })

  test('the mails of a receipt are followed further after an answer that was lost', async () => {
    const sent = JSON.parse(fixture('minimal/receipt'))
    const id = await desk.shop.create({
      ...sent,
      receiptType: 'DigitalOnly',
      customer: { emailAddress: 'a@example.com' },
    })
    let [isOpen, asked] = [false, 0]
    const isFirst = (request: HTTPRequest) => isOpen && request.url().endsWith('/deliveries') && asked++ === 0
    // It asks every second and a half.
    await desk.page.evaluate(() => {
      const usual = setTimeout
      Object.assign(globalThis, { usual, setTimeout: (work: () => void) => usual(work, 100) })
    })
    await refusing(isFirst, async () => {
      await open(`/receipts/${id}`)
      isOpen = true
      await expect.poll(() => asked).toBeGreaterThan(1)
    })
    await desk.page.evaluate(() => Object.assign(globalThis, { setTimeout: (globalThis as { usual?: unknown }).usual }))
  })

  test('a picture that can’t be read is refused in words', async () => {
    await open('/settings/look')
    await desk.page.evaluate(() => {
      FileReader.prototype.readAsDataURL = function () {
        this.dispatchEvent(new ProgressEvent('error'))
      }
      const files = new DataTransfer()
      files.items.add(new File(['gone'], 'logo.png'))
      document.querySelector('.picture')?.dispatchEvent(new DragEvent('drop', { dataTransfer: files }))
    })
    await desk.page.waitForFunction(() => document.querySelector('.picture .state')?.textContent)
  })

  test('someone signs out, and the page is empty of data; if that fails, it says so', async () => {
    await refusing(
      request => request.method() === 'DELETE',
      async () => {
        await desk.press('Sign out')
        await desk.page.waitForFunction(() => document.querySelector('.who .state')?.textContent)
        expect(await desk.page.$('form.sign-in')).toBeNull()
      },
    )
    await desk.press('Sign out')
    await desk.page.waitForSelector('form.sign-in')
    expect(await desk.text()).not.toContain('Demo')
  })

  test('nothing went wrong in the page', () => {
    // A hostile receipt's pixel, which its frame doesn't load.
    expect(desk.wrong.filter(text => !text.includes('Content Security Policy directive: "img-src data:"'))).toEqual([])
  })
})

test('the page’s script weighs less than 100 KB, compressed, and stands alone', () => {
  const script = Buffer.from(readPageFiles()?.file('console.js')?.bytes ?? '')
  expect(script.length).toBeGreaterThan(10_000)
  expect(gzipSync(script).length).toBeLessThan(100_000)
  expect(String(script)).not.toMatch(/https?:\/\/(?!www\.w3\.org\/|shop\.example\.com\/)/)
  expect(String(script)).not.toMatch(/\beval\(|new Function/)
})
