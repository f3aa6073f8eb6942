import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { issueKey, revokeKey } from '../../src/merchants/api-keys.ts'
import type { KeyScope } from '../../src/merchants/key-scopes.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { listPeople, removePerson, savePerson } from '../../src/people/people.ts'
import { costlyPasswords } from '../support/cheap-passwords.ts'
import { basic, demoCredentials, fullRights, receipt, startService, type TestService } from '../support/service.ts'
import { person, visit } from './open-console.ts'

describe('signing in to the console', () => {
  let shop: TestService
  let clock = Date.UTC(2026, 10, 20)
  const now = () => clock
  const minutes = (count: number) => {
    clock += count * 60_000
  }
  beforeAll(async () => {
    const settings = { TRUSTED_PROXIES: '127.0.0.1, ::1' }
    shop = await startService({ withoutWorker: true, now, settings })
  })
  afterAll(() => shop.stop())

  const [keyId = '', keySecret = ''] = demoCredentials.split(':')
  const signIn = (name: string, secret: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/console/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, secret }),
    })

  test('a key opens a session for its merchant that may do a desk’s work', async () => {
    const { ask } = await visit(shop.url, keyId, keySecret)
    expect((await ask('/session')).json).toEqual({
      role: 'desk',
      name: 'demo',
      isPerson: false,
      passwords: true,
      templateUploads: true,
      merchant: { id: 'demo', name: 'Demo Shop' },
    })
  })

  test('what a key is for says what its session may do, and one without statistics opens none', async () => {
    const opened = async (...scopes: KeyScope[]) => {
      const rights = { scopes, stores: null }
      const { key, secret } = await issueKey(shop.service.db, 'demo', 'Till 8', Date.now(), rights)
      const { status } = await signIn(key.id, secret)
      return status === 204 ? (await (await visit(shop.url, key.id, secret)).ask('/session')).json.role : status
    }
    expect(await opened('create')).toBe(403)
    expect(await opened('create', 'read', 'resend')).toBe(403)
    expect(await opened('statistics')).toBe('statistics')
    expect(await opened('statistics', 'read')).toBe('view')
    expect(await opened('statistics', 'read', 'resend')).toBe('desk')
  })

  test('a person has the role they have now, and a removed one none', async () => {
    const { person: ada, password } = await savePerson(
      shop.service.db,
      { merchantId: 'demo', name: 'Ada@example.com', role: 'view' },
      Date.now(),
    )
    const { ask } = await visit(shop.url, ' ADA@example.com', password)
    expect((await ask('/session')).json).toMatchObject({ role: 'view', name: 'ada@example.com', isPerson: true })
    expect((await listPeople(shop.service.db, 'demo')).map(({ name }) => name)).toContain('ada@example.com')
    await removePerson(shop.service.db, 'demo', ada.id, Date.now())
    expect((await ask('/session')).status).toBe(401)
    await expect(visit(shop.url, 'ada@example.com', password)).rejects.toThrow('401')
  })

  test('the cookie is for this host, its own pages and no script', async () => {
    const answer = await signIn(keyId, keySecret)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^counterfoil=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^counterfoil-device=[\w-]{43}; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Strict$/),
    ])
  })

  test('the trail holds no secret of a session', async () => {
    const { cookie } = await visit(shop.url, keyId, keySecret)
    const { audit } = await lookInto()
    expect(audit).not.toContain(cookie.split('=')[1])
  })

  test('signing out ends it, an idle pause too, and half a day in any case', async () => {
    const first = await visit(shop.url, keyId, keySecret)
    expect((await first.ask('/session', { method: 'DELETE' })).status).toBe(204)
    expect((await first.ask('/session')).status).toBe(401)

    const idle = await visit(shop.url, keyId, keySecret)
    minutes(119)
    expect((await idle.ask('/session')).status).toBe(200)
    minutes(121)
    expect((await idle.ask('/session')).status).toBe(401)

    const long = await visit(shop.url, keyId, keySecret)
    for (let hour = 1; hour < 12; hour++) {
      minutes(60)
      expect((await long.ask('/session')).status).toBe(200)
    }
    minutes(60)
    expect((await long.ask('/session')).status).toBe(401)
  })

  test('a revoked key’s sessions end with it', async () => {
    const { key, secret } = await issueKey(shop.service.db, 'demo', 'Till 7', Date.now(), fullRights)
    const { ask } = await visit(shop.url, key.id, secret)
    await revokeKey(shop.service.db, 'demo', key.id, Date.now())
    expect((await ask('/session')).status).toBe(401)
  })

  test('another site’s page can neither sign anyone in nor use a session', async () => {
    expect((await signIn(keyId, keySecret, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const { ask } = await visit(shop.url, keyId, keySecret)
    const from = (headers: Record<string, string>) => ask('/session', { headers })
    expect((await from({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await from({ origin: 'https://evil.example.com' })).status).toBe(403)
    expect((await from({ origin: 'null' })).status).toBe(403)
    expect((await from({ 'sec-fetch-site': 'same-origin', origin: shop.url })).status).toBe(200)
    expect((await from({ 'sec-fetch-site': 'none' })).status).toBe(200)
  })

  test('a session isn’t a till, and a till’s key isn’t a session', async () => {
    const { cookie, ask } = await visit(shop.url, keyId, keySecret)
    const asTill = await shop.ask(shop.receipts('?fromDate=2026-01-01&toDate=2026-01-02'), {
      credentials: null,
      headers: { cookie },
    })
    expect(asTill.status).toBe(401)
    expect((await ask('/session', { headers: { authorization: basic(demoCredentials) } })).status).toBe(401)
    const answer = await fetch(`${shop.url}/console/api/session`, {
      headers: { authorization: basic(demoCredentials) },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, null])
  })

  test('guessing becomes slow, but only where it comes from, and waiting always helps', async () => {
    await savePerson(shop.service.db, { merchantId: 'demo', name: 'grace', role: 'desk' }, Date.now())
    const statuses: number[] = []
    for (let guess = 0; guess < 5; guess++) statuses.push((await signIn('grace', `guess ${guess}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const { password } = await savePerson(
      shop.service.db,
      { merchantId: 'demo', name: 'grace', role: 'desk' },
      Date.now(),
    )
    const refused = await signIn('grace', password)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
    clock += 1000
    expect((await signIn('grace', password)).status).toBe(204)
    expect((await signIn('grace', 'wrong again')).status).toBe(401)
    minutes(61)
  })

  const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network}.7` })
  const deviceOf = (answer: Response) => ({ cookie: answer.headers.getSetCookie()[1]?.split(';')[0] ?? '' })

  test('strangers who guess keep nobody out who signed in with their browser lately', async () => {
    const { password } = await savePerson(
      shop.service.db,
      { merchantId: 'demo', name: 'lin', role: 'desk' },
      Date.now(),
    )
    const own = deviceOf(await signIn('lin', password, from(0)))
    for (let network = 1; network <= 10; network++)
      for (let guess = 0; guess < 3; guess++) await signIn('lin', 'a guess', from(network))
    expect((await signIn('lin', password, from(0))).status).toBe(429)
    expect((await signIn('lin', password, { ...from(0), ...own })).status).toBe(204)
    // Nor does that forget what was guessed.
    expect((await signIn('lin', password, from(11))).status).toBe(429)
    // Another's browser is no help, and there guessing is slow, too.
    const other = await savePerson(shop.service.db, { merchantId: 'demo', name: 'mei', role: 'desk' }, Date.now())
    const theirs = deviceOf(await signIn('mei', other.password, from(0)))
    expect((await signIn('lin', password, { ...from(0), ...theirs })).status).toBe(429)
    const guesses: number[] = []
    for (let guess = 0; guess < 4; guess++)
      guesses.push((await signIn('lin', 'a guess', { ...from(0), ...own })).status)
    expect(guesses).toEqual([401, 401, 401, 429])
    // Known for 60 days.
    minutes(61)
    expect((await signIn('lin', password, own)).status).toBe(204)
    minutes(60 * 24 * 60 + 1)
    for (let guess = 0; guess < 4; guess++) await signIn('lin', 'a guess', from(0))
    expect((await signIn('lin', password, { ...from(0), ...own })).status).toBe(429)
    minutes(61)
  })

  test('behind a trusted proxy, guessing is slowed by the client’s network, whatever the names', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 31; guess++) statuses.push((await signIn(`no-${guess}`, 'guess', from(20))).status)
    expect(statuses).toEqual([...Array(30).fill(401), 429])
    expect((await signIn('no-0', 'guess', from(21))).status).toBe(401)
    minutes(61)
  })

  test('guessing one’s own password where it is changed is slow, too', async () => {
    const { password } = await savePerson(
      shop.service.db,
      { merchantId: 'demo', name: 'noor', role: 'view' },
      Date.now(),
    )
    const { ask } = await visit(shop.url, 'noor', password)
    const next = 'another sentence of mine'
    const change = (current: string) => ask('/password', { method: 'PUT', body: { current, next } })
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess++) statuses.push((await change(`guess ${guess}`)).status)
    expect(statuses).toEqual([422, 422, 422, 429])
    const refused = await change(password)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    clock += 1000
    expect((await change(password)).status).toBe(204)
    expect((await visit(shop.url, 'noor', next)).cookie).not.toBe('')
  })

  test('many guesses at once are counted one by one', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => signIn('nobody', `guess ${at}`)))
    expect(all.filter(({ status }) => status === 401).length).toBe(3)
    minutes(61)
  })

  test('an unknown name gets the same answer as a wrong password', async () => {
    const said = async (name: string) => {
      const answer = await signIn(name, 'a wrong password')
      const { referenceId, ...body } = (await answer.json()) as { referenceId: string }
      return [answer.status, body]
    }
    expect(await said('nobody-at-all')).toEqual(await said('grace'))
  })

  test('the trail says who signed in', async () => {
    const about = { merchantId: 'demo', name: 'vera', role: 'admin' } as const
    const { person: vera, password } = await savePerson(shop.service.db, about, Date.now())
    const admin = await visit(shop.url, 'vera', password)
    const { entries } = await lookInto()
    expect(entries[0]).toMatchObject({ actor: `person:${vera.id}`, action: 'signIn', merchantId: 'demo' })
    const [shown] = (await admin.ask('/trail')).json.acts
    expect(shown).toMatchObject({ actor: 'person:vera', action: 'signIn' })
  })

  test('an inactive merchant’s people are out', async () => {
    await saveMerchant(shop.service, 'closed', { name: 'Closed' })
    const { ask } = await person(shop, 'view', 'closed')
    await saveMerchant(shop.service, 'closed', { name: 'Closed', active: false })
    expect((await ask('/session')).status).toBe(401)
  })

  async function lookInto() {
    const { json, text } = await shop.ask('/admin/audit', {
      credentials: null,
      headers: { authorization: 'Bearer an-admin-token-of-the-tests' },
    })
    return { entries: json, audit: text }
  }
})

test('so many strangers at once are told to come back, and who signed in lately is served meanwhile', async () => {
  using _ = costlyPasswords()
  await using shop = await startService({ withoutWorker: true, settings: { TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  const { password } = await savePerson(shop.service.db, { merchantId: 'demo', name: 'ada', role: 'desk' }, Date.now())
  const signIn = (name: string, secret: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/console/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, secret }),
    })
  const [, device = ''] = (await signIn('ada', password)).headers.getSetCookie()
  const flood = Array.from({ length: 80 }, (_, at) =>
    signIn(`no-${at}`, 'guess', { 'x-forwarded-for': `10.0.${at}.1` }),
  )
  const own = signIn('ada', password, { cookie: device.split(';')[0] ?? '' })
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(20)
  expect(busy[0]?.headers.get('retry-after')).toBe('2')
  expect(answers.every(({ status }) => status === 503 || status === 401)).toBe(true)
  expect((await own).status).toBe(204)
})

test('under TLS the cookie has the prefix that insists on it, and no other one counts', async () => {
  await using shop = await startService({
    withoutWorker: true,
    settings: { PUBLIC_URL: 'https://receipts.example.com' },
  })
  await shop.create(receipt())
  const [name = '', secret = ''] = demoCredentials.split(':')
  const { cookie, ask } = await visit(shop.url, name, secret)
  expect(cookie).toMatch(/^__Host-counterfoil=/)
  expect((await ask('/session')).status).toBe(200)
  const plain = cookie.replace('__Host-', '')
  expect((await ask('/session', { headers: { cookie: plain } })).status).toBe(401)
})

test('the log says who asked by an id, never by a name, an address or a secret', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: line => void lines.push(line) })
  await using shop = await startService({ withoutWorker: true, log })
  const id = await shop.create(receipt({ customer: { emailAddress: 'marked@example.com' } }))
  const { person: ada, password } = await savePerson(
    shop.service.db,
    { merchantId: 'demo', name: 'ada@example.com', role: 'desk' },
    Date.now(),
  )
  const { cookie, ask } = await visit(shop.url, ada.name, password)
  await ask('/receipts/find', { body: { email: 'marked@example.com' } })
  await ask(`/receipts/${id}`)
  await ask(`/receipts/${id}/email`, { body: { customerEmailAddress: 'other-marked@example.com' } })
  await visit(shop.url, ada.name, 'a wrong password, marked').catch(() => {})
  const said = lines.join('')
  expect(said).toContain(`"actor":"person:${ada.id}"`)
  for (const secret of ['ada@example', 'marked', password, cookie.split('=')[1] ?? ''])
    expect(said).not.toContain(secret)
})
