import { expect, test } from 'vitest'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { savePerson } from '../../src/people/people.ts'
import { readConfig } from '../../src/settings/config.ts'
import { screens, violations, violationsAt } from '../support/axe.ts'
import { demoCredentials, receipt, startService } from '../support/service.ts'
import { codeAt } from '../support/totp.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

const oidc = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'counterfoil',
  OIDC_CLIENT_SECRET: 'a-secret-of-the-tests',
}

const about = { merchantId: 'demo', name: 'ada@example.com', role: 'admin' } as const

async function signIn(url: string, name: string, secret: string, code?: string) {
  const answer = await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, secret, code }),
  })
  const text = await answer.text()
  return { status: answer.status, cookie: answer.headers.get('set-cookie'), json: text === '' ? {} : JSON.parse(text) }
}

/** Of a service that leaves signing in to the provider. */
async function expectNoPassword({ shop }: ConsolePage) {
  const { password } = await savePerson(shop.service.db, about, Date.now())
  const [key = '', secret = ''] = demoCredentials.split(':')
  expect((await signIn(shop.url, 'ada@example.com', password)).status).toBe(403)
  expect((await signIn(shop.url, key, secret)).status).toBe(403)
  const ways = await fetch(`${shop.url}/console/api/sign-in`)
  expect(await ways.json()).toEqual({ provider: 'OpenID Connect', passwords: false, keys: false })
}

test('with SIGN_IN=provider, there has to be one', () => {
  expect(() => readConfig({ SIGN_IN: 'provider' })).toThrow('OIDC_ISSUER: must be set with SIGN_IN=provider')
})

test('with SIGN_IN=second-factor, nobody is in without one, and no key', async () => {
  let clock = Date.UTC(2026, 10, 20, 12)
  await using shop = await startService({
    ...{ withoutWorker: true, now: () => clock },
    settings: { SIGN_IN: 'second-factor' },
  })
  const { password } = await savePerson(shop.service.db, about, clock)
  const [key = '', secret = ''] = demoCredentials.split(':')
  expect((await signIn(shop.url, key, secret)).status).toBe(403)
  expect(await signIn(shop.url, 'ada@example.com', 'wrong')).toMatchObject({
    status: 401,
    json: { code: 'signed_out' },
  })
  const begun = await signIn(shop.url, 'ada@example.com', password)
  expect(begun).toMatchObject({
    status: 200,
    cookie: null,
    json: { factor: { secret: expect.stringMatching(/^\w{32}$/) } },
  })
  expect(await signIn(shop.url, 'ada@example.com', password, '000000')).toMatchObject({ status: 401, cookie: null })
  clock += 60_000
  const set = await signIn(shop.url, 'ada@example.com', password, codeAt(begun.json.factor.secret, clock))
  expect(set.status).toBe(200)
  expect(set.json.codes).toHaveLength(10)
  expect(set.cookie).toMatch(/^counterfoil=\S/)
  const [cookie = ''] = (set.cookie ?? '').split(';')
  const end = await fetch(`${shop.url}/console/api/second-factor/end`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ current: password }),
  })
  expect(end.status).toBe(422)
  clock += 60_000
  expect(await signIn(shop.url, 'ada@example.com', password)).toMatchObject({
    status: 401,
    json: { code: 'code_needed' },
  })
  expect((await signIn(shop.url, 'ada@example.com', password, set.json.codes[0])).status).toBe(204)
})

test('in the page, a second factor is set up while signing in, and recovery codes are renewed later', async () => {
  await using desk = await openConsole({ withoutWorker: true, settings: { SIGN_IN: 'second-factor' } })
  const { page, text, press, fill } = desk
  const { password } = await savePerson(desk.shop.service.db, about, Date.now())
  await desk.open('/settings/password')
  expect(await text('.sign-in')).not.toContain('key and its secret work')
  await fill('Name', 'ada@example.com')
  await fill('Password', password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('img.factor-code')
  for (const { scheme, width } of screens) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.setViewport({ width, height: 844 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([scheme, width, over, await violationsAt(width, page)]).toEqual([scheme, width, 0, []])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/factor-${width}-${scheme}.png` })
  }
  const secret = (await text('.factor-secret')).replace(/\s/g, '')
  await page.focus('input[name=code]')
  await page.keyboard.type(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.waitForSelector('.secret code')
  expect((await text('.secret code')).trim().split('\n')).toHaveLength(10)
  expect(await violations(page)).toEqual([])
  await press('Go on')
  await page.waitForSelector('h2.part')
  await page.setViewport({ width: 1280, height: 900 })
  await desk.open('/settings/password')
  await press('Make new recovery codes')
  await page.waitForSelector('dialog[open]')
  await page.type('dialog input[name=current]', password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.secret code')
  expect((await text('.secret code')).trim().split('\n')).toHaveLength(10)
  expect(desk.wrong).toEqual([])
})

test('where the provider alone decides, no password and no key lets anybody in, and the page neither asks for one nor hands one out', async () => {
  await using desk = await openConsole({ withoutWorker: true, settings: { ...oidc, SIGN_IN: 'provider' } })
  const { page, text, press, fill } = desk
  await expectNoPassword(desk)
  await desk.open('')
  expect(await page.$$eval('.sign-in a', links => links.map(link => link.textContent))).toEqual([
    'Sign in with OpenID Connect',
  ])
  expect(await page.$$('input, button')).toEqual([])
  await desk.enter('/settings/password', 'admin')
  expect(await text('main')).toContain('This isn’t here')
  await desk.go('/settings/people')
  expect(await text('nav.tabs')).not.toContain('Your sign-in')
  await fill('Name', 'lin@example.com')
  await press('Let them sign in')
  await expect.poll(() => text('table')).toContain('lin@example.com')
  expect(await page.$$('.secret, input[type=password]')).toEqual([])
  expect(await text('main')).not.toMatch(/password/i)
  await desk.enter('', 'statistics')
  expect(await text('header nav')).toMatch(/^\s*Overview\s+Day-end\s*$/)
  await desk.enter('/settings', 'desk')
  expect(await text('nav.tabs')).toMatch(/^\s*Suppressed addresses\s*$/)
  expect(desk.wrong).toEqual([])
})

test('keys work with a password, as the sign-in says, and a desk of one store lifts the suppression of a customer before it, from the receipt', async () => {
  await using desk = await openConsole({ withoutWorker: true })
  const { shop, page, text } = desk
  const sold = receipt({ customer: { emailAddress: 'noor@example.com' } }) as { workstation: { store: { id: string } } }
  const id = await shop.create(sold)
  const { db, searchKey } = shop.service
  const address = { merchantId: 'demo', emailAddress: 'noor@example.com' }
  await db
    .transaction()
    .execute(transaction =>
      suppress(transaction, searchKey, [{ ...address, kind: 'hand', createdBy: 'ADMIN_TOKEN' }], Date.now()),
    )
  await desk.open('')
  expect(await text('.sign-in')).toContain('key and its secret work')
  await desk.enter(`/receipts/${id}`, 'desk', [sold.workstation.store.id])
  await page.waitForSelector('.facts .notice')
  expect(await text('nav')).toContain('Day-end')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lift.png` })
  await page.focus('.facts button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await page.focus('dialog button[type=submit]')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => !document.querySelector('.facts .notice') && !document.querySelector('dialog'))
  expect(await violations(page)).toEqual([])
  expect(desk.wrong).toEqual([])
})
