import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { savePerson } from '../../src/people/people.ts'
import { screens, violations, violationsAt } from '../support/axe.ts'
import { consoleLanguages } from '../support/console-languages.ts'
import { receipt } from '../support/service.ts'
import { codeAt } from '../support/totp.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

describe('people, keys and second factors in the console', () => {
  let desk: ConsolePage
  let clock = Date.UTC(2026, 10, 20, 12)
  let password = ''
  const name = 'ada@example.com'
  beforeAll(async () => {
    desk = await openConsole({
      withoutWorker: true,
      now: () => clock,
      settings: {
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'a-secret-of-16-letters',
        OIDC_NAME: 'Alder ID',
      },
    })
    for (const [id, store] of [
      ['12', 'Queen Street'],
      ['7', 'Harbour'],
    ])
      await desk.shop.create(receipt({ workstation: { id: '1', store: { id, name: store, address: {} } } }))
    ;({ password } = await savePerson(desk.shop.service.db, { merchantId: 'demo', name, role: 'admin' }, clock))
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const enter = async (who: string, secret: string) => {
    await desk.fill('Name', who)
    await desk.fill('Password', secret)
    await desk.press('Sign in')
  }
  const look = async (picture: string) => {
    for (const { scheme, width } of screens) {
      await desk.page.setViewport({ width, height: 900 })
      await desk.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      expect([picture, scheme, width, await violationsAt(width, desk.page)]).toEqual([picture, scheme, width, []])
      const overflow = await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([picture, width, overflow]).toEqual([picture, width, 0])
      const folder = process.env.PICTURES
      if (folder) await desk.page.screenshot({ path: `${folder}/${picture}-${scheme}-${width}.png`, fullPage: true })
    }
    await desk.page.setViewport({ width: 1280, height: 900 })
    await desk.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
  }

  test('the sign-in offers the provider, and says why it sent somebody back', async () => {
    await desk.open('')
    expect(await desk.page.$eval('.sign-in a', link => (link as HTMLAnchorElement).pathname)).toBe(
      '/console/api/provider',
    )
    await desk.press('Sign in with Alder ID')
    await desk.page.waitForSelector('.sign-in [role="alert"].notice')
    expect(await desk.text('.sign-in')).toContain('can’t be reached now')
    await look('sign-in')
    await desk.open('?signIn=title')
    expect(await desk.page.$('.sign-in .notice')).toBe(null)
  })

  test('an administrator lets a desk of one store sign in, and changes that', async () => {
    await desk.open('')
    await enter(name, password)
    await desk.page.waitForSelector('.tiles')
    await desk.go('/settings/people')
    await desk.page.type('input[name="name"]', 'lin@example.com')
    await desk.page.select('select[name="role"]', 'desk')
    await desk.page.click('.known-stores summary')
    expect(await desk.text('.known-stores')).toMatch(/7 Harbour\s+12 Queen Street/)
    await desk.page.type('input[name="stores"]', '12, 9')
    await desk.press('Let them sign in')
    await desk.page.waitForFunction(() => document.body.innerText.includes('Stores: 12, 9'))
    await look('people')
    await desk.press('Change lin@example.com')
    await desk.page.waitForSelector('dialog input[name="stores"]')
    expect(await desk.page.$eval('dialog input[name="stores"]', field => (field as HTMLInputElement).value)).toBe(
      '12, 9',
    )
    await desk.page.$eval('dialog input[name="stores"]', field => (field as HTMLInputElement).select())
    await desk.page.keyboard.type('12')
    await desk.page.keyboard.press('Enter')
    await desk.page.waitForFunction(() => !document.querySelector('dialog'))
    await desk.page.waitForFunction(() => /Stores: 12\s/.test(document.querySelector('table')?.innerText ?? ''))
  })

  test('a key is made for what it is for', async () => {
    await desk.go('/settings/keys')
    const ticked = await desk.page.$$eval('fieldset input:checked', boxes =>
      boxes.map(box => (box as HTMLInputElement).name),
    )
    expect(ticked).toEqual(['create'])
    await desk.page.click('input[name="read"]')
    await desk.page.type('input[name="label"]', 'Till 7')
    await desk.page.type('input[name="stores"]', '7')
    await desk.press('Make a key')
    await desk.page.waitForSelector('.secret')
    await desk.page.waitForFunction(() =>
      document.querySelector('table')?.innerText.includes('Create receipts · Look receipts up · Stores: 7'),
    )
    await look('keys')
  })

  test('a second factor is set up by a QR code, and asked for at the next sign-in, by keyboard', async () => {
    const { page } = desk
    await desk.go('/settings/password')
    await page.waitForSelector('section:nth-of-type(2) input[name="current"]')
    await page.focus('section:nth-of-type(2) input[name="current"]')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    const picture = await page.waitForSelector('.factor-code')
    const [read] = await readBarcodes(await picture!.screenshot())
    const uri = new URL(read?.text ?? '')
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Demo Shop:${name}`,
    ])
    const secret = uri.searchParams.get('secret') ?? ''
    expect((await desk.text('.factor-secret')).replace(/\s/g, '')).toBe(secret)
    await look('factor-scan')
    await page.focus('input[name="code"]')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.body.innerText.includes('This code isn’t right'))
    await page.$eval('input[name="code"]', field => (field as HTMLInputElement).select())
    await page.keyboard.type(codeAt(secret, clock))
    await page.keyboard.press('Enter')
    await page.waitForSelector('.secret')
    const codes = (await desk.text('.secret code')).split('\n')
    expect(codes).toHaveLength(10)
    await expect.poll(() => desk.text('main')).toContain('Recovery codes left: 10')
    await look('factor-codes')

    await desk.press('Sign out')
    await page.waitForSelector('.sign-in')
    clock += 60_000
    await enter(name, password)
    await page.waitForSelector('input[autocomplete="one-time-code"]')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    await look('sign-in-code')
    await page.keyboard.type('111111')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.body.innerText.includes('or was used already'))
    await page.keyboard.type(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.who')
    await desk.go('/settings/password')
    expect(await desk.text('main')).toContain('Recovery codes left: 9')
    await desk.press('Turn off')
    await page.waitForSelector('dialog input[name="current"]')
    await page.type('dialog input[name="current"]', password)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('main')?.innerText.includes('Only your password'))
  })

  test('a desk of one store sees its own way only', async () => {
    await desk.enter('', 'desk', ['12'])
    await desk.page.waitForSelector('.tiles')
    expect(await desk.text('.who')).toMatch(/Service desk · 12/)
    await desk.go('/settings')
    expect(await desk.text('nav.tabs')).toMatch(/^\s*Your sign-in\s*$/)
    await desk.go('/receipts')
    expect(await desk.text('.receipts')).toContain('Queen Street')
    expect(await desk.text('.receipts')).not.toContain('Harbour')
    // The list and the overview with less in them.
    if (isExhaustive) await look('desk-of-a-store')
  })

  test('figures only is an overview, without receipts or problems', async () => {
    await desk.enter('', 'statistics')
    await desk.page.waitForSelector('.tiles')
    expect(await desk.text('header nav')).toMatch(/^\s*Overview\s+Day-end\s+Settings\s*$/)
    if (isExhaustive) await look('figures')
  })

  test.each(consoleLanguages.filter(language => isExhaustive || language === 'ar'))(
    'one’s own sign-in fits in %s',
    async language => {
      await desk.open('/settings/password')
      await desk.page.select('.language select', language)
      await desk.page.waitForFunction(wanted => document.documentElement.lang === wanted, {}, language)
      // The page is made anew, and knows its language first.
      await desk.page.waitForSelector('main[aria-busy="false"]')
      await desk.page.setViewport({ width: 390, height: 900 })
      expect(await violations(desk.page)).toEqual([])
      expect(await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await desk.page.setViewport({ width: 1280, height: 900 })
    },
  )

  test('nothing went wrong in the page', () => {
    expect(desk.wrong).toEqual([])
  })
})
