import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savePerson } from '../../src/people/people.ts'
import { basic, databases, demoCredentials, longTest, startService, type TestService } from '../support/service.ts'
import { codeAt } from '../support/totp.ts'
import { person, type Visitor, visit } from './open-console.ts'

test('the tests’ codes are those of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ] as const)
    expect(codeAt(secret, seconds * 1000)).toBe(code)
})

// What a database does for it is in the tests of two at once and of what rests there.
describe.each(databases)('a second factor on %s', database => {
  let shop: TestService
  let clock = Date.UTC(2026, 10, 20, 12)
  let owner: Visitor
  beforeAll(async () => {
    const settings = { WEBHOOK_KEY: 'a-key-that-seals-secrets' }
    shop = await startService({ database, withoutWorker: true, now: () => clock, settings })
    owner = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  const signIn = async (name: string, secret: string, code?: string) => {
    const answer = await fetch(`${shop.url}/console/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, secret, code }),
    })
    const text = await answer.text()
    return [answer.status, text === '' ? '' : JSON.parse(text).code]
  }
  const later = (seconds: number) => {
    clock += seconds * 1000
  }
  const enable = async (name: string) => {
    const made = { merchantId: 'demo', name, role: 'statistics', stores: ['12'] } as const
    const { person: saved, password } = await savePerson(shop.service.db, made, clock)
    const { ask } = await visit(shop.url, name, password)
    const begun = await ask('/second-factor', { body: { current: password } })
    const { secret } = begun.json as { secret: string }
    const confirmed = await ask('/second-factor/confirm', { body: { code: codeAt(secret, clock) } })
    return { id: saved.id, password, secret, begun, codes: confirmed.json.codes as string[], ask }
  }

  longTest(database)('is asked for once a code proved that the person has it, and no code is taken twice', async () => {
    const { password, secret, codes, ask } = await enable('ada@example.com')
    expect(codes).toHaveLength(10)
    expect((await ask('/second-factor')).json).toEqual({ isOn: true, codesLeft: 10 })
    expect(await signIn('ada@example.com', 'not the password', codeAt(secret, clock))).toEqual([401, 'signed_out'])
    expect(await signIn('ada@example.com', password)).toEqual([401, 'code_needed'])
    // The one that confirmed it.
    expect(await signIn('ada@example.com', password, codeAt(secret, clock))).toEqual([401, 'wrong_code'])
    later(60)
    const code = codeAt(secret, clock)
    expect(await signIn('ada@example.com', password, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual([204, ''])
    expect(await signIn('ada@example.com', password, code)).toEqual([401, 'wrong_code'])
    later(60)
    // A clock that is half a minute behind, but not one of a minute and a half.
    expect(await signIn('ada@example.com', password, codeAt(secret, clock - 90_000))).toEqual([401, 'wrong_code'])
    later(60)
    expect(await signIn('ada@example.com', password, codeAt(secret, clock - 30_000))).toEqual([204, ''])
  })

  test('of two sign-ins at once with a code, one works', async () => {
    const { password, secret } = await enable('twice@example.com')
    later(60)
    const code = codeAt(secret, clock)
    const both = await Promise.all([1, 2].map(() => signIn('twice@example.com', password, code)))
    expect(both.map(([status]) => status).sort()).toEqual([204, 401])
  })

  longTest(database)('can be replaced by a recovery code, each once, of which only hashes are kept', async () => {
    const { id, password, codes, ask } = await enable('grace@example.com')
    const [first = '', second = ''] = codes
    expect(first).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(await signIn('grace@example.com', password, ` ${first.toUpperCase()} `)).toEqual([204, ''])
    expect(await signIn('grace@example.com', password, first)).toEqual([401, 'wrong_code'])
    later(60)
    expect(await signIn('grace@example.com', password, second.replaceAll('-', ''))).toEqual([204, ''])
    expect((await ask('/second-factor')).json).toEqual({ isOn: true, codesLeft: 8 })
    const rows = await shop.service.db.selectFrom('recovery_codes').selectAll().where('person_id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(second.replaceAll('-', ''))
    const renewed = await ask('/second-factor/codes', { body: { current: password } })
    expect(renewed.json.codes).toHaveLength(10)
    later(60)
    expect(await signIn('grace@example.com', password, codes[2])).toEqual([401, 'wrong_code'])
  })

  test('rests sealed, is shown as a QR code, and only to who knows the password', async () => {
    const { id, secret, begun, ask } = await enable('noor@example.com')
    expect(begun.json.picture).toMatch(/^data:image\/svg\+xml,%3Csvg/)
    const { totp_secret: stored } = await shop.service.db
      .selectFrom('people')
      .select('totp_secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^sealed\./)
    expect(stored).not.toContain(secret)
    for (const path of ['', '/codes', '/end'])
      expect((await ask(`/second-factor${path}`, { body: { current: 'not it' } })).status).toBe(422)
    // Not begun anew while it is on.
    later(3600)
  })

  longTest(database)('codes can’t be tried: after some the next must wait', async () => {
    const { password, secret } = await enable('lin@example.com')
    later(60)
    const right = codeAt(secret, clock)
    const results: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      const wrong = String((Number(right) + 1 + tries) % 1_000_000).padStart(6, '0')
      results.push(Number((await signIn('lin@example.com', password, wrong))[0]))
    }
    expect(results.filter(status => status === 429).length).toBeGreaterThan(3)
    expect((await signIn('lin@example.com', password, right))[0]).toBe(429)
  })

  test('ends by the person, or by an administrator, and sessions with it', async () => {
    const { id, password, ask } = await enable('kim@example.com')
    const { json: people } = await owner.ask('/people')
    expect(people).toContainEqual(expect.objectContaining({ id, hasSecondFactor: true, stores: ['12'] }))
    expect((await owner.ask(`/people/${id}/second-factor`, { method: 'DELETE' })).status).toBe(204)
    expect((await ask('/session')).status).toBe(401)
    expect(await signIn('kim@example.com', password)).toEqual([204, ''])
    const again = await enable('kim@example.com')
    expect((await again.ask('/second-factor/end', { body: { current: again.password } })).status).toBe(204)
    expect((await again.ask('/session')).status).toBe(200)
    expect(await signIn('kim@example.com', again.password)).toEqual([204, ''])
  })

  longTest(database)('isn’t left to whoever gets a removed person’s name', async () => {
    const { id } = await enable('leo@example.com')
    await owner.ask(`/people/${id}`, { method: 'DELETE' })
    const { json } = await owner.ask('/people', { body: { name: 'leo@example.com', role: 'view' } })
    expect(json).toMatchObject({ hasSecondFactor: false })
    expect(await signIn('leo@example.com', json.password)).toEqual([204, ''])
  })

  test('is a person’s: a till’s key has none', async () => {
    const [name = '', secret = ''] = demoCredentials.split(':')
    const { ask } = await visit(shop.url, name, secret)
    expect((await ask('/second-factor')).status).toBe(403)
    expect((await ask('/second-factor', { body: { current: 'x' } })).status).toBe(403)
    const answer = await fetch(`${shop.url}/console/api/second-factor`, {
      headers: { authorization: basic(demoCredentials) },
    })
    expect(answer.status).toBe(401)
  })
})
