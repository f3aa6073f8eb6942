import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { listPeople, savePerson } from '../../src/people/people.ts'
import { ConfigError, readConfig } from '../../src/settings/config.ts'
import { inDatabase } from '../support/database.ts'
import { startProvider, type TestProvider } from '../support/openid-provider.ts'
import { fewDatabases, startService, type TestService } from '../support/service.ts'

describe.each(fewDatabases)('signing in at an OpenID provider, on %s', database => {
  let provider: TestProvider
  let shop: TestService
  const log: string[] = []
  let ahead = 0
  beforeAll(async () => {
    provider = await startProvider()
    shop = await startService({
      database,
      withoutWorker: true,
      now: () => Date.now() + ahead,
      settings: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_NAME: 'Alder ID',
      },
      log: Object.fromEntries(
        ['debug', 'info', 'warn', 'error'].map(level => [level, (message: string) => void log.push(message)]),
      ) as never,
    })
    provider.callTo(`${shop.url}/console/api/provider/callback`)
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
  })
  afterAll(async () => {
    await shop.stop()
    await provider[Symbol.asyncDispose]()
  })

  const add = (name: string, merchantId = 'demo') =>
    savePerson(shop.service.db, { merchantId, name, role: 'desk', stores: ['12'] }, Date.now())
  const get = (path: string, cookie = '') =>
    fetch(new URL(path, shop.url), { redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'cross-site' } })
  const cookieIn = (answer: Response, name: string) =>
    answer.headers.getSetCookie().find(cookie => cookie.startsWith(`${name}=`)) ?? ''
  const begin = async () => {
    const answer = await get('/console/api/provider')
    return {
      to: answer.headers.get('location') ?? '',
      cookie: cookieIn(answer, 'counterfoil-flow').split(';')[0] ?? '',
      answer,
    }
  }
  /** Signs in as someone of the provider: where the console sends them, and its cookie. */
  const signIn = async (login: string) => {
    const { to, cookie } = await begin()
    const back = await provider.follow(to, login)
    const answer = await get(back, cookie)
    expect(cookieIn(answer, 'counterfoil-flow')).toContain('Max-Age=0')
    return {
      at: answer.headers.get('location'),
      session: cookieIn(answer, 'counterfoil').split(';')[0] ?? '',
      back,
      cookie,
    }
  }
  const whoIs = async (cookie: string) => {
    const answer = await fetch(`${shop.url}/console/api/session`, { headers: { cookie } })
    return answer.status === 200 ? ((await answer.json()) as { name: string }) : answer.status
  }

  test('is told to whoever isn’t signed in', async () => {
    expect(await (await get('/console/api/sign-in')).json()).toEqual({
      provider: 'Alder ID',
      passwords: true,
      keys: true,
    })
  })

  test('begins with PKCE, a state and a nonce, and a cookie for this browser', async () => {
    const { to, answer } = await begin()
    const asked = Object.fromEntries(new URL(to).searchParams)
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email' })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
    expect(new Set([asked.state, asked.nonce, asked.code_challenge]).size).toBe(3)
    expect(cookieIn(answer, 'counterfoil-flow')).toMatch(/; HttpOnly; SameSite=Lax$/)
    const again = new URL((await begin()).to).searchParams
    expect(again.get('state')).not.toBe(asked.state)
  })

  test('is for a person whose name is the verified address, who is bound to the account from then on', async () => {
    await add('noor@example.com')
    provider.accounts.set('noor', { sub: 'noor-1', email: 'Noor@example.com', email_verified: true })
    const { at, session } = await signIn('noor')
    expect(at).toBe('/console')
    expect(await whoIs(session)).toMatchObject({
      name: 'noor@example.com',
      role: 'desk',
      stores: ['12'],
      isPerson: true,
    })
    expect((await listPeople(shop.service.db, 'demo'))[0]).toMatchObject({
      name: 'noor@example.com',
      isAtProvider: true,
    })
    // The address changes; the account is the same.
    provider.accounts.set('noor', { sub: 'noor-1', email: 'noor.lind@example.com', email_verified: true })
    expect((await signIn('noor')).at).toBe('/console')
    // Another account of the address isn't that person.
    provider.accounts.set('thief', { sub: 'thief-1', email: 'noor@example.com', email_verified: true })
    expect(await signIn('thief')).toMatchObject({ at: '/console?signIn=unknown', session: '' })
    const acts = await inDatabase(shop, db => db.selectFrom('audit_entries').select(['action', 'detail']).execute())
    expect(acts).toContainEqual({ action: 'signIn', detail: '{"by":"provider"}' })
  })

  test('is for nobody else, and adds nobody', async () => {
    await add('sam@example.com')
    provider.accounts.set('unverified', { sub: 'sam-1', email: 'sam@example.com', email_verified: false })
    provider.accounts.set('silent', { sub: 'sam-2', email: 'sam@example.com' })
    provider.accounts.set('stranger', { sub: 'stranger-1', email: 'stranger@example.com', email_verified: true })
    provider.accounts.set('none', { sub: 'none-1' })
    for (const login of ['unverified', 'silent', 'stranger', 'none'])
      expect(await signIn(login)).toMatchObject({ at: '/console?signIn=unknown', session: '' })
    expect((await listPeople(shop.service.db, 'demo')).map(({ name }) => name)).not.toContain('stranger@example.com')
  })

  test('isn’t for someone who was removed, or whose merchant is inactive', async () => {
    const { person } = await add('kai@example.com', 'alder')
    provider.accounts.set('kai', { sub: 'kai-1', email: 'kai@example.com', email_verified: true })
    const { session } = await signIn('kai')
    expect(await whoIs(session)).toMatchObject({ merchant: { id: 'alder' } })
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch', active: false })
    // Merchants are looked up again after a second.
    ahead += 1100
    expect((await signIn('kai')).at).toBe('/console?signIn=unknown')
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch', active: true })
    await inDatabase(shop, db => db.updateTable('people').set({ removed_at: 1 }).where('id', '=', person.id).execute())
    expect((await signIn('kai')).at).toBe('/console?signIn=unknown')
    expect(await whoIs(session)).toBe(401)
  })

  test('ends where it began: not in another browser, not twice, not with what was changed on the way', async () => {
    await add('mia@example.com')
    provider.accounts.set('mia', { sub: 'mia-1', email: 'mia@example.com', email_verified: true })
    const { back, cookie } = await signIn('mia')
    const refused = async (address: string, own: string) => {
      const answer = await get(address, own)
      return [answer.headers.get('location'), cookieIn(answer, 'counterfoil')]
    }
    const failed = ['/console?signIn=failed', '']
    // A code works once.
    expect(await refused(back, cookie)).toEqual(failed)
    const next = await begin()
    const fresh = await provider.follow(next.to, 'mia')
    expect(await refused(fresh, '')).toEqual(failed)
    expect(await refused(fresh, (await begin()).cookie)).toEqual(failed)
    for (const [name, value] of [
      ['state', 'x'],
      ['iss', 'https://example.com'],
      ['code', 'x'],
      ['error', 'access_denied'],
    ] as const) {
      const changed = new URL(fresh)
      changed.searchParams.set(name, value)
      expect([name, ...(await refused(changed.href, next.cookie))]).toEqual([name, ...failed])
    }
    expect(log.join(' ')).not.toMatch(/mia|@example/)
  })
})

test('a provider that is away is said, and the service starts without it', async () => {
  const settings = {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'a-secret-of-16-letters',
  }
  await using shop = await startService({ withoutWorker: true, settings })
  const answer = await fetch(`${shop.url}/console/api/provider`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console?signIn=unreachable'])
  expect(
    (await fetch(`${shop.url}/console/api/provider/callback?code=x&state=y`, { redirect: 'manual' })).headers.get(
      'location',
    ),
  ).toBe('/console?signIn=failed')
})

test('without a provider there is none, and its settings come together, encrypted', async () => {
  await using shop = await startService({ withoutWorker: true })
  expect(await (await fetch(`${shop.url}/console/api/sign-in`)).json()).toEqual({ passwords: true, keys: true })
  const read = (settings: Record<string, string>) => () => readConfig({ DATA_DIR: '/tmp/x', ...settings })
  expect(read({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(ConfigError)
  const all = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'a-secret-of-16-letters' }
  expect(read({ OIDC_ISSUER: 'http://id.example.com', ...all })).toThrow('must start with https://')
  expect(read({ OIDC_ISSUER: 'https://id.example.com', ...all })().provider).toMatchObject({ name: 'OpenID Connect' })
})
